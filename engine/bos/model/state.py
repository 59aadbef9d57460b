"""The table of a game: immutable outside, one draft inside a step, pending work as plain data.

Places are numbers (`places`). A `Copy` is never written to except by the draft that made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.bos.model.befallen import Befell
from engine.bos.model.cards import Card, CardType
from engine.bos.model.combat_deeds import Cannot, CombatRule, DamageChange, Toll
from engine.bos.model.places import (
    COLUMNS,
    FURTHER,
    NOBODY,
    PLACES,
    boss_place,
    is_boss_place,
    player_at,
    position,
)
from engine.bos.model.setup import Setup
from engine.bos.model.terms import Thing
from engine.choice import Event, Outcome
from engine.messages import Message

CASTLE: Final = "castle"
SPELLBOOK: Final = "spellbook"
GRAVEYARD: Final = "graveyard"
TABLE: Final = "table"
ASIDE: Final = "aside"
UNDER: Final = "under"
GONE: Final = "gone"
"""Where a card is: in a pile, on a place, nowhere while it resolves (G-73), under the card it enchants, or put away
with a player who is out (14.5.18)."""
ORIGINS: Final = (TABLE, CASTLE, SPELLBOOK, ASIDE, UNDER, GRAVEYARD)  # of a card that goes to a pile, by number
PILE_OF: Final = {CardType.SUMMON: CASTLE, CardType.SPELL: SPELLBOOK}
STARTUP: Final = "startup"
SUMMONING: Final = "summoning"
MAIN: Final = "main"
ENDING: Final = "ending"

_FIGHTING: Final = tuple(
    tuple(row * PLACES + spot for row in range(rows) for spot in range(COLUMNS, PLACES)) for rows in range(FURTHER + 3)
)
"""The places of summons and bosses, by the number of rows."""


@dataclass(slots=True)
class Copy:
    """One card of a deck during a game. `strength` is what it has now; `face.strength` is its base."""

    id: int
    """Its number, counted from 0, which is its place in `State.copies`."""
    face: Card
    """What is printed on it."""
    owner: int
    """The seat, counted from 0, whose deck it belongs to."""
    control: int
    """The seat that controls it."""
    zone: str
    """Where it is: `CASTLE`, `SPELLBOOK`, `GRAVEYARD`, `TABLE`, `ASIDE` or `UNDER`."""
    place: int = NOBODY
    """The number of its place on the table; -1 elsewhere."""
    up: bool = False
    """Whether it is face-up."""
    public: bool = False
    """Whether both players have seen it by now."""
    acted: bool = False
    """Whether it has acted and is not ready."""
    strength: int = 0
    """Its strength now, in points; 0 for a card without any."""
    host: int = NOBODY
    """The id of the card that it lies under; -1 for none."""
    leaving: bool = False
    """Whether it is defeated and has not left the table yet (7.4.2)."""
    bonus: int = 0
    """The part of `strength` that lasts only as long as a text or a duration gives it (G-165)."""
    spared: bool = False
    """Without strength, and still there because something else happened instead of its defeat."""
    fell_with: int = 0
    """While it is defeated: the strength it had, before the blow if one felled it (G-266)."""

    def own(self) -> Copy:
        """A private copy for a draft to write to; made without asking for each field as an argument."""
        twin = Copy.__new__(Copy)
        twin.id, twin.face, twin.owner, twin.control = self.id, self.face, self.owner, self.control
        twin.zone, twin.place, twin.up, twin.public = self.zone, self.place, self.up, self.public
        twin.acted, twin.strength, twin.host, twin.leaving = self.acted, self.strength, self.host, self.leaving
        twin.bonus, twin.spared, twin.fell_with = self.bonus, self.spared, self.fell_with
        return twin


class Remembered(NamedTuple):
    """What a text looks back on: the reference `of` it, the things, and the strength that each had when it was named,
    which is its last known strength once it is gone (G-321)."""

    of: Thing
    """What the text calls it: a reference, the card it lies under, or what was chosen to be measured."""
    things: tuple[int, ...]
    """Cards by id, and players."""
    strengths: tuple[int, ...]
    """Of each thing in points; 0 for a player."""
    places: tuple[int, ...] = ()
    """Where each card stood then; -1 for what was on no place (G-352)."""


class PendingAbility(NamedTuple):
    """An ability that was set off and waits, or is being carried out, as plain data.

    `source` is the card it stands on, `number` which of its abilities (from 0), `seat` who is "you" in it, `event` what
    set it off. Things are numbers: a card's id, or `player(seat)`. `picked` are the things chosen for the step that is
    running, a tuple for each that somebody chooses; `it` the things last named; `amount` is "that much"; `x` the number
    for X; `did` whether the step before happened; `mode` the way chosen; `who` the seat of "that player", -1 while it
    is that of `it` or the event; `named` what words look back on; `late` copies of a spell that came after the event.
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
    named: tuple[Remembered, ...] = ()
    late: tuple[int, ...] = ()


