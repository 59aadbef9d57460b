"""What a game offers to whoever hosts it, what a host gives to a game, and what both say to each other.

A game is a module: nothing here is inherited, and no game is imported.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from engine.choice import Answer, Choice, Event, Outcome, Violation
from engine.lines import Ask, LineKind, NextLines, Outlook
from engine.log import Line, Log
from engine.messages import Arg, Message, Note

if TYPE_CHECKING:
    from engine.replay_state import Replay


@dataclass(frozen=True, slots=True)
class Given:
    """What a host knows of a game when a record of it is read."""

    lists: Mapping[str, Any]
    """The list of each seat, `P1` and so on, as text, or what stands for one that the reader may not know."""
    pool: Any
    """The catalogue of cards, with its `hash`."""
    edition: Any
    """The edition of the rules, with its `name` and its `switches()`."""
    pinned: Any = None
    """What is known for certain of how the game began; it outranks the headers of a record."""
    brought: Any = None
    """What the clocks bring along from earlier games of the match."""
    names: tuple[str, ...] = ()
    """The players' names by seat, where the host knows better than the record."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a host must know about a game before anything is written."""

    seats: tuple[int, int]
    """How many may sit at a table: at least, and at most."""
    lists: bool
    """Whether everybody brings a list of cards."""
    bids: bool
    """Whether the seats bid for who goes first."""
    swaps: bool
    """Whether reserves may be swapped in between the games of a match."""
    greeting: bool
    """Whether the players show each other something before the first game of a match."""
    clocks: bool
    """Whether the time of each player is measured."""
    luck: bool
    """Whether a record tells what dice and shuffled cards decided."""
    games_to_win: int | None
    """How many games win a match by the game's own rules; None where they do not say."""


class Edition(Protocol):
    """An edition of the rules."""

    @property
    def name(self) -> str: ...
    def switches(self) -> dict[str, int | bool | str]:
        """Every setting of the edition by its name."""


class Setup(Protocol):
    """What was fixed before the first line of a game, opaque but for the edition and the players' names by seat."""

    @property
    def edition(self) -> Edition: ...
    @property
    def names(self) -> tuple[str, ...]: ...


class State(Protocol):
    """A position of some game, opaque but for what was fixed before, how many answers led to it, and its outcome."""

    @property
    def setup(self) -> Setup: ...
    @property
    def serial(self) -> int: ...
    @property
    def outcome(self) -> Outcome | None: ...


OwnState = Any
"""A `State` that is handed back to the game that made it, which takes no other game's."""
OwnSetup = Any
"""A `Setup` that is handed back to the game that made it."""


