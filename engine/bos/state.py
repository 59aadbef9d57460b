"""The table of a duel: immutable outside, one draft inside a step, pending work as plain data.

Places are numbers: each seat has three wizard places, three summon places and one boss place; columns count from 0
at player one's left for both seats (G-99). A `Copy` is never written to except by the draft that made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.bos.cards import Card, CardType, Pool
from engine.bos.editions import Edition
from engine.bos.known import Known
from engine.choice import Event, Outcome

COLUMNS: Final = 3
PLACES: Final = 2 * COLUMNS + 1
LETTERS: Final = "abcdef"
NOBODY: Final = -1

CASTLE: Final = "castle"
SPELLBOOK: Final = "spellbook"
GRAVEYARD: Final = "graveyard"
TABLE: Final = "table"
ASIDE: Final = "aside"
UNDER: Final = "under"
"""Where a card is: in a pile, on a place, nowhere while it resolves (G-73), or under the card it enchants."""
PILE_OF: Final = {CardType.SUMMON: CASTLE, CardType.SPELL: SPELLBOOK}

STARTUP: Final = "startup"
SUMMONING: Final = "summoning"
MAIN: Final = "main"
ENDING: Final = "ending"


def wizard_place(seat: int, column: int) -> int:
    """The place of a seat's wizard in a column."""
    return seat * PLACES + column


def summon_place(seat: int, column: int) -> int:
    """The place in front of that wizard."""
    return seat * PLACES + COLUMNS + column


def boss_place(seat: int) -> int:
    """The place of a seat's boss, beside the columns (2.1.5)."""
    return seat * PLACES + 2 * COLUMNS


def seat_of(place: int) -> int:
    """Whose side a place is on."""
    return place // PLACES


def column_of(place: int) -> int:
    """The column of a wizard's or summon's place; -1 for a boss."""
    spot = place % PLACES
    return -1 if spot == 2 * COLUMNS else spot % COLUMNS


def is_summon_place(place: int) -> bool:
    """Whether summons stand there."""
    return COLUMNS <= place % PLACES < 2 * COLUMNS


_FIGHTING: Final = tuple(seat * PLACES + spot for seat in (0, 1) for spot in range(COLUMNS, PLACES))


def is_boss_place(place: int) -> bool:
    """Whether a boss stands there."""
    return place % PLACES == 2 * COLUMNS


def _position(place: int) -> str:
    seat, spot = divmod(place, PLACES)
    if spot == 2 * COLUMNS:
        return f"{seat + 1}*"
    return f"{seat + 1}{'w' if spot < COLUMNS else ''}{LETTERS[spot % COLUMNS]}"


_POSITIONS: Final = tuple(map(_position, range(2 * PLACES)))


def position(place: int) -> str:
    """How a record writes a place: `1a` a summon, `1wa` a wizard, `1*` a boss."""
    return _POSITIONS[place]


@dataclass(slots=True)
class Copy:
    """One card of a deck during a game. `strength` is what it has now; `face.strength` is its base."""

    id: int
    face: Card
    owner: int
    control: int
    zone: str
    place: int = NOBODY
    up: bool = False
    public: bool = False
    acted: bool = False
    strength: int = 0
    host: int = NOBODY
    leaving: bool = False
    bonus: int = 0
    """The part of `strength` that lasts only as long as a text or a duration gives it (G-165)."""
    spared: bool = False
    """Without strength, and still there because something else happened instead of its defeat."""

    def own(self) -> Copy:
        """A private copy for a draft to write to; made without asking for each field as an argument."""
        twin = Copy.__new__(Copy)
        twin.id, twin.face, twin.owner, twin.control = self.id, self.face, self.owner, self.control
        twin.zone, twin.place, twin.up, twin.public = self.zone, self.place, self.up, self.public
        twin.acted, twin.strength, twin.host = self.acted, self.strength, self.host
        twin.leaving, twin.bonus, twin.spared = self.leaving, self.bonus, self.spared
        return twin