class Modifier(NamedTuple):
    """Something that lasts until a moment: a strength bonus, a prohibition, or damage to be prevented.

    `kind` is "strength", "cannot", "prevent", "combat", "damage", "toll", "control", "grant", "copy" or "skip"; `thing`
    whom it concerns; `what` the prohibition, or "next" of damage that is prevented once, or the seat that took control,
    or what is skipped; `amount` the strength (may be negative), the damage left to prevent (-1: all), the seat that
    gets it back, the ability or the card that it has or copies, or 1 where only a later turn is skipped. `until` is a
    `syntax.Until`; `seat` whose "your" that is, `source` the card it comes from, `turn` the turn in which it began.
    `ban` is the deed where more has to be known of it: another side, a number, a price, a change of damage.
    """

    kind: str
    thing: int
    what: str
    amount: int
    until: str
    seat: int
    source: int
    turn: int
    ban: Cannot | CombatRule | DamageChange | Toll | None = None


class DelayedAbility(NamedTuple):
    """An ability that waits for a moment or an event still to come (`syntax.Delay`).

    `pending` is the ability as it was when it began to wait: whose it is, and what "it", "that player" and X mean in
    it. `until` is a `syntax.Until`, `turn` the number of the turn in which it began to wait. `absent` are the things of
    `pending` that were not on the battlefield then, so that they are not forgotten when they leave it; `lost` says that
    its own card has left since.
    """

    pending: PendingAbility
    until: str
    turn: int
    absent: tuple[int, ...] = ()
    lost: bool = False

    def without(self, number: int) -> DelayedAbility:
        """G-306: the card is another one from now on."""
        it = tuple([thing for thing in self.pending.it if thing != number])
        named = tuple([memory for memory in self.pending.named if number not in memory.things])
        pending = self.pending._replace(it=it, named=named)
        return self._replace(pending=pending, lost=self.lost or number == self.pending.source)


class Frame(NamedTuple):
    """Pending work as plain data: a routine by name, the step it has reached, and the values it carries."""

    routine: str
    """The name of the routine."""
    step: int = 0
    """The step that comes next, counted from 0."""
    values: tuple[int, ...] = ()
    """What the routine has to remember: ids, places, seats or amounts, as it needs them."""
    pending: PendingAbility | None = None
    """The ability that is carried out, where one is."""


class Question(NamedTuple):
    """What the game waits for: the kind of choice and the seat that answers it."""

    kind: str
    """What is asked, such as "menu", "block" or "pick"."""
    seat: int
    """The seat that answers, counted from 0."""


class State(NamedTuple):
    """A position of a game. Every number a seat has stands in a tuple by seat."""

    setup: Setup
    """What was fixed before the game."""
    serial: int
    """How many answers led here, counted from the set-up."""
    copies: tuple[Copy, ...]
    """Every card of both decks, by id."""
    table: tuple[int, ...]
    """The id of the card on each place, by the number of the place; -1 where there is none."""
    life: tuple[int, ...]
    """Points of life, by seat."""
    vim: tuple[int, ...]
    """Vim at hand, by seat."""
    ether: tuple[int, ...]
    """Ether left, by seat."""
    turns: tuple[int, ...]
    """Turns begun in this game, by seat."""
    attacks: tuple[int, ...]
    """Attacks declared in this game, by seat (G-124)."""
    active: int
    """The seat whose turn it is; -1 before the first turn."""
    turn: int
    """The number of the turn in the game, from 1; 0 before the first."""
    phase: str
    """The phase of the turn: `STARTUP`, `SUMMONING`, `MAIN` or `ENDING`."""
    readied: tuple[int, ...]
    """The ids of the cards that became ready in this startup phase (4.1.2)."""
    frames: tuple[Frame, ...]
    """Pending work; the last one goes on first."""
    question: Question | None
    """What the game waits for; None once it has ended."""
    outcome: Outcome | None
    """How the game ended; None as long as it is on."""
    waiting: tuple[PendingAbility, ...] = ()
    """Abilities set off and not yet carried out, in the order in which they were set off (10.4)."""
    modifiers: tuple[Modifier, ...] = ()
    """What lasts until a moment, in the order in which it began."""
    used: tuple[tuple[int, int, str], ...] = ()
    """Limits spent: card, number of its ability, "turn" or "game"."""
    under: tuple[int, ...] = ()
    """Spells that lie under a card (6.2.1), in the order in which they came there."""
    fallen: tuple[int, ...] = ()
    """Defeated cards that have not left the battlefield yet (7.4.2)."""
    past: tuple[Befell, ...] = ()
    """What befell cards this turn; some only where a text asks for it."""
    delayed: tuple[DelayedAbility, ...] = ()
    """Abilities that wait for a moment still to come, in the order in which they began to wait."""
    tallies: tuple[tuple[str, int, int], ...] = ()
    """What players gained, lost, spent or took this turn, where a text asks for it: (what, seat, how much)."""
    gone: tuple[tuple[int, ...], ...] = ()
    """The seats that are out, those that fell in one step together, in the order in which they fell (14.5.17)."""
    down: tuple[int, ...] = ()
    """The raiders who are defeated and may be revived (14.4.3)."""


