"""Conducting a summon: a face-up wizard turns face-down, the summon stands ready in front of it (chapter 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from engine.bos import keys, statics, texts, things, tree
from engine.bos.cards import Card, CardType, key
from engine.bos.quantities import holds
from engine.bos.rows import Row, first_broken, not_registered
from engine.bos.state import (
    CASTLE,
    COLUMNS,
    LETTERS,
    SUMMONING,
    Copy,
    Doing,
    Draft,
    State,
    Table,
    at,
    available,
    column_of,
    in_pile,
    named,
    player,
    seat_name,
    summon_place,
    too_many,
    wizard_place,
)
from engine.choice import Answer, Violation


def accepts(table: Table, seat: int, calling: tree.Calling, wizard: Copy) -> bool:
    """Whether one wizard is one that the condition asks for (G-61, G-62)."""
    if calling.names and all(key(name) != wizard.face.key for name in calling.names):
        return False
    return things.fits(table, Doing(wizard.id, 0, seat), calling.wizard, wizard)


def suffices(table: Table, seat: int, calling: tree.Calling, wizards: Sequence[Copy]) -> bool:
    """Whether exactly these wizards meet the condition."""
    if len(wizards) != calling.count or not all(accepts(table, seat, calling, wizard) for wizard in wizards):
        return False
    return not calling.names or sorted(wizard.face.key for wizard in wizards) == sorted(map(key, calling.names))


def conduct(draft: Draft, values: tuple[int, ...]) -> None:
    """5.1.4, 5.1.5: the wizards turn face-down, the summon enters ready. `values`: summon, then wizards."""
    summon, *wizards = values
    for number in wizards:
        wizard = draft.own(number)
        wizard.up = wizard.acted = False
        draft.happen("face down", number, wizard.control)
    column = column_of(draft.copies[wizards[0]].place)
    copy = draft.own(summon)
    draft.move(summon, summon_place(copy.control, column))
    copy.up = copy.public = True
    draft.happen("summon", summon, copy.control, wizards[0])


def take(draft: Draft, seat: int, card: Card) -> int:
    """The copy that leaves the castle (5.1.6). The check has seen to it that there is one."""
    copy = available(draft, seat, CASTLE, card)
    assert copy is not None
    return copy.id


class SummonCase(NamedTuple):
    """A summon being conducted: `wizards` are the cards in the columns named, `columns` where they should stand,
    `calling` what the summon asks for (None where its sentence cannot be read)."""

    state: State
    seat: int
    card: Card
    columns: tuple[int, ...]
    wizards: tuple[Copy | None, ...]
    calling: tree.Calling | None

    @property
    def in_the_way(self) -> str:
        """What stands where the summon should come, for a sentence; empty for a free place."""
        standing = at(self.state, summon_place(self.seat, self.columns[0]))
        return named(standing) if standing else ""


def _missing_wizard(case: SummonCase) -> str:
    column = next(c for c, wizard in zip(case.columns, case.wizards, strict=True) if wizard is None)
    return f"{seat_name(case.seat)} has no wizard in column {LETTERS[column]} who could conduct a summon."


def _face_down_wizard(case: SummonCase) -> str:
    wizard = next(wizard for wizard in case.wizards if wizard and not wizard.up)
    return f"{named(wizard)} is face-down and cannot conduct a summon."


def _wrong_wizards(case: SummonCase) -> str:
    stands = " and ".join(named(wizard) for wizard in case.wizards if wizard)
    return f"{case.card.name} cannot be summoned with {stands}; its condition is “{case.card.condition}”."


def _the_rest_holds(case: SummonCase) -> bool:
    if case.calling is None or case.calling.only is None:
        return True
    copy = available(case.state, case.seat, CASTLE, case.card)
    return copy is None or holds(case.state, Doing(copy.id, 0, case.seat), case.calling.only)


def _is_moment(case: SummonCase) -> bool:
    """The own summoning phase, or an effect that lets its player conduct a summon now (G-64)."""
    ask = case.state.ask
    return case.state.phase == SUMMONING or (ask is not None and ask.kind == "conduct")


SUMMON: Final[tuple[Row[SummonCase], ...]] = (
    Row(
        "5.1.1",
        _is_moment,
        lambda c: f"Summons are conducted in the summoning phase; this is the {c.state.phase} phase.",
    ),
    Row(
        "5.1.6",
        lambda c: c.card.type is CardType.SUMMON,
        lambda c: f"{c.card.name} is a {c.card.type}, not a summon, so it cannot be summoned from the castle.",
    ),
    Row(
        "5.1.6",
        lambda c: available(c.state, c.seat, CASTLE, c.card) is not None,
        lambda c: too_many(c.state, c.seat, c.card, CASTLE),
    ),
    Row("5.1.2", lambda c: not any(w is None for w in c.wizards), _missing_wizard),
    Row("5.1.2", lambda c: all(w.up for w in c.wizards if w), _face_down_wizard),
    Row(
        "5.1.2",
        lambda c: c.state.setup.edition.acted_wizard_summons or not any(w.acted for w in c.wizards if w),
        lambda c: "A wizard who has acted cannot conduct a summon in this edition.",
    ),
    Row(
        "5.1.2",
        lambda c: c.calling is None or suffices(c.state, c.seat, c.calling, [w for w in c.wizards if w]),
        _wrong_wizards,
    ),
    Row(
        "5.1.2",
        lambda c: _the_rest_holds(c),
        lambda c: f"The condition of {c.card.name} does not hold (“{c.card.condition}”).",
    ),
    Row(
        "5.1.3",
        lambda c: not c.in_the_way,
        lambda c: f"{c.in_the_way} already stands in front of that wizard; a place holds one summon.",
    ),
    Row(
        "10.7",
        lambda c: (
            statics.forbidden(c.state, "conduct", player(c.seat)) is None
            and not any(statics.forbidden(c.state, "conduct", wizard.id) for wizard in c.wizards if wizard)
        ),
        lambda c: f"A text says that {seat_name(c.seat)} cannot conduct this summon.",
    ),
)


def check_summon(state: State, answer: Answer) -> Violation | None:
    """Whether a summon may be conducted so."""
    move = keys.summon(answer.key)
    card = state.setup.playing[answer.seat].get(move.name)
    if card is None:
        return not_registered(move.name, seat_name(answer.seat))
    wizards = tuple(at(state, wizard_place(answer.seat, column)) for column in move.wizards)
    return first_broken(SUMMON, SummonCase(state, answer.seat, card, move.wizards, wizards, texts.calling_of(card)))


def imaginable(state: State, seat: int) -> Iterator[str]:
    """The keys of all summons that a seat's castle, face-up wizards and free places suggest; most are not lawful."""
    columns = [c for c in range(COLUMNS) if (wizard := at(state, wizard_place(seat, c))) and wizard.up]
    free = [column for column in columns if at(state, summon_place(seat, column)) is None]
    cards = {copy.face.key: copy.face for copy in in_pile(state, seat, CASTLE)}
    for name in sorted(cards):
        calling = texts.calling_of(cards[name])
        for first in free:
            others = [column for column in columns if column != first]
            for more in combinations(others, (calling.count if calling else 1) - 1):
                yield keys.write_summon((first, *more), name)
