"""Two cards that differ in their text alone, played side by side on random tables with the same answers."""

from dataclasses import replace
from typing import NamedTuple

from engine.bos import game
from engine.bos.cardtext import read_text
from engine.bos.examples.example_positions import Situation, table
from engine.bos.model import moves
from engine.bos.model.cards import Ability, Card, CardType, Color, Spoken
from engine.bos.model.syntax import SummoningCondition
from engine.bos.rules.options import legal
from tests.engine.bos.answer_keys import key_of
from tests.engine.bos.random_players import chosen

MOST = 24
"""So many answers are given on one table."""
MOMENTS = ("begin", "summoning", "main", "main")
ENCHANTS = "Enchant a summon."
SUMMON, WIZARD, SPELL, BOSS = CardType.SUMMON, CardType.WIZARD, CardType.SPELL, CardType.BOSS


class Difference(NamedTuple):
    """Where two games part, in words."""

    before: str
    """The table and the answers so far."""
    said: str
    """What is not the same."""


def printed_on(kind, text, name="Fox"):
    """A card of that name that says this; what speaks of an enchanted card follows a sentence that enchants."""
    lines = [ENCHANTS, text] if "nchanted" in text and "Enchant " not in text and kind is SPELL else [text]
    return Card(
        name,
        kind,
        Color.RED,
        condition="" if kind in (SUMMON, BOSS) else None,
        strength=5 if kind in (SUMMON, BOSS) else None,
        cost=1 if kind is SPELL else None,
        abilities=tuple(Ability(line, _is_due(line)) for line in lines),
    )


def problems_of(face):
    """What is said about its texts when they are read."""
    return [
        problem
        for each in face.abilities
        for problem in read_text(each.text, mandatory=each.mandatory, card=face).problems
    ]


def card(kind, text):
    """That card with what its text means kept on it; None where the text is not read."""
    face = printed_on(kind, text)
    said = tuple(read_text(each.text, mandatory=each.mandatory, card=face).text for each in face.abilities)
    return None if None in said else replace(face, kept=Spoken(said, SummoningCondition(), None))


def _is_due(text):
    """Whether the arrow stands before it: where it says "must" and has no attack in mind."""
    return "must" in text.lower().replace("must attack", "").split()


def situation(kind, numbers):
    """A table as numbers draw it."""

    def one_of(values):
        return values[next(numbers) % len(values)]

    host = one_of((-1, 0, 1)) if kind is SPELL else -1
    return Situation(
        moment=one_of(MOMENTS),
        active=one_of((0, 0, 1)),
        placed=host >= 0 if kind is SPELL else one_of((True, True, True, False)),
        host=host,
        tired=one_of((True, False)),
        facing=one_of((True, False)),
        third=one_of((True, False)),
        alone=one_of((False, False, False, True)),
        bosses=one_of((True, False)),
        down=one_of((False, False, True)),
        bare=one_of((False, False, False, False, True)),
        strength=one_of((0, 9, 1)),
        ally=one_of((8, 3)),
        rival=one_of((2, 9, 5)),
        life=one_of(((14, 30), (30, 14), (3, 3), (60, 60))),
        vim=one_of(((8, 6), (0, 9), (40, 40))),
        ether=one_of(((0, 0), (3, 0), (2, 2))),
        turns=one_of((3, 3, 1, 10)),
    )


def first_difference(one, other, numbers):
    """What two cards of one name lead to on a table, answer for answer: where they part, or None."""
    numbers = iter(numbers)
    drawn = situation(one.type, numbers)
    left, right = (table(face, drawn, one) for face in (one, other))
    answers = []
    for _ in range(MOST):
        if (left_seen := seen(left)) != (right_seen := seen(right)):
            return Difference(f"{drawn} {' '.join(answers)}", parted(left_seen, right_seen))
        if left.outcome or left.question is None:
            return None
        offered = {key_of(each): each for each in legal(left)}
        if offered.keys() != (also := {key_of(each) for each in legal(right)}):
            return Difference(f"{drawn} {' '.join(answers)}", f"offered {sorted(offered.keys() ^ also)}")
        answer = likely(left, next(numbers), one)
        answers.append(key_of(answer))
        left, right = game.apply(left, answer).state, game.apply(right, answer).state
    return None


def likely(state, number, face):
    """Every third time an answer about the card itself, if there is one; else any."""
    if number % 3 == 0:
        places = {copy.place for copy in state.copies if copy.face.key == face.key and copy.place >= 0}
        own = [each for each in legal(state) if _is_about(each.move, places, face)]
        if own:
            return own[number // 3 % len(own)]
    return chosen(state, number // 3)


def _is_about(move, places, face):
    taken = isinstance(move, moves.Take | moves.Use | moves.Yes)
    return taken or not places.isdisjoint(moves.named_places(move)) or moves.named_card(move) == face.key


def seen(state):
    """What people see on a table, and what is asked of whom; not how far an ability has come with its steps."""
    question = state.question and (state.question.kind, state.question.seat)
    amounts = (state.life, state.vim, state.ether, state.turn, state.turns, state.attacks, state.phase, state.outcome)
    copies = [
        (copy.face.key, copy.owner, copy.control, copy.zone, copy.place, copy.up, copy.acted, copy.strength, copy.host)
        for copy in state.copies
    ]
    return question, amounts, copies


def parted(left, right):
    """What is not the same, in short."""
    told = [f"{one} / {other}" for one, other in zip(left[:2], right[:2], strict=True) if one != other]
    told += [f"{one} / {other}" for one, other in zip(left[2], right[2], strict=True) if one != other]
    return "; ".join(told)
