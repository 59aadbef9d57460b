"""How a game begins: the table with all decks face-down, before anybody's first turn (2.1.4, 3.2.1)."""

from __future__ import annotations

from engine.bos.model.cards import Card
from engine.bos.model.places import NOBODY, boss_place, wizard_place
from engine.bos.model.setup import Setup
from engine.bos.model.state import PILE_OF, STARTUP, TABLE, Copy, Frame, Question, State


def start(setup: Setup) -> State:
    """The position that waits for the first turn to begin."""
    copies: list[Copy] = []
    seats = range(setup.seating.seats)
    table = [NOBODY] * setup.seating.places
    for seat in seats:
        for card, place in _face_down(setup, seat):
            table[place] = len(copies)
            copies.append(_copy(len(copies), card, seat, TABLE, place))
        for card in setup.piles[seat]:
            assert card.type is not None
            copies.append(_copy(len(copies), card, seat, PILE_OF[card.type], NOBODY))
    edition = setup.edition
    return State(
        setup=setup,
        serial=0,
        copies=tuple(copies),
        table=tuple(table),
        life=setup.life or (edition.life,) * len(seats),
        vim=(edition.vim,) * len(seats),
        ether=setup.ether,
        turns=(0,) * len(seats),
        attacks=(0,) * len(seats),
        active=NOBODY,
        turn=0,
        phase=STARTUP,
        readied=(),
        frames=(Frame("turn", 0, (setup.first,)),),
        question=Question("begin", setup.first),
        outcome=None,
    )


def _face_down(setup: Setup, seat: int) -> list[tuple[Card, int]]:
    columns = setup.seating.columns[seat]
    wizards = [(card, wizard_place(seat, columns[at])) for at, card in enumerate(setup.wizards[seat])]
    return [*wizards, (setup.bosses[seat], boss_place(seat))]


def _copy(number: int, card: Card, seat: int, zone: str, place: int) -> Copy:
    return Copy(number, card, seat, seat, zone, place, strength=card.strength or 0)
