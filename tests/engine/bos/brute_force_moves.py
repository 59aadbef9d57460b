"""Every well-formed answer in a position, by nothing but the kinds of moves: what options are measured against."""

from itertools import permutations, product

from engine.bos.abilities import continuous_effects
from engine.bos.abilities.card_abilities import texts_of
from engine.bos.abilities.payment import unwritten
from engine.bos.game import move_key
from engine.bos.model import moves
from engine.bos.model.moves import AbilityRef, Payment, ThingRef
from engine.bos.model.places import COLUMNS, NOBODY
from engine.bos.model.rulebook import rulebook
from engine.bos.model.state import SPELLBOOK, PendingAbility
from engine.bos.notation.table_references import abilities_at, ability_ref
from engine.bos.rules.ability_choices import open_price, spoken
from engine.bos.rules.costs import vim_of
from engine.bos.rules.legality import check
from engine.bos.rules.options import legal
from engine.bos.rules.trigger_queue import optional
from engine.choice import Answer

PLAIN = (
    moves.NextPhase, moves.EndTurn, moves.TurnUpBoss, moves.NoBlock, moves.Begin, moves.Pass, moves.Done, moves.Yes,
)  # fmt: skip
COSTS = [Payment(vim, ether) for vim, ether in product(range(7), range(5))]
SPLITS = [None, *(Payment(vim, ether) for vim, ether in product(range(4), range(3)))]
NUMBERS = range(12)


def universe(state):
    """Moves of every kind, with every place, every card of both lists, and small numbers."""
    places, seats = range(len(state.table)), range(len(state.turns))
    names = sorted({name for side in state.setup.registered for name in side})
    standing = [AbilityRef(place, number) for place, number in product(places, range(9))]
    abilities = [*standing, *(AbilityRef(NOBODY, number, name) for name, number in product(names, range(3)))]
    yield from (kind() for kind in PLAIN)
    yield from (moves.Begin(order) for order in permutations(range(COLUMNS)))
    yield from (kind(place) for kind, place in product((moves.Block, moves.Ready), places))
    yield from (moves.Pick(ThingRef(place)) for place in places)
    yield from (moves.Attack(a, b) for a, b in product(places, places))
    yield from (moves.Attack(a, player=seat) for a, seat in product(places, seats))
    yield from (kind for seat in seats for kind in (moves.Pick(ThingRef(seat=seat)), moves.Revive(seat)))
    yield from (moves.Pick(ThingRef(card=name)) for name in names)
    yield from (kind(number) for kind, number in product((moves.Mode, moves.Number), NUMBERS))
    yield from (moves.Pay(split) for split in SPLITS)
    yield from (moves.First(ability) for ability in abilities)
    yield from (moves.Use(ability.place, ability.number, split) for ability, split in product(standing, SPLITS))
    yield from (moves.Take(ability, split) for ability, split in product(abilities, SPLITS))
    for name in names:
        yield from (moves.Summon(c, name) for n in (1, 2, 3) for c in permutations(range(COLUMNS), n))
        yield from (moves.Cast(payment, name) for payment in COSTS)


def misjudged(state):
    """Where options and brute force disagree, and refusals that name no rule of the rulebook."""
    asked = state.question.seat
    found, wrong = set(), []
    for move in universe(state):
        violation = check(state, Answer(asked, move))
        if violation is None:
            found.add(move)
        elif violation.rule not in rulebook() or str(violation.message)[-1] not in ".?!”)":
            wrong.append(f"{move_key(move)} is refused by {violation}")
    offered = [answer.move for answer in legal(state)]
    small = {move for move in offered if not _is_large(move)}
    if len(offered) != len(set(offered)):
        twice = {move_key(move) for move in offered if offered.count(move) > 1}
        wrong.append(f"offered twice: {sorted(twice)}")
    missing = [move for move in found - set(offered) if not _said_otherwise(state, move)]
    wrong += [f"not offered: {key}" for key in sorted(map(move_key, missing))]
    return wrong + [f"offered, not found: {key}" for key in sorted(map(move_key, small - found))]


def _is_large(move):
    """Numbers and payments beyond those of the universe."""
    match move:
        case moves.Mode(number) | moves.Number(number):
            return number not in NUMBERS
        case moves.Cast(payment):
            return payment not in COSTS
    return moves.stated_payment(move) not in SPLITS


def _said_otherwise(state, move):
    """Whether another move says the same: wizards that stay, helpers in another order, vim that pays first."""
    match move:
        case moves.Begin(columns):
            return columns == tuple(range(COLUMNS))
        case moves.Summon((first, *others), name):
            plain = moves.Summon((first, *sorted(others)), name)
            return plain != move and check(state, Answer(state.question.seat, plain)) is None
    payment = moves.stated_payment(move)
    return payment is not None and payment == _silent(state, move)


def _silent(state, move):
    seat = state.question.seat
    match move:
        case moves.Use():
            copy, own = abilities_at(state, move.place)[move.number - 1]
            return unwritten(
                state, seat, vim_of(state, PendingAbility(copy.id, own, seat), texts_of(copy.face)[own].cost)
            )
        case moves.Pay():
            pending, cost = open_price(state)
            return unwritten(state, seat, vim_of(state, pending, cost))
    pending = next(pending for pending in optional(state, seat) if ability_ref(state, pending) == move.ability)
    copy = state.copies[pending.source]
    if copy.zone == SPELLBOOK:
        return unwritten(state, seat, continuous_effects.cost(state, seat, copy.face))
    return unwritten(state, seat, vim_of(state, pending, spoken(state, pending).cost))
