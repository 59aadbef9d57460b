"""Players without a plan: a whole game follows from a few numbers, the same in every process."""

from functools import cache
from hashlib import shake_256
from itertools import permutations

from engine import log
from engine.bos import game as duel
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.moves import Begin
from engine.bos.records import implied_answers
from engine.bos.records.record_setup import open_game
from engine.bos.rules.options import legal
from engine.bos.rules.record_writer import written
from engine.contract import Given
from tests.engine.bos.answer_keys import verb_of
from tests.engine.bos.simple_cards import LISTS
from tests.engine.bos.simple_cards import POOL as PLAIN

HEAD = "[Game BOS] [Rules bos-1] [Bid P1 4 P2 7] [First P{first}]\n"
LONGEST = 2_000
"""So many answers end every game (I12)."""


IDLE = ("next", "end", "pass", "done", "no")


class Table:
    """Two lists, the pool they are made from, and who goes first."""

    def __init__(self, first_list, second_list, pool, *, first=1):
        self.decks, self.pool, self.head = {"P1": first_list, "P2": second_list}, pool, HEAD.format(first=first)
        self.setup = open_game(log.read(self.head), Given(self.decks, pool, DEFAULT_EDITION)).setup

    def start(self):
        """The position before anybody's first turn."""
        return duel.start(self.setup)

    def headers(self, answers):
        """The top of a record, with the columns in which both players' wizards stood from their first turns on."""
        wizards = [[card.name for card in side] for side in self.setup.wizards]
        for _, answer in answers:
            if isinstance(answer.move, Begin) and (columns := answer.move.columns):
                wizards[answer.seat] = [wizards[answer.seat][column] for column in columns]
        return self.head + "".join(f"[Wizards P{n} {', '.join(names)}]\n" for n, names in enumerate(wizards, 1))

    def opened(self, answers):
        """The set-up with those columns, as a record tells it."""
        return open_game(log.read(self.headers(answers)), Given(self.decks, self.pool, DEFAULT_EDITION)).setup

    def record(self, answers):
        """A game as a record, its lines numbered."""
        return self.headers(answers) + numbered(written(answers))


def numbered(lines):
    return "".join(f"{number}. {line}\n" for number, line in enumerate(lines, 1))


@cache
def tables():
    """Every pair of starter decks, and the plain lists of the tests."""
    pairs = permutations(sorted(starter_decks()), 2)
    real = [
        Table(starter_decks()[one], starter_decks()[two], sample_pool(), first=1 + n % 2)
        for n, (one, two) in enumerate(pairs)
    ]
    twins = [Table(text, text, sample_pool()) for text in starter_decks().values()]
    plain = [Table(LISTS[one], LISTS[two], PLAIN) for one, two in [("red", "yellow")]]
    return [*real, *twins, *plain]


def luck(seed, most=2 * LONGEST):
    """Numbers from 0 to 65,535 that follow from a text."""
    drawn = shake_256(seed.encode()).digest(2 * most)
    return [drawn[i] * 256 + drawn[i + 1] for i in range(0, 2 * most, 2)]


def chosen(state, number):
    """The answer that a number chooses: first its kind, then one of that kind, so that long lists do not crowd out."""
    kinds = {}
    for answer in legal(state):
        kinds.setdefault(verb_of(answer), []).append(answer)
    ways = [kind for kind in kinds for _ in range(1 if kind in IDLE else 3)]
    of_kind = kinds[ways[number % len(ways)]]
    return of_kind[number // len(ways) % len(of_kind)]


def game(start, numbers):
    """Positions with the answers given there and what they led to, until the numbers or the game are over."""
    state = start
    for number in numbers:
        if state.outcome:
            return
        answer = chosen(state, number)
        step = duel.apply(state, answer)
        yield state, answer, step
        state = step.state


def up_to_a_line(steps):
    """The steps without those at the end that leave a line of the record half written."""
    kept = list(steps)
    while kept and (question := kept[-1][2].state.question) and question.kind in implied_answers.INNER:
        kept.pop()
    return kept


def answers_of(steps):
    return [(state, answer) for state, answer, _ in steps]
