"""Where a practice game stands: the record so far, who is asked, and what may be written next."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bos_tournament.cards import catalogue
from bos_tournament.play import recent_records
from bos_tournament.play.models import PracticeGame, PracticeLine
from engine.bos import game as bos
from engine.bos.game import EDITIONS, Pool
from engine.hosting import Ask, Given, Half, Message, NextLine, Outcome, Track

How = PracticeLine.How


@dataclass(frozen=True)
class Option:
    """What the seat that is asked may do."""

    written: str
    """A line as the notation has it, or a half of one."""
    path: tuple[str, ...]
    """What to tap for it."""
    how: str
    """A value of `PracticeLine.How`: whether that is the whole line."""
    odd: bool = False
    """Whether it is hardly ever meant."""

    def begins(self, line: str) -> bool:
        """Whether a whole line is this one, or goes on from this half."""
        return line == self.written or (self.how == How.HALF and line.startswith(self.written))


@dataclass(frozen=True)
class Position:
    """A practice game after everything that was done in it."""

    track: Track
    """The record so far."""
    rows: tuple[PracticeLine, ...]
    """Everything that was done, in order."""
    seat: int | None
    """Who is asked, from 1; None once the game is over."""
    prompt: Message | None
    """What for."""
    options: tuple[Option, ...]
    """What that seat may do."""
    whole: bool
    """Whether these are all the options."""
    may_pass: bool
    """Whether that seat may do nothing."""

    @property
    def problem(self) -> Message | None:
        """Why the game cannot go on: a list that cannot be read, or a line that stands no more."""
        stop = next((line.problem for line in self.track.lines if line.how == "stops" and line.problem), None)
        return self.track.problem or (stop.message if stop else None)

    @property
    def in_half(self) -> bool:
        """Whether the seat that is asked goes on with the line of another one."""
        return bool(self.rows) and self.rows[-1].how == How.HALF

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is on."""
        return self.track.run.state.outcome if self.track.run else None

    @property
    def count(self) -> int:
        return len(self.rows)

    @property
    def last_key(self) -> str:
        """The key of the last line of the record."""
        return self.track.lines[-1].key


def public_record(game: PracticeGame) -> str:
    """The record as both players may read it: while the game is on, without wizards that are face-down."""
    rows = list(game.lines.all())
    begun = {row.written[-1] for row in rows if row.how == How.LINE and row.written.startswith("T")}
    return record_text(game, rows, shown=(1, 2) if game.over_at else tuple(map(int, sorted(begun))))


def record_text(game: PracticeGame, rows: Iterable[PracticeLine], shown: Sequence[int] = (1, 2)) -> str:
    """The record of everything that was done, as the notation has it, with the wizards of the seats in `shown`."""
    lines = [row.written for row in rows if row.how == How.LINE]
    one, two = names_in(game)
    heads = [f"[Game BOS] [Rules {game.edition}] {_bids(game)}[First P{game.first}]", f"[P1 {one}] [P2 {two}]"]
    heads += [f"[Wizards P{seat} {', '.join(wizards_of(game, seat))}]" for seat in shown]
    return "\n".join([*heads, *(f"{number}. {line}" for number, line in enumerate(lines, 1)), ""])


def wizards_of(game: PracticeGame, seat: int) -> list[str]:
    """The wizards of a seat from column a to column c: as they were placed, else in the order of the list."""
    placed = (game.wizards or {}).get(str(seat))
    return placed or wizards_in(game.deck_of(seat), catalogue.pinned(game.pool_id))


def wizards_in(text: str, pool: Pool) -> list[str]:
    """The wizards of a list, in its order."""
    cards = bos.main_cards(bos.read_deck(text), pool)
    return [card.name for card in cards if card.type is bos.CardType.WIZARD]


def known_opening(game: PracticeGame) -> bos.Pinned | None:
    """Who went first and each seat's ether, where bids decided that; None without bids."""
    if not game.bids or not game.chooser:
        return None
    bids = {int(seat): amount for seat, amount in game.bids.items()}
    decided = bos.bidding.resolve(bids)
    ether = bos.bidding.name_chooser(bids, game.chooser).ether if decided.tied else decided.ether
    return bos.Pinned(first=game.first - 1, ether=(ether[1], ether[2]))


def _bids(game: PracticeGame) -> str:
    """Both bids, once they are open."""
    if not game.bids:
        return ""
    return "[Bid " + " ".join(f"P{seat} {amount}" for seat, amount in sorted(game.bids.items())) + "] "


def names_in(game: PracticeGame) -> tuple[str, str]:
    """What the players are called, by seat."""
    return (str(game.name_of(1)), str(game.name_of(2)))


def position_of(game: PracticeGame) -> Position:
    """Where the game stands now. Two queries."""
    rows = tuple(game.lines.order_by("number"))
    lists = {"P1": game.deck, "P2": game.bot_deck}
    pool, opening = catalogue.pinned(game.pool_id), known_opening(game)
    given = Given(lists, pool, EDITIONS[game.edition], pinned=opening, names=names_in(game))
    played = recent_records.played(record_text(game, rows), given)
    since = _since_the_last_line(rows)
    halves = [row.written for row in since if row.how == How.HALF]
    asks = played.asks()
    if halves:
        return _in_a_half(played, rows, asks, halves[-1])
    passed = len(since)
    if passed >= len(asks):
        return Position(played, rows, None, None, (), whole=True, may_pass=False)
    ask = asks[passed]
    options = tuple(dict.fromkeys(map(begun, ask.lines.lines)))
    return Position(played, rows, ask.seat + 1, ask.prompt, options, ask.lines.whole, ask.may_pass)


def _since_the_last_line(rows: Sequence[PracticeLine]) -> list[PracticeLine]:
    last = max((at for at, row in enumerate(rows) if row.how == How.LINE), default=-1)
    return list(rows[last + 1 :])


def begun(line: NextLine) -> Option:
    """A line as far as the seat that is asked writes it."""
    if line.halves:
        return Option(line.halves[0].written, line.halves[0].path, How.HALF)
    return Option(line.written, line.path, How.LINE, line.odd)


def _in_a_half(track: Track, rows: tuple[PracticeLine, ...], asks: Sequence[Ask], half: str) -> Position:
    """Where a line is half written: the next seat goes on with it."""
    found = dict(completions(asks, half))
    seat = next(iter(found.values()))
    return Position(track, rows, seat, None, tuple(found), whole=True, may_pass=False)


def completions(asks: Sequence[Ask], half: str) -> Iterator[tuple[Option, int]]:
    """Every way to go on with a half of a line, and whose that is."""
    for line in (line for ask in asks for line in ask.lines.lines):
        parts: list[Half | NextLine] = [*line.halves, line]
        for before, after in pairwise(parts):
            if before.written == half:
                how = How.LINE if after is line else How.HALF
                yield Option(after.written, after.path[len(before.path) :], how), after.seat + 1
