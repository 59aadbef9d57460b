"""Tables of more than two seats, played at random: every mode and size, with starter decks that change from table to
table."""

from functools import cache
from itertools import cycle, islice

from engine import log
from engine.bos import game
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.moves import Begin
from engine.bos.model.seating import COMBINED, FREE_FOR_ALL, RAID, TEAMS
from engine.bos.records.record_setup import open_game
from engine.bos.rules.record_writer import written
from engine.contract import Given
from engine.seats import seat_name
from tests.engine.bos.random_players import numbered

SETTINGS = (
    (FREE_FOR_ALL, 3, ""), (FREE_FOR_ALL, 4, ""), (FREE_FOR_ALL, 5, ""), (FREE_FOR_ALL, 6, ""),
    (TEAMS, 4, "P1 P3, P2 P4"), (TEAMS, 6, "P1 P3 P5, P2 P4 P6"), (TEAMS, 6, "P1 P4, P2 P5, P3 P6"), (COMBINED, 4, ""),
    (RAID, 3, ""), (RAID, 4, ""), (RAID, 5, ""), (RAID, 6, ""),
)  # fmt: skip
"""Each mode with a number of seats, and who are a team."""


class ModeTable:
    """Lists for each seat, the mode, the teams, and who begins."""

    def __init__(self, lists, mode, teams="", *, first=0):
        self.decks, self.pool = {seat_name(seat): text for seat, text in enumerate(lists)}, sample_pool()
        self.head = f"[Game BOS] [Rules bos-1] [Mode {mode}] [First {seat_name(first)}]\n"
        self.head += f"[Teams {teams}]\n" if teams else ""
        self.mode, self.seats, self.setup = mode, len(lists), self._opened(self.head)

    def _opened(self, head):
        return open_game(log.read(head), Given(self.decks, self.pool, DEFAULT_EDITION)).setup

    def start(self):
        """The position before anybody's first turn."""
        return game.start(self.setup)

    def headers(self, answers):
        """The top of a record, with the columns in which everybody's wizards stood from their first turns on."""
        wizards = [[card.name for card in side] for side in self.setup.wizards]
        seating = self.setup.seating
        for _, answer in answers:
            for seat in seating.sharing[answer.seat] if isinstance(answer.move, Begin) and answer.move.columns else ():
                own = seating.columns[seat]
                wizards[seat] = [wizards[seat][column - own[0]] for column in answer.move.columns if column in own]
        return self.head + "".join(f"[Wizards P{n} {', '.join(names)}]\n" for n, names in enumerate(wizards, 1))

    def record(self, answers):
        """A game as a record, its lines numbered."""
        return self.headers(answers) + numbered(written(answers))


@cache
def mode_tables():
    """Two tables for each setting, with other decks and another seat that begins."""
    decks = cycle(starter_decks().values())
    return [
        ModeTable(
            list(islice(decks, seats)),
            mode,
            teams,
            first=0 if mode == RAID else turn * (1 if mode == COMBINED else seats - 1),
        )
        for turn in (0, 1)
        for mode, seats, teams in SETTINGS
    ]
