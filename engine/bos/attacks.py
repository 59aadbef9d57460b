"""What makes an attack or a block legal, each rule with its number (chapters 7, 8 and 9)."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bos import keys, statics
from engine.bos.battle import possible_blockers
from engine.bos.bosses import stands_open
from engine.bos.rows import Row, first_broken
from engine.bos.state import (
    MAIN,
    NOBODY,
    Copy,
    State,
    at,
    column_of,
    fights,
    is_boss_place,
    named,
    player,
    position,
    seat_name,
    seat_of,
    summon_place,
)
from engine.choice import Answer, Violation


class AttackCase(NamedTuple):
    """An attack being declared on the card in a place, `target` if one stands there, or on a player; the other one
    is -1."""

    state: State
    seat: int
    place: int
    attacker: Copy | None
    target_place: int
    target: Copy | None
    player: int

    @property
    def facing(self) -> Copy | None:
        """The opposing summon in the attacker's column (8.1.1, G-96, G-107)."""
        column = column_of(self.place)
        return None if column == NOBODY else at(self.state, summon_place(1 - self.seat, column))

    @property
    def by(self) -> str:
        """The attacker for a sentence."""
        return named(self.attacker) if self.attacker else position(self.place)

    @property
    def met(self) -> str:
        """The target for a sentence."""
        return named(self.target) if self.target else position(self.target_place)

    @property
    def faced(self) -> str:
        """The opposing summon for a sentence."""
        return named(self.facing) if self.facing else ""


def _no_attacker(case: AttackCase) -> str:
    if case.attacker is None:
        return f"No card stands at {position(case.place)}, so nothing attacks from there."
    return f"{case.by} is not a face-up summon or boss of {seat_name(case.seat)}."


def _no_target(case: AttackCase) -> str:
    if case.target is None:
        return f"No card stands at {position(case.target_place)} that could be attacked."
    if case.target is case.attacker:
        return f"{case.by} cannot attack itself."
    return f"{named(case.target)} is not a face-up summon or boss and cannot be attacked."


_DECLARING: Final[tuple[Row[AttackCase], ...]] = (
    Row(
        "7.1.1",
        lambda c: c.state.phase == MAIN,
        lambda c: f"Attacks are declared in the main phase; this is the {c.state.phase} phase.",
    ),
    Row("7.1.3", lambda c: fights(c.attacker) and seat_of(c.place) == c.seat, _no_attacker),
    Row(
        "7.1.2",
        lambda c: c.attacker is not None and not c.attacker.acted,
        lambda c: f"{c.by} has already acted and cannot attack before it is ready again.",
    ),
)


def _who_forbids(case: AttackCase, what: str, thing: int) -> str:
    copy = statics.forbidden(case.state, what, thing)
    return named(copy) if copy else "A text"


def _may(case: AttackCase, what: str) -> bool:
    assert case.attacker is not None
    return statics.forbidden(case.state, what, case.attacker.id) is None


_ALLOWED: Final[tuple[Row[AttackCase], ...]] = (
    Row(
        "10.7",
        lambda c: _may(c, "attack") and _may(c, "act"),
        lambda c: f"{_who_forbids(c, 'attack', c.attacker.id if c.attacker else -1)} says that {c.by} cannot attack.",
    ),
)

ATTACK: Final[tuple[Row[AttackCase], ...]] = (
    *_DECLARING,
    Row(
        "7.2.1",
        lambda c: c.target is None or c.target.up or not is_boss_place(c.target_place),
        lambda c: f"{c.met} is face-down and cannot be attacked.",
        "G-84",
    ),
    Row("7.2.1", lambda c: fights(c.target) and c.target is not c.attacker, _no_target),
    *_ALLOWED,
    Row(
        "10.7",
        lambda c: c.target is not None and statics.forbidden(c.state, "be attacked", c.target.id) is None,
        lambda c: (
            f"{_who_forbids(c, 'be attacked', c.target.id if c.target else -1)} says that {c.met} cannot be attacked."
        ),
    ),
)