class Doing(NamedTuple):
    """An ability being carried out, as plain data.

    `source` is the card it stands on, `number` which of its abilities (from 0), `seat` who is "you" in it, `event` what
    set it off. Things are numbers: a card's id, or `player(seat)`. `picked` are the things chosen for the step that is
    running, one tuple for each thing that somebody chooses; `it` the things last named; `amount` is "that much"; `did`
    whether the step before happened; `mode` the choice of "choose one"; `who` the seat of "that player", -1 as long as
    it is that of `it` or of the event.
    """

    source: int
    number: int
    seat: int
    event: Event | None = None
    picked: tuple[tuple[int, ...], ...] = ()
    it: tuple[int, ...] = ()
    amount: int = 0
    x: int = 0
    did: bool = True
    mode: int = 0
    who: int = NOBODY


class Modifier(NamedTuple):
    """Something that lasts until a moment: a strength bonus, a prohibition, or damage to be prevented.

    `kind` is "strength", "cannot" or "prevent"; `thing` whom it concerns; `what` the prohibition; `amount` the strength
    (may be negative) or the damage left to prevent (-1: all). `until` is a `tree.Until`; `seat` whose "your" that is,
    `source` the card it comes from, `turn` the number of the turn in which it began.
    """

    kind: str
    thing: int
    what: str
    amount: int
    until: str
    seat: int
    source: int
    turn: int


class Frame(NamedTuple):
    """Pending work as plain data: a routine by name, the step it has reached, and the values it carries."""

    routine: str
    step: int = 0
    values: tuple[int, ...] = ()
    doing: Doing | None = None


class Ask(NamedTuple):
    """What the game waits for: the kind of choice and the seat that answers it."""

    kind: str
    seat: int


def player(seat: int) -> int:
    """A player as a thing."""
    return -2 - seat


_FIRST_PLACE: Final = -100


def open_place(place: int) -> int:
    """An empty place as a thing: somewhere a card can be moved or brought to."""
    return _FIRST_PLACE - place


def place_of_thing(thing: int) -> int:
    """The empty place that a thing is; -1 for a card or a player."""
    return _FIRST_PLACE - thing if thing <= _FIRST_PLACE else NOBODY


