"""An event that waits: somebody is asked first whether something else happens instead (G-373).

The event is kept in a frame of its own. Whoever has a text, or a spell in the spellbook, that would take its place is
asked as about abilities that wait. Once one is used the event does not happen; else it happens now after all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from engine.bos.abilities.card_abilities import spoken_text
from engine.bos.abilities.continuous_effects import speaking
from engine.bos.abilities.replaceable import castable
from engine.bos.abilities.standing_clauses import Asking
from engine.bos.abilities.standing_texts import Voices, standing
from engine.bos.model.piles import available
from engine.bos.model.presence import exists
from engine.bos.model.state import ASIDE, SPELLBOOK, TABLE, Draft, Frame, PendingAbility, Table
from engine.bos.model.syntax import Text
from engine.choice import Event

POSTPONED: Final = "postponed"
"""The routine of an event that waits; `values`: whether it is one of battle, and how it stands with it."""
ASKED, REPLACED, HAPPENS = 0, 1, 2
REPLACING: Final = "replacing"
"""The routine of a replacement under way: only its `PendingAbility` counts, as a mark that it has acted. It stays under
what its own deeds leave waiting, and is over with that."""
WAITING: Final = (POSTPONED, REPLACING)
"""Routines of events that wait until somebody has been asked, and of what they are part of."""

D = TypeVar("D")

Match = Callable[[Draft, PendingAbility, Text, Event, bool], PendingAbility | None]
"""Tells whether a text takes the place of an event, and what its words mean then."""


def postpone(draft: Draft, event: Event, in_battle: bool, match: Match) -> bool:
    """Whether somebody has to be asked before the event; if so, it waits from now on."""
    if any(_is_known(frame, event) for frame in draft.frames):
        return False
    offered = [pending for pending in _candidates(draft, event, in_battle, match) if not _has_acted(draft, pending)]
    if not offered:
        return False
    draft.waiting += offered
    draft.frames.insert(_first_asked(draft.frames), Frame(POSTPONED, 0, (int(in_battle), ASKED), offered[0]))
    return True


def _first_asked(frames: Sequence[Frame]) -> int:
    """Where the events begin that would happen at one moment; the last of them is asked about first."""
    place = len(frames)
    while place and frames[place - 1].routine == POSTPONED and frames[place - 1].values[1] == ASKED:
        place -= 1
    return place


def _is_known(frame: Frame, event: Event) -> bool:
    """Whether everybody has been asked about the event already."""
    return frame.routine == POSTPONED and frame.values[1] == HAPPENS and frame.pending is not None and (
        frame.pending.event == event
    )  # fmt: skip


def _has_acted(table: Table, pending: PendingAbility) -> bool:
    """An ability acts at most once on an event and on what takes its place (10.4.7)."""
    under_way = [frame.pending[:2] for frame in table.frames if frame.routine == POSTPONED and frame.pending]
    return pending[:2] in under_way


def _candidates(draft: Draft, event: Event, in_battle: bool, match: Match) -> Iterator[PendingAbility]:
    said = standing(draft.setup)
    asking: Voices[Asking] | None = said.asking
    for pending, deed in (*speaking(draft, asking), *of_going(draft, asking, event)):
        if found := match(draft, pending, deed.text, event, in_battle):
            yield found
    for name, texts in castable(draft.setup).items():
        for seat, playing in enumerate(draft.setup.playing):
            copy = available(draft, seat, SPELLBOOK, playing[name]) if name in playing else None
            for number, text in texts if copy is not None and exists(draft, seat) else ():
                assert copy is not None
                if found := match(draft, PendingAbility(copy.id, number, seat), text, event, in_battle):
                    yield found


def of_going(draft: Draft, voices: Voices[D] | None, event: Event) -> Iterator[tuple[PendingAbility, D]]:
    """What a card says of its own going, though it is no more among those that are heard."""
    copy = draft.copies[event.card] if event.kind in GOING else None
    if voices is None or copy is None or not (copy.leaving or copy.zone == ASIDE):
        return
    seat = copy.owner if copy.zone == ASIDE else copy.control
    for clause in (voices.cards if copy.zone == TABLE else voices.spells).get(copy.face.key, ()):
        yield PendingAbility(copy.id, clause.number, seat), clause.deed


# The frame


def below(frames: Sequence[Frame], place: int) -> int:
    """The place of what goes on once the events that wait there and under it are decided; -1 for nothing."""
    while place >= 0 and frames[place].routine in WAITING:
        place -= 1
    return place


def accept(draft: Draft, event: Event) -> None:
    """One of those who were asked lets something else happen than this event; the others are asked no more."""
    forget(draft, event)
    _put_on_top(draft, event)
    get_up(draft, event)
    stand(draft, REPLACED)


def forget(draft: Draft, event: Event) -> None:
    """Nothing is offered any more in the place of this event."""
    draft.waiting = [one for one in draft.waiting if one.event != event or not _is_replacement(draft, one)]


def _put_on_top(draft: Draft, event: Event) -> None:
    """Of events that wait for the same moment the one that is replaced first comes first."""
    at = max(place for place, frame in enumerate(draft.frames) if _waits_for(frame, event))
    draft.frames.append(draft.frames.pop(at))


def _waits_for(frame: Frame, event: Event) -> bool:
    return frame.routine == POSTPONED and frame.pending is not None and frame.pending.event == event


def get_up(draft: Draft, event: Event) -> None:
    """A defeated card that something else happens to instead of its going is defeated no more."""
    if event.kind in GOING and draft.copies[event.card].leaving:
        card = draft.own(event.card)
        card.leaving, card.spared = False, True


GOING: Final = frozenset({"leave", "to graveyard"})
"""Events of a card that is heard though it falls, or is just cast."""


def is_offered(table: Table, pending: PendingAbility) -> bool:
    """Whether an ability that waits would take the place of the event that waits on top, or of one that would happen at
    the same moment."""
    frames, event = table.frames, pending.event
    if event is None or not frames or frames[-1].routine != POSTPONED:
        return False
    asked = (frames[-1], *frames[_first_asked(frames) : -1])
    return any(_waits_for(frame, event) for frame in asked) and _is_replacement(table, pending)


def _is_replacement(table: Table, pending: PendingAbility) -> bool:
    text = spoken_text(table.copies[pending.source].face, pending.number)
    return text is not None and text.instead is not None


def stand(draft: Draft, how: int) -> None:
    """How it stands now with the event on top."""
    frame = draft.frames[-1]
    draft.frames[-1] = frame._replace(values=(frame.values[0], how))
