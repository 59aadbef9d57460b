"""The moves that "use THIS" and "cast …" may stand for, and which of several is legal."""

from engine.bos.abilities import continuous_effects
from engine.bos.abilities.payment import splits
from engine.bos.model import moves
from engine.bos.model.cards import key
from engine.bos.notation.table_references import abilities_at
from engine.bos.rules.legality import check
from engine.choice import Answer
from tests.engine.bos.designer.sentences import NAME


def ability_moves(state, seat):
    """Every ability of THIS, used at will or because it waits."""
    used = [
        moves.Use(place, number)
        for place in range(len(state.table))
        for number, (copy, _) in enumerate(abilities_at(state, place), 1)
        if copy.face.name == NAME and copy.control == seat
    ]
    return [*used, *taken(state, NAME)]


def cast_moves(state, seat, name):
    """Casting the spell, vim first, or taking it where it waits."""
    face = state.setup.playing[seat].get(key(name))
    if face is None:
        return []
    cost = continuous_effects.cost(state, seat, face)
    paid = [moves.Cast(payment, face.key) for payment in splits(cost, state.vim[seat], state.ether[seat])]
    return [*(paid or [moves.Cast(moves.Payment(cost, 0), face.key)]), *taken(state, name)]


def taken(state, name):
    """The waiting abilities of cards of that name, as answers to an offer."""
    if state.question is None or state.question.kind != "offer":
        return []
    waiting = [pending for pending in state.waiting if state.copies[pending.source].face.name == name]
    return [moves.Take(moves.AbilityRef(-1, pending.number + 1, key(name))) for pending in waiting]


def first_legal(state, seat, made):
    """The first of the moves that the seat may make now."""
    return next((move for move in made if check(state, Answer(seat, move)) is None), None)
