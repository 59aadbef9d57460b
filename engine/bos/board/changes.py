"""What is otherwise on a table than it was: cards that fall, come, move or turn, strengths, and what players have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.bos.model.cards import BLANK, CardType
from engine.bos.model.places import LETTERS, NOBODY, column_of, is_boss_place, player, position
from engine.bos.model.state import GRAVEYARD, TABLE, UNDER, Copy, State
from engine.messages import Arg, Message

FIGHTERS: Final = (CardType.SUMMON, CardType.BOSS)


class Altered(NamedTuple):
    """One thing that is otherwise."""

    what: str
    """What: "life", "vim", "ether", "strength", "falls", "leaves", "comes", "moves", "side", "up", "down", "acted",
    "ready", "enchanted", "pile" or "lasting"."""
    seat: int
    """On whose side it is, from 0."""
    thing: int
    """The id of the card, or the player as a thing; -1 for neither."""
    before: str | int
    """How it was; empty where that says nothing."""
    after: str | int
    """How it is; empty where that says nothing."""
    said: Message
    """The same in a few words, without whom it is about."""

    @property
    def gain(self) -> int:
        """By how much a number has grown; 0 for what is no number."""
        return self.after - self.before if isinstance(self.before, int) and isinstance(self.after, int) else 0


def altered(before: State, after: State) -> list[Altered]:
    """Everything that is otherwise: of players, then of cards by their ids, then that something lasts."""
    found = list(_of_players(before, after))
    for old, new in zip(before.copies, after.copies, strict=True):
        if old is not new:
            found += _of_card(after, old, new)
    if _lasts(before, after):
        found.append(Altered("lasting", max(after.active, 0), NOBODY, "", "", Message("bos.outlook.lasting")))
    return found


def _of_players(before: State, after: State) -> Iterator[Altered]:
    for seat in range(len(before.life)):
        resources = (("life", before.life, after.life), ("vim", before.vim, after.vim))
        for what, old, new in (*resources, ("ether", before.ether, after.ether)):
            if old[seat] != new[seat]:
                yield _number(what, seat, player(seat), old[seat], new[seat])


def _number(what: str, seat: int, thing: int, before: int, after: int) -> Altered:
    return Altered(what, seat, thing, before, after, Message(f"bos.outlook.{what}", before=before, after=after))


def _of_card(after: State, old: Copy, new: Copy) -> list[Altered]:
    if _stands(old):
        return _still_there(old, new) if _stands(new) else [_gone(old, new)]
    if old.zone == TABLE:  # was defeated before
        return []
    if _stands(new):
        return [Altered("comes", new.control, new.id, old.zone, position(new.place), _arrival(new))]
    if new.zone == UNDER and old.zone != UNDER:
        return [_enchanted(after.copies[new.host], new)]
    if old.zone != new.zone:
        said = Message(f"bos.outlook.to_{new.zone}")
        return [Altered("pile", new.owner, new.id, old.zone, new.zone, said)]
    return []


def _arrival(copy: Copy) -> Message:
    if is_boss_place(copy.place):
        return Message("bos.outlook.to_table")
    return Message("bos.outlook.comes", column=LETTERS[column_of(copy.place)])


def _stands(copy: Copy) -> bool:
    return copy.zone == TABLE and copy.place != NOBODY and not copy.leaving


def _gone(old: Copy, new: Copy) -> Altered:
    if new.leaving or (new.zone == GRAVEYARD and old.face.type in FIGHTERS):
        return Altered("falls", old.control, old.id, old.strength, "", Message("bos.outlook.falls"))
    return Altered("leaves", old.control, old.id, "", new.zone, Message(f"bos.outlook.to_{new.zone}"))


def _still_there(old: Copy, new: Copy) -> list[Altered]:
    found: list[Altered] = []

    def note(what: str, was: str = "", now: str = "", **args: Arg) -> None:
        found.append(Altered(what, old.control, old.id, was, now, Message(f"bos.outlook.{what}", **args)))

    if old.strength != new.strength and old.face.type in FIGHTERS:
        found.append(_number("strength", old.control, old.id, old.strength, new.strength))
    if old.control != new.control:
        note("side")
    elif old.place != new.place and column_of(new.place) != NOBODY:
        was, now = LETTERS[column_of(old.place)], LETTERS[column_of(new.place)]
        note("moves", was, now, column=now)
    if old.up != new.up:
        note("up" if new.up else "down")
    if old.acted != new.acted:
        note("acted" if new.acted else "ready")
    return found


def _enchanted(host: Copy, spell: Copy) -> Altered:
    """Whose card it is does not matter: it is told of the card that the spell lies under."""
    said = Message("bos.outlook.enchanted", card=spell.face.name)
    return Altered("enchanted", host.control, host.id, "", spell.face.name, said)


def _lasts(before: State, after: State) -> bool:
    """Whether something lasts now, or is still to come, that was not there before; a strength is seen by itself."""
    new = [modifier for modifier in after.modifiers if modifier.kind != "strength" and modifier not in before.modifiers]
    return bool(new) or any(delayed not in before.delayed for delayed in after.delayed)


def is_blank(copy: Copy) -> bool:
    """Whether nothing is known of a card but its kind and colour."""
    return copy.face.name.startswith(BLANK)