PLAYER_ATTACK: Final[tuple[Row[AttackCase], ...]] = (
    *_DECLARING,
    Row(
        "8.1.2",
        lambda c: c.state.turns[c.player] > 0,
        lambda c: f"{seat_name(c.player)} has not started their first turn and cannot be attacked yet.",
    ),
    Row(
        "9.2.3",
        lambda c: c.player == c.seat or not is_boss_place(c.place) or stands_open(c.state, c.player),
        lambda c: f"{c.by} is a boss; {seat_name(c.player)} still has a summon or a face-up boss.",
        "G-119",
    ),
    Row(
        "8.1.1",
        lambda c: c.player == c.seat or c.facing is None,
        lambda c: f"{c.faced} stands in the column of {c.by}, which is not open.",
    ),
    Row(
        "8.1.1",
        lambda c: c.facing is None,
        lambda c: f"{c.faced} stands in the column of {c.by}, which is not open for an attack on oneself either.",
        "G-107",
    ),
    *_ALLOWED,
    Row(
        "10.7",
        lambda c: _may(c, "attack players") and statics.forbidden(c.state, "be attacked", player(c.player)) is None,
        lambda c: (
            f"{_who_forbids(c, 'attack players', c.attacker.id if c.attacker else -1)} forbids this attack of {c.by}."
        ),
    ),
)


def check_attack(state: State, answer: Answer) -> Violation | None:
    """Whether an attack may be declared so."""
    move = keys.attack(answer.key)
    target = None if move.target == NOBODY else at(state, move.target)
    case = AttackCase(state, answer.seat, move.attacker, at(state, move.attacker), move.target, target, move.player)
    return first_broken(ATTACK if move.player == NOBODY else PLAYER_ATTACK, case)


class BlockCase(NamedTuple):
    """A card that should block the attack on a player."""

    state: State
    seat: int
    place: int
    blocker: Copy | None
    attacker: Copy

    @property
    def by(self) -> str:
        """The blocker for a sentence."""
        return named(self.blocker) if self.blocker else position(self.place)


def _no_blocker(case: BlockCase) -> str:
    if case.blocker is None:
        return f"No card stands at {position(case.place)} that could block."
    return f"{named(case.blocker)} is not a face-up summon or boss of {seat_name(case.seat)} and cannot block."


def _may_block(case: BlockCase) -> bool:
    assert case.blocker is not None
    if statics.forbidden(case.state, "be blocked", case.attacker.id):
        return False
    return statics.forbidden(case.state, "block", case.blocker.id) is None


BLOCK: Final[tuple[Row[BlockCase], ...]] = (
    Row(
        "9.2.2",
        lambda c: c.blocker is None or seat_of(c.place) != c.seat or not is_boss_place(c.place) or c.blocker.up,
        lambda c: f"{c.by} is face-down; only a face-up boss blocks.",
    ),
    Row("8.2.1", lambda c: fights(c.blocker) and seat_of(c.place) == c.seat, _no_blocker),
    Row(
        "8.2.1",
        lambda c: c.seat != c.attacker.control or is_boss_place(c.place),
        lambda c: f"{c.by} cannot block an attack on its own player; only a face-up boss can.",
        "G-107",
    ),
    Row(
        "10.7",
        lambda c: c.blocker is not None and _may_block(c),
        lambda c: f"A text says that {c.by} cannot block here.",
    ),
    Row(
        "8.2.1",
        lambda c: c.blocker in possible_blockers(c.state, c.attacker, c.seat),
        lambda c: f"{c.by} does not stand in a column adjacent to {named(c.attacker)}.",
        "G-98",
    ),
)


def check_block(state: State, answer: Answer) -> Violation | None:
    """Whether that card may block the attack that waits."""
    return check_block_of(state, answer, state.copies[state.frames[-1].values[0]])


def check_block_of(state: State, answer: Answer, attacker: Copy) -> Violation | None:
    """Whether that card may block an attack of this attacker on its player."""
    place = keys.block(answer.key)
    return first_broken(BLOCK, BlockCase(state, answer.seat, place, at(state, place), attacker))