def seat_of_thing(thing: int) -> int:
    """The seat of a player as a thing; -1 for a card."""
    return -2 - thing if thing < NOBODY else NOBODY


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed before a game: lists, swaps, bids, order, edition. Seats count from 0.

    `wizards` stand by column. `registered` are the cards of list and reserves by identity, among which a written name
    is looked up; `playing` those that may be used in this game. `hidden_swap` says for each seat that reserves may have
    been swapped in unseen; then the piles hold deck and reserves, and only their sizes bind. `hidden` says for each
    seat that its list is not known at all; then they hold what the record shows, and blanks (`presumed`).
    """

    edition: Edition
    pool: Pool
    names: tuple[str, str]
    bosses: tuple[Card, Card]
    wizards: tuple[tuple[Card, ...], tuple[Card, ...]]
    piles: tuple[tuple[Card, ...], tuple[Card, ...]]
    registered: tuple[Mapping[str, Card], Mapping[str, Card]]
    playing: tuple[Mapping[str, Card], Mapping[str, Card]]
    first: int = 0
    ether: tuple[int, int] = (0, 0)
    hidden_swap: tuple[bool, bool] = (False, False)
    hidden: tuple[bool, bool] = (False, False)
    known: Known = field(default_factory=Known, init=False, compare=False, repr=False)


class State(NamedTuple):
    """A position of a duel. Every number a seat has stands in a tuple by seat."""

    setup: Setup
    serial: int
    copies: tuple[Copy, ...]
    table: tuple[int, ...]
    life: tuple[int, ...]
    vim: tuple[int, ...]
    ether: tuple[int, ...]
    turns: tuple[int, ...]
    attacks: tuple[int, ...]
    active: int
    turn: int
    phase: str
    readied: tuple[int, ...]
    frames: tuple[Frame, ...]
    ask: Ask | None
    outcome: Outcome | None
    waiting: tuple[Doing, ...] = ()
    """Abilities set off and not yet carried out, in the order in which they were set off (10.4)."""
    modifiers: tuple[Modifier, ...] = ()
    used: tuple[tuple[int, int, str], ...] = ()
    """Limits spent: card, number of its ability, "turn" or "game"."""
    under: tuple[int, ...] = ()
    """Spells that lie under a card (6.2.1), in the order in which they came there."""
    fallen: tuple[int, ...] = ()
    """Defeated cards that have not left the battlefield yet (7.4.2)."""
    past: tuple[tuple[str, int], ...] = ()
    """What cards did this turn: ("attacked" | "was summoned" | "was defeated", card)."""


_event: Callable[[type[Event], tuple[str, int, int, int, int]], Event] = tuple.__new__
_state: Callable[[type[State], tuple[object, ...]], State] = tuple.__new__
next_frame: Callable[[type[Frame], tuple[str, int, tuple[int, ...], Doing | None]], Frame] = tuple.__new__
"""As `Event(…)`, `State(…)`, `Frame(…)` with every field given, in half the time: what is made most often."""


class Draft:
    """A position being changed by one step. Reads like a `State`; `own` gives a copy that may be written to."""

    __slots__ = (
        "_owned", "active", "ask", "asks_all", "attacks", "auto", "before", "copies", "ended", "ether", "events",
        "fallen", "frames", "heard", "lent", "life", "modifiers", "outcome", "passed", "past", "phase", "readied",
        "serial", "setup", "spared", "table", "turn", "turns", "under", "used", "vim", "waiting",
    )  # fmt: skip

    def __init__(self, state: State | Draft) -> None:
        self.before: State = state.before if isinstance(state, Draft) else state
        self.lent: bool = isinstance(state, Draft) and state.lent
        self.setup: Setup = state.setup
        self.serial: int = state.serial + 1
        self.copies: list[Copy] = list(state.copies)
        self.table: list[int] = list(state.table)
        self.life: list[int] = list(state.life)
        self.vim: list[int] = list(state.vim)
        self.ether: list[int] = list(state.ether)
        self.turns: tuple[int, ...] = state.turns
        self.attacks: tuple[int, ...] = state.attacks
        self.active: int = state.active
        self.turn: int = state.turn
        self.phase: str = state.phase
        self.readied: tuple[int, ...] = state.readied
        self.frames: list[Frame] = list(state.frames)
        self.ask: Ask | None = state.ask
        self.outcome: Outcome | None = state.outcome
        self.waiting: list[Doing] = list(state.waiting)
        self.modifiers: tuple[Modifier, ...] = state.modifiers
        self.used: tuple[tuple[int, int, str], ...] = state.used
        self.past: tuple[tuple[str, int], ...] = state.past
        self.under: tuple[int, ...] = state.under
        self.fallen: list[int] = list(state.fallen)
        self.asks_all = False
        self.auto: tuple[int, ...] = ()
        self.heard = 0
        self.ended = False
        self.spared: tuple[int, ...] = ()
        self.passed: set[tuple[object, ...]] | None = None
        self.events: list[Event] = []
        self._owned: set[int] = set()

    def own(self, number: int) -> Copy:
        """The copy with that id, private to this draft from now on."""
        if number not in self._owned:
            self.copies[number] = self.copies[number].own()
            self._owned.add(number)
        return self.copies[number]

    def move(self, number: int, place: int) -> None:
        """Put a card on a place of the table, from wherever it was."""
        copy = self.own(number)
        if copy.place != NOBODY:
            self.table[copy.place] = NOBODY
        copy.zone, copy.place = TABLE, place
        self.table[place] = number

    def put_away(self, number: int, zone: str) -> None:
        """Take a card off the table into one of its owner's piles, as it was printed (G-66)."""
        copy = self.own(number)
        if copy.place != NOBODY:
            self.table[copy.place] = NOBODY
        if copy.host != NOBODY:
            self.under = tuple(spell for spell in self.under if spell != number)
        copy.zone, copy.place, copy.host, copy.control = zone, NOBODY, NOBODY, copy.owner
        copy.up = zone == GRAVEYARD
        copy.public = copy.public or copy.up
        copy.acted = copy.leaving = copy.spared = False
        copy.strength, copy.bonus = copy.face.strength or 0, 0
        self.used = tuple(use for use in self.used if use[0] != number) if self.used else ()

    def lay_under(self, number: int, host: int) -> None:
        """Put a spell under a card on the table, where it stays (6.2.1)."""
        spell = self.own(number)
        spell.zone, spell.host, spell.up, spell.public = UNDER, host, True, True
        self.under += (number,)

    def happen(self, kind: str, card: int = -1, seat: int = -1, other: int = -1, amount: int = 0) -> None:
        """Note an event."""
        self.events.append(_event(Event, (kind, card, seat, other, amount)))

    def freeze(self) -> State:
        """The position after the step."""
        return _state(State, (
            self.setup, self.serial, tuple(self.copies), tuple(self.table), tuple(self.life), tuple(self.vim),
            tuple(self.ether), self.turns, self.attacks, self.active, self.turn, self.phase,
            self.readied, tuple(self.frames), self.ask, self.outcome, tuple(self.waiting), self.modifiers, self.used,
            self.under, tuple(self.fallen), self.past,
        ))  # fmt: skip