class Rule(Protocol):
    """A rule of a game."""

    @property
    def number(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def chapter(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def switches(self) -> tuple[str, ...]: ...


class ListProblem(Protocol):
    """What is wrong, or odd, in a list of cards."""

    @property
    def rule(self) -> str: ...
    @property
    def message(self) -> Message: ...
    @property
    def line(self) -> int | None: ...
    @property
    def cards(self) -> tuple[str, ...]: ...


class ListReport(Protocol):
    """Whether a list of cards is legal, everything that is wrong or odd in it, and what it holds."""

    @property
    def name(self) -> str: ...
    @property
    def legal(self) -> bool: ...
    @property
    def problems(self) -> Sequence[ListProblem]: ...
    @property
    def warnings(self) -> Sequence[ListProblem]: ...
    @property
    def counts(self) -> Mapping[str, int]: ...
    @property
    def color(self) -> str | None: ...


class Told(NamedTuple):
    """A finished sentence, and the number of the rule by which it happened, if one rule says so."""

    text: Message
    """The sentence."""
    rule: str = ""
    """The number of the rule; empty for none."""


class Said(NamedTuple):
    """A line in parts: its kind, what it is chiefly about, and each further detail by name."""

    kind: str
    """The kind of line, in a word."""
    chief: Any
    """What the line is chiefly about."""
    details: tuple[tuple[str, Any], ...] = ()
    """Each further detail, by name."""


class Difference(NamedTuple):
    """One thing that is so in one position and otherwise in the other."""

    what: Arg
    """What it is about, such as the life of a player."""
    first: Arg
    """How it is in the first position."""
    second: Arg
    """How it is in the second."""


class Step(Protocol):
    """A position after an answer, and what happened."""

    @property
    def state(self) -> State: ...
    @property
    def events(self) -> tuple[Event, ...]: ...


class Opening(Protocol):
    """How a record says that its game began."""

    @property
    def setup(self) -> Setup: ...
    @property
    def notes(self) -> tuple[Note, ...]: ...
    def placements(self) -> Iterable[Setup]:
        """Every setup that fits what was written."""


class Problem(NamedTuple):
    """Why a line cannot stand, or cannot be told: the finding it leads to, its rule and a sentence. Of a name that fits
    several cards, `fits` holds the name as it is written and then those of the cards."""

    finding: str
    """The finding it leads to: illegal, contradicted, unproven or unreadable."""
    rule: str | None
    """The number of the rule; None where no rule is broken."""
    message: Message
    """What is wrong."""
    column: int | None = None
    """Where it is, in characters from the beginning of the line; None for the line as a whole."""
    ruling: str = ""
    """The ruling that decided; empty for none."""
    fits: tuple[str, ...] = ()


class Stop(NamedTuple):
    """Where and why a replay ended before the end of its record: the `finding`, the number of the `line`, as `written`,
    and its `column`, from 1; the `rule`, the `message` and the `ruling`. `readings` are what the line may say where
    a name in it fits several cards."""

    finding: str
    line: int
    rule: str | None
    message: Message
    column: int | None = None
    written: str = ""
    ruling: str = ""
    readings: tuple[str, ...] = ()


WON: Final = 1_000.0
"""What a game that is won is worth to whoever won it; no position of one that goes on is worth as much."""


class Game(Protocol):
    """A game that can be refereed: what its module `game.py` offers. Of moves a referee need know nothing."""

    NAME: str
    """What the header `[Game …]` calls it."""
    PREFIX: str
    """What the numbers of its rules begin with; empty for none."""
    SHAPE: Shape
    REASONS: tuple[str, ...]
    """How a game can end, each in a word, as `Outcome` and the header `[Result …]` have it."""
    ENDS: str
    """The line that ends a turn."""
    UNCLEAR: tuple[str, ...]
    """Rules by which a replay stops where a name may mean several cards."""
    UNTOLD: tuple[str, ...]
    """Rules by which a replay stops where a text cannot be read, or what was chosen for it is not written."""
    UNPLACED: Problem
    """What is said where the finding depends on what nobody wrote down of the opening."""

    @property
    def EDITIONS(self) -> Mapping[str, Edition]:
        """The editions of the rules by their names. A property, so that a game may have its own class of them."""

    @property
    def DEFAULT_EDITION(self) -> Edition:
        """The edition that is played where nobody names one."""

    # The protocol of every game

    def start(self, setup: OwnSetup) -> State:
        """The position before the first line."""

    def options(self, state: OwnState, seat: int | None = None) -> tuple[Choice[Hashable], ...]:
        """What is asked now, each with its legal options; of one seat only where one is named."""

    def asked_seat(self, state: OwnState) -> int | None:
        """The seat that is asked, from 0; None after the end of the game."""

    def view(self, state: OwnState, who: Any) -> dict[str, Any]:
        """What a seat, "public" or a "judge" may see."""

    def rulebook(self) -> Mapping[str, Rule]:
        """Every rule by its number, which begins with `PREFIX`."""

    def rule(self, number: str) -> Rule:
        """The rule of that number or ruling, as people write it. Raises KeyError if there is none."""

    def rule_orders(self) -> Mapping[str, tuple[str, ...]]:
        """The numbers of the rules by kind of action, each in the order in which it is asked."""

    def sample_pool(self) -> Any:
        """The catalogue that the game brings along, with its `hash`."""

    def read_pool(self, text: str) -> Any:
        """A catalogue, with its `hash`. Raises ValueError with a line for each faulty entry."""

    def check_list(self, text: str, pool: Any, edition: Any) -> ListReport | Message:
        """Whether a list of cards is legal; a refusal, in a sentence, of one that is too long to be read."""

    # Reading records

    # Of a line alone nobody knows how large the table is: `mode` is what the header `[Mode …]` of its record says.

    def acts(self, text: str, mode: str | None = None) -> list[tuple[int, str]]:
        """What a written line says, parted into its acts, each with where it begins."""

    def open_game(self, log: Log, given: Given) -> Opening | Problem:
        """How the record says that its game began, or what is wrong there."""

    def play_line(self, run: Replay, line: Line, later: Line | None = None) -> Stop | None:
        """Play one line: steps are appended, or what stops it is returned. `later` is the next line, where known."""

    def in_hindsight(self, stop: Stop, later: tuple[Line, ...]) -> Stop:
        """Why the replay stopped, where later lines tell it better."""

    def play_rest(self, run: Replay) -> None:
        """Play what still happens by itself at the end of a record."""

    def settle(self, state: OwnState) -> State:
        """The position once what waits is answered as silence answers it."""

    def force_line(self, state: OwnState, body: str) -> tuple[State, tuple[Event, ...]] | None:
        """A line done on the table though it is against the rules; None where it does nothing, or cannot be done."""

    def judges_word(self, body: str, mode: str | None = None) -> str:
        """What a judge's line does, such as "stands"; empty for other lines."""

    def doubtful_lines(self, log: Log, setup: OwnSetup, after: int) -> Iterator[Stop]:
        """The lines that are unreadable, and those beyond that index which no table could make right."""

    def supposable(self, state: OwnState) -> tuple[tuple[str, Step], ...]:
        """The answers worth supposing where a record leaves out what is asked now: each as the notation has it, and
        what it leads to."""

    def unknown_effect(self, before: OwnState, events: tuple[Event, ...], after: OwnState) -> Problem | None:
        """Why nothing is certain after a step."""

    # Lines

    def next_lines(self, state: OwnState) -> NextLines:
        """Every line that may follow, with what to tap on a board for it."""

    def asks(self, state: OwnState) -> tuple[Ask, ...]:
        """Who is asked for the next line, one after the other: whoever passes leaves it to the one behind. Nobody once
        the game is over."""

    def why_not(self, state: OwnState) -> Mapping[str, Violation]:
        """Of what can be tapped on a board, but is part of no line that may follow, why: by what would be tapped."""

    def outlooks(self, run: Replay, seat: int, lines: Iterable[str]) -> list[Outlook | Problem]:
        """What would come of each of these lines at the end of `run`, as far as that seat, from 0, may know: nothing
        depends on what it never saw. Of a line that cannot stand, why. Changes nothing."""

    def settled(self, state: OwnState) -> str | None:
        """One of the lines that may follow where several may, and it makes no difference which; None where it does, and
        where that would take long to see."""

    def headline(self, state: OwnState, written: str) -> Message:
        """A line that may follow, or the beginning of one, in a few plain words, as a button is labelled with it. It
        names nothing that the seat that writes the line may not know."""

    def in_sight(self, table: Mapping[str, Any], seat: int) -> Mapping[str, tuple[str, ...]]:
        """Everything that can be pointed at on a table as `view` shows it to that seat, by what a lesson calls it: what
        is tapped for it on a board."""

    def lesson_texts(self) -> Mapping[str, str]:
        """The lessons that the game brings along, as text, in the order in which they are learnt, by their names in
        addresses."""

    def starter_decks(self) -> Mapping[str, str]:
        """The lists that the game brings along, by name."""

    def continuations(self, state: OwnState) -> list[str]:
        """The same lines without what to tap."""

    def as_seen(self, state: OwnState, seat: int) -> State:
        """The position as that seat may know it: nothing that is computed from it depends on what it never saw."""

    def guessed(self, state: OwnState, seat: int) -> State:
        """A position `as_seen` by that seat, with something plain in place of what it never saw, so that it can think
        about what others may do with that."""

    def estimate(self, state: OwnState, seat: int) -> float:
        """What a position is worth to a seat, in a unit of the game's own: the more, the better. A game that is won is
        worth `WON`, one that is lost -`WON`, and a draw 0."""

    def prospect(self, state: OwnState, seat: int) -> float:
        """The same for a seat that thinks further ahead than the end of a turn: what lasts counts for more."""

    def nearest(self, state: OwnState, written: str, most: int) -> list[str]:
        """The lines that may follow and are most like a written one."""

    def canonical_line(self, body: str, mode: str | None = None) -> str:
        """A line as the notation writes it."""

    def line_kind(self, body: str, mode: str | None = None) -> LineKind:
        """What a line is beside others."""

    def said(self, state: OwnState, body: str) -> Said:
        """The parts of a line that is written at a position."""

    def told_lines(self, lines: Sequence[Line], state: OwnState) -> Iterator[tuple[Line, Said]]:
        """The lines that say something, in parts, from a position on by their words alone."""

    def totals_differ(self, left: str, right: str, mode: str | None = None) -> bool | None:
        """Whether two lines of totals disagree in what both say; None where one cannot be read."""

    def right_totals(self, state: OwnState, body: str) -> str | None:
        """A line of totals as it would be right."""

    # Positions

    def same(self, left: OwnState, right: OwnState) -> bool:
        """Whether two positions of one game are the same."""

    def state_id(self, state: OwnState) -> str:
        """What two positions share exactly when they are the same."""

    def totals(self, state: OwnState | None, edition: Any) -> dict[str, list[int]]:
        """The totals of each seat; before the first line without a position."""

    def facts(self, state: OwnState) -> Iterable[tuple[Arg, Any]]:
        """Everything that can differ between positions, in a fixed order: what it is about, and how it is."""

    def differences(self, first: OwnState, second: OwnState) -> list[Difference]:
        """What differs between two positions, in a fixed order."""

    def tell(self, before: OwnState, events: Sequence[Event], after: OwnState) -> list[Told]:
        """What happened, in sentences."""

    def view_after(self, state: OwnState, who: Any, events: Sequence[Event]) -> dict[str, Any]:
        """A view with the cards that had a part in these events `touched`."""

    def draw(self, table: dict[str, Any]) -> str:
        """A view as text."""

    # Ends and clocks

    def ending(self, outcome: Outcome) -> Message:
        """How the game ended, in a sentence."""

    def seating_json(self, state: OwnState | None, outcome: Outcome | None) -> dict[str, Any]:
        """What a finding tells besides of a table of more than two, as plain data; `outcome` is None before the end."""

    def end_notes(self, log: Log, run: Replay) -> list[Note]:
        """Remarks on how the game ended."""

    def waits(self, state: OwnState) -> Message | None:
        """What an unfinished game waits for, where the record should say it."""

    def audit(self, log: Log, brought: Any, setup: OwnSetup) -> Any:
        """What the clocks of a record prove, of a game that began so."""

    def clock_notes(self, audit: Any, ended: int | None) -> tuple[Note, ...]:
        """Remarks on the clocks, of a game that `ended` with that line."""

    def clock_json(self, audit: Any) -> dict[str, Any] | None:
        """What the clocks prove, as plain data."""

    # Two records of one game

    def with_records(self, lists: Mapping[str, Any], logs: tuple[Log, ...]) -> Mapping[str, Any]:
        """The lists, with what the records show of those that the reader may not know."""

    def openings_differ(self, logs: tuple[Log, Log], openings: tuple[Any, Any]) -> list[Difference | Message]:
        """Where both records say how the game began, and not the same."""

    def merged_opening(self, first_log: Log, first: Any, second: Any) -> Opening:
        """The first record's opening, completed by what only the second one says."""


GameMove = TypeVar("GameMove", bound=Hashable)
"""The moves of one game. Equal moves say the same."""


class PlayableGame(Protocol[GameMove]):
    """What a game's `game.py` offers besides to whoever answers its questions: a page, a program or a test."""

    def check(self, state: OwnState, answer: Answer[GameMove]) -> Violation | None:
        """Why an answer is against the rules; None if it is not."""

    def apply(self, state: OwnState, answer: Answer[GameMove]) -> Step:
        """The next position, and what happened. Raises RuleViolation for an answer that `check` refuses."""

    def write(self, state: OwnState, answer: Answer[GameMove]) -> str:
        """An answer as the notation has it."""

    def move_key(self, move: GameMove) -> str:
        """The one short text that stands for a move in JSON and on pages."""

    def read_answer(
        self, seat: int, key: str, choice: int | None = None, shape: Any = ...
    ) -> Answer[GameMove] | Violation:
        """An answer whose move is written so; a violation where no move at a table of that size is."""