_event: Final[Callable[[type[Event], tuple[str, int, int, int, int]], Event]] = tuple.__new__
_state: Final[Callable[[type[State], tuple[object, ...]], State]] = tuple.__new__  # as in `quick_values`


class Draft:
    """A position being changed by one step. Reads like a `State`; `own` gives a copy that may be written to.

    What a `State` has too means here what it means there.
    """

    __slots__ = (
        "_owned", "active", "asks_all", "attacks", "auto", "beaten", "before", "blows", "copies", "delayed", "down",
        "ended", "ether", "events", "fallen", "frames", "gone", "heard", "lent", "life", "modifiers", "outcome",
        "passed", "past", "phase", "question", "readied", "serial", "setup", "spared", "table", "tallies", "turn",
        "turns", "under", "used", "vim", "waiting",
    )  # fmt: skip

    before: State
    """The position in which the step began."""
    lent: bool
    """Whether a text lends strength now, or did at any time since the step began."""
    asks_all: bool
    """Whether a choice that leaves nothing to choose is asked all the same."""
    auto: tuple[int, ...]
    """The things that the engine chose by itself, because there was nothing else."""
    heard: int
    """How many of `events` have had their consequences."""
    ended: bool
    """Whether a modifier has run out since cards were last looked at for defeat."""
    spared: tuple[int, ...]
    """The ids of cards to whose defeat something else happened instead, in the blow that is dealt now."""
    beaten: tuple[int, ...]
    """The seats that were defeated outright in the step and are still to fall (11.1.3)."""
    passed: set[tuple[object, ...]] | None
    """The positions of a long row of duties, to see whether it goes round (G-128); None before it is long."""
    events: list[Event]
    """What has happened in the step, in order."""
    blows: list[Event]
    """Those of the events that are damage taken in battle, or by a player from an attack."""

    def __init__(self, state: State | Draft) -> None:
        self.before = state.before if isinstance(state, Draft) else state
        self.lent = isinstance(state, Draft) and state.lent
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
        self.question: Question | None = state.question
        self.outcome: Outcome | None = state.outcome
        self.waiting: list[PendingAbility] = list(state.waiting)
        self.modifiers: tuple[Modifier, ...] = state.modifiers
        self.used: tuple[tuple[int, int, str], ...] = state.used
        self.past: tuple[Befell, ...] = state.past
        self.tallies: tuple[tuple[str, int, int], ...] = state.tallies
        self.under: tuple[int, ...] = state.under
        self.fallen: list[int] = list(state.fallen)
        self.delayed: tuple[DelayedAbility, ...] = state.delayed
        self.gone: tuple[tuple[int, ...], ...] = state.gone
        self.down: tuple[int, ...] = state.down
        self.asks_all = False
        self.auto = ()
        self.heard = 0
        self.ended = False
        self.spared = self.beaten = ()
        self.passed = None
        self.events = []
        self.blows = []
        self._owned: set[int] = set()

    def put(self, pool: list[int], seat: int, amount: int) -> None:
        """That seat, and whoever shares totals with it (14.3.7), has so much in a pool from now on."""
        for other in self.setup.seating.sharing[seat]:
            pool[other] = amount

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
        elif self.delayed:
            self.delayed = tuple(delayed.without(number) for delayed in self.delayed)
        copy.zone, copy.place = TABLE, place
        self.table[place] = number

    def put_away(self, number: int, zone: str) -> None:
        """Take a card off the table into one of its owner's piles, as it was printed (G-66)."""
        copy = self.own(number)
        if copy.place != NOBODY:
            self.table[copy.place] = NOBODY
            if self.delayed:
                self.delayed = tuple(each if number in each.absent else each.without(number) for each in self.delayed)
        if copy.host != NOBODY:
            self.under = tuple(spell for spell in self.under if spell != number)
        listeners = self.setup.known.fresh().listeners
        if listeners and f"to {zone}" in listeners:
            self.happen(f"to {zone}", number, copy.owner, player_at(copy.place), ORIGINS.index(copy.zone))
        copy.zone, copy.place, copy.host, copy.control = zone, NOBODY, NOBODY, copy.owner
        copy.up = zone == GRAVEYARD
        copy.public = copy.public or copy.up
        copy.acted = copy.leaving = copy.spared = False
        copy.strength, copy.bonus, copy.fell_with = copy.face.strength or 0, 0, 0
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
            self.readied, tuple(self.frames), self.question, self.outcome, tuple(self.waiting), self.modifiers,
            self.used, self.under, tuple(self.fallen), self.past, self.delayed, self.tallies, self.gone, self.down,
        ))  # fmt: skip