Table = State | Draft


class Step(NamedTuple):
    """What an answer led to: the next position, what happened on the way, and which things the engine chose by itself,
    because there was nothing else to choose."""

    state: State
    events: tuple[Event, ...]
    auto: tuple[int, ...] = ()


def counted(numbers: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The numbers by seat with one more for that seat."""
    return (*numbers[:seat], numbers[seat] + 1, *numbers[seat + 1 :])


def at(table: Table, place: int) -> Copy | None:
    """The card on a place, if one is there."""
    number = table.table[place]
    return None if number < 0 else table.copies[number]


def summons_of(table: Table, seat: int) -> Iterator[Copy]:
    """The summons that a seat controls, by column; a defeated one is not counted (7.4.1, G-94)."""
    for column in range(COLUMNS):
        copy = at(table, summon_place(seat, column))
        if copy and not copy.leaving:
            yield copy


def face_up_boss(table: Table, seat: int) -> Copy | None:
    """The seat's boss if it takes part in the game."""
    boss = at(table, boss_place(seat))
    return boss if boss and boss.up and not boss.leaving else None


def on_table(table: Table, seat: int) -> Iterator[Copy]:
    """Every card a seat has on a place: wizards, summons, boss."""
    for number in table.table[seat * PLACES : (seat + 1) * PLACES]:
        if number >= 0:
            yield table.copies[number]


def without_strength(table: Table) -> list[Copy]:
    """The summons and bosses on the table that have no strength, or were spared when they had none."""
    copies = [table.copies[number] for place in _FIGHTING if (number := table.table[place]) >= 0]
    return [copy for copy in copies if not copy.strength or copy.spared]


def opponents(table: Table, seat: int) -> tuple[int, ...]:
    """The seats that are opponents now; nobody is one before their first turn (8.1.2, 10.5.1)."""
    return tuple([other for other, begun in enumerate(table.turns) if begun and other != seat])


def in_pile(table: Table, seat: int, zone: str) -> list[Copy]:
    """The cards that a seat has in a pile, or may have there after an unseen swap."""
    there = [copy for copy in table.copies[_span(table, seat)] if copy.zone == zone]
    if _may_be_swapped(table, seat, zone) and unseen(table, seat, zone) < 1:
        return [copy for copy in there if copy.public]
    return there


def _span(table: Table, seat: int) -> slice:
    """Where the cards that a seat owns stand among all copies; the same all game long."""
    known = table.setup.known
    if known.spans is None:
        owners = [copy.owner for copy in table.copies]
        known.spans = tuple([slice(owners.index(one), owners.index(one) + owners.count(one)) for one in (0, 1)])
    return known.spans[seat]


def pile_size(table: Table, seat: int, zone: str) -> int:
    """How many cards a castle, spellbook or graveyard holds (2.2.2, G-33)."""
    if not _may_be_swapped(table, seat, zone):
        return len(in_pile(table, seat, zone))
    kind, size = _filling(table, zone)
    return size - sum(copy.owner == seat and copy.face.type is kind and copy.zone != zone for copy in table.copies)


def unseen(table: Table, seat: int, zone: str) -> int:
    """After an unseen swap: how many cards of a castle or spellbook nobody has seen yet.

    Any card of list and reserves may be one of them, but no more than these: as many leave as enter (12.3.5, G-23).
    """
    kind, size = _filling(table, zone)
    return size - sum(copy.owner == seat and copy.face.type is kind and copy.public for copy in table.copies)


def _may_be_swapped(table: Table, seat: int, zone: str) -> bool:
    return table.setup.hidden_swap[seat] and zone in (CASTLE, SPELLBOOK)


def _filling(table: Table, zone: str) -> tuple[CardType, int]:
    """What a castle or a spellbook is filled with as a game begins, and with how many."""
    edition = table.setup.edition
    return (CardType.SUMMON, edition.summons) if zone == CASTLE else (CardType.SPELL, edition.spells)


def _copies_of(table: Table) -> dict[tuple[int, str], tuple[int, ...]]:
    """The ids of every card of each seat, by identity; the same all game long."""
    known = table.setup.known
    if known.copies is None:
        known.copies = {}
        for copy in table.copies:
            there = known.copies.get((copy.owner, copy.face.key), ())
            known.copies[copy.owner, copy.face.key] = (*there, copy.id)
    return known.copies


def available(table: Table, seat: int, zone: str, card: Card) -> Copy | None:
    """A copy of the card that the seat may take from its castle or spellbook, if there is one."""
    hidden = _may_be_swapped(table, seat, zone)
    found = None
    for number in _copies_of(table).get((seat, card.key), ()):
        copy = table.copies[number]
        if copy.zone == zone:
            if not hidden or copy.public:
                return copy
            found = found or copy
    return found if found and unseen(table, seat, zone) > 0 else None


def seat_name(seat: int) -> str:
    """How records call a seat."""
    return f"P{seat + 1}"


def named(copy: Copy) -> str:
    """A card on the table for a sentence: its name and its place."""
    return f"{copy.face.name} ({position(copy.place)})" if copy.place != NOBODY else copy.face.name


def total(values: Sequence[int]) -> str:
    """Two totals as a record writes them."""
    return "/".join(str(value) for value in values)


def fights(copy: Copy | None) -> bool:
    """Whether a card is a face-up summon or boss in the game."""
    if copy is None or copy.zone != TABLE or not copy.up or copy.leaving:
        return False
    return is_summon_place(copy.place) or is_boss_place(copy.place)


def too_many(table: Table, seat: int, card: Card, zone: str) -> str:
    """Why a card cannot come from that castle or spellbook: no copy of it is left there (5.1.6, 6.1.6)."""
    if pile_size(table, seat, zone) < 1:
        return f"The {zone} of {seat_name(seat)} is empty; {card.name} cannot come from it."
    if _may_be_swapped(table, seat, zone) and unseen(table, seat, zone) < 1:
        return f"Every card of {seat_name(seat)}'s {zone} has been seen by now, and no {card.name} is left among them."
    return f"No copy of {card.name} is left in the {zone} of {seat_name(seat)}."
