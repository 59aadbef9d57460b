"""What is remembered of the running turn: what befell cards, and how much players gained, lost, spent and took.

What cards do is remembered in `State.past`, amounts of players in `State.tallies`. Most of it is kept only where some
text of the game asks for it, so that other games are not slower, and equal positions stay equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.bos.abilities import card_abilities
from engine.bos.model import terms
from engine.bos.model.befallen import Befell
from engine.bos.model.setup import Setup
from engine.bos.model.state import Copy, Draft, Table
from engine.choice import Event

ALWAYS: Final = frozenset({"attacked", "was summoned", "was defeated"})
"""What is remembered in every game."""
_OF_CARDS: Final[dict[str, tuple[tuple[terms.Past, str], ...]]] = {
    "attack": (("attacked", "card"), ("was attacked", "other"), ("attacked a player", "card")),
    "summon": (("was summoned", "card"),),
    "boss": (("was summoned", "card"),),
    "defeat": (("was defeated", "card"),),
    "cast": (("was cast", "card"),),
    "block": (("blocked", "card"), ("was blocked", "other")),
    "taken": (("was dealt damage", "card"), ("dealt damage", "other")),
}
"""By the kind of an event what befell a card, and which field of the event holds that card."""
_OF_PLAYERS: Final = {
    **{f"{verb} {resource}": f"{verb}s {resource}" for verb in ("gain", "lose", "spend") for resource in
       ("life", "vim", "ether")},
}  # fmt: skip
"""By the kind of an event what is added up for its player; damage is added up as such, and as life lost (G-386)."""
_OF_DAMAGE: Final = ("takes damage", "loses life")

TALLIES: Final = (*_OF_PLAYERS.values(), _OF_DAMAGE[0])
"""Everything that is added up for players."""


class Noted(NamedTuple):
    """What an event leaves behind."""

    cards: tuple[tuple[str, str], ...]
    """What befell which of its cards, by the field that holds the card."""
    tallies: tuple[str, ...]
    """What is added up for its player."""


def noted(setup: Setup) -> dict[str, Noted]:
    """What each kind of event leaves behind in this game; worked out once for a setup."""
    known = setup.known.fresh()
    memory: dict[str, Noted] | None = known.memory
    if memory is None:
        memory = known.memory = _work_out(setup)
    return memory


def _work_out(setup: Setup) -> dict[str, Noted]:
    faces = (face for cards in (setup.bosses, *setup.wizards, *setup.piles) for face in cards)
    asked = ALWAYS.union(*(card_abilities.asks_of_turn(face) for face in faces))
    memory = {}
    for kind in {**_OF_CARDS, **_OF_PLAYERS}:
        cards = tuple((word, field) for word, field in _OF_CARDS.get(kind, ()) if word in asked)
        amounts = _OF_DAMAGE if kind == "taken" else (_OF_PLAYERS.get(kind, ""),)
        tallies = tuple(tally for tally in amounts if tally in asked)
        if cards or tallies:
            memory[kind] = Noted(cards, tallies)
    return memory


def note_events(draft: Draft, events: Iterable[Event]) -> None:
    """Keep what these events leave behind until the turn is over."""
    memory = noted(draft.setup)
    for event in events:
        kept = memory.get(event.kind)
        if kept is None or (event.kind == "taken" and not event.amount):
            continue
        for word, field in kept.cards:
            card = event.card if field == "card" else event.other
            if card >= 0 and (word != "attacked a player" or event.other < 0):
                draft.past += (Befell(word, card, draft.copies[card].control),)
        for tally in kept.tallies if event.card < 0 else ():
            _add(draft, tally, event.seat, event.amount)


def befallen(table: Table, what: str) -> list[Copy]:
    """The cards that this befell, once for each time, each under the control it had then (G-276)."""
    return [_as_it_was(table.copies[one.card], one.seat) for one in table.past if one.what == what]


def _as_it_was(card: Copy, seat: int) -> Copy:
    if card.control == seat:
        return card
    was = card.own()
    was.control = seat
    return was


def _add(draft: Draft, tally: str, seat: int, amount: int) -> None:
    seat = draft.setup.seating.lead[seat]
    before = amount_of(draft.tallies, tally, seat)
    others = tuple(entry for entry in draft.tallies if entry[:2] != (tally, seat))
    draft.tallies = (*others, (tally, seat, before + amount))


def amount_of(tallies: tuple[tuple[str, int, int], ...], tally: str, seat: int) -> int:
    """How much was added up under that name for a seat."""
    return sum([amount for name, by, amount in tallies if name == tally and by == seat])
