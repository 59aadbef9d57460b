"""How a duel begins: the table with both decks face-down, before anybody's first turn (2.1.4, 3.2.1)."""

from __future__ import annotations

from engine.bos.model.cards import Card
from engine.bos.model.places import NOBODY, PLACES, boss_place, wizard_place
from engine.bos.model.setup import Setup
from engine.bos.model.state import PILE_OF, STARTUP, TABLE, Copy, Frame, Question, State


def start(setup: Setup) -> State:
    """The position that waits for the first turn to begin."""
    copies: list[Copy] = []
    table = [NOBODY] * (2 * PLACES)
    for seat in (0, 1):
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
        life=(edition.life, edition.life),
        vim=(edition.vim, edition.vim),
        ether=setup.ether,
        turns=(0, 0),
        attacks=(0, 0),
        active=NOBODY,
        turn=0,
        phase=STARTUP,
        readied=(),
        frames=(Frame("turn", 0, (setup.first,)),),
        question=Question("begin", setup.first),
        outcome=None,
    )


def _face_down(setup: Setup, seat: int) -> list[tuple[Card, int]]:
    wizards = [(card, wizard_place(seat, column)) for column, card in enumerate(setup.wizards[seat])]
    return [*wizards, (setup.bosses[seat], boss_place(seat))]


def _copy(number: int, card: Card, seat: int, zone: str, place: int) -> Copy:
    return Copy(number, card, seat, seat, zone, place, strength=card.strength or 0)