Table = State | Draft


class Step(NamedTuple):
    """What an answer led to: the next position, what happened, and what the engine chose as nothing else was there."""

    state: State
    """The position after the answer."""
    events: tuple[Event, ...]
    """What happened on the way, in order."""
    auto: tuple[int, ...] = ()
    """The things that the engine chose by itself, as numbers."""


def counted(numbers: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The numbers by seat with one more for that seat."""
    return (*numbers[:seat], numbers[seat] + 1, *numbers[seat + 1 :])


def at(table: Table, place: int) -> Copy | None:
    """The card on a place, if one is there."""
    number = table.table[place]
    return None if number < 0 else table.copies[number]


def summons_of(table: Table, seat: int) -> Iterator[Copy]:
    """The summons on the battlefield of a seat, by column; a defeated one is not counted (7.4.1, G-94)."""
    for place in table.setup.seating.summons[seat]:
        copy = at(table, place)
        if copy and not copy.leaving:
            yield copy


def face_up_boss(table: Table, seat: int) -> Copy | None:
    """The seat's boss if it takes part in the game."""
    boss = at(table, boss_place(seat))
    return boss if boss and boss.up and not boss.leaving else None


def on_table(table: Table, seat: int) -> Iterator[Copy]:
    """Every card a seat has on a place: wizards, summons, boss."""
    if table.setup.seating.is_shared:
        yield from [copy for number in table.table if number >= 0 and (copy := table.copies[number]).control == seat]
        return
    for number in table.table[seat * PLACES : (seat + 1) * PLACES]:
        if number >= 0:
            yield table.copies[number]


def without_strength(table: Table) -> list[Copy]:
    """The summons and bosses on the table that have no strength, or were spared when they had none."""
    copies = [
        table.copies[number] for place in _FIGHTING[len(table.table) // PLACES] if (number := table.table[place]) >= 0
    ]
    return [copy for copy in copies if not copy.strength or copy.spared]


def named(copy: Copy) -> str:
    """A card on the table for a sentence: its name and its place."""
    return f"{copy.face.name} ({position(copy.place)})" if copy.place != NOBODY else copy.face.name


def phase_name(table: Table) -> Message:
    """What the phase is called in a sentence."""
    return Message(f"bos.phase.{table.phase}")


def type_phrase(card: Card) -> Message:
    """The type of a card with its article, for a sentence."""
    return Message(f"bos.word.a_{card.type}")


def here(copy: Copy) -> bool:
    """Whether something can be done to the card: it is on the battlefield, not defeated (G-94), no face-down boss."""
    return copy.place != NOBODY and not copy.leaving and (copy.up or not is_boss_place(copy.place))


def fights(copy: Copy | None) -> bool:
    """Whether a card is a face-up summon or boss in the game."""
    if copy is None or copy.zone != TABLE or not copy.up or copy.leaving:
        return False
    return copy.place % PLACES >= COLUMNS
