"""Players for any game, who write lines of its notation: Newt acts like a beginner, Magpie takes what looks best.

A bot knows what its seat may know (`as_seen`), and which lines may follow. It tries them, and looks at what they lead
to. The same position, bot, salt and number of nodes give the same line in every process: chance is a digest of them,
and what limits a search is how many lines it tries, never a clock. One node is one line tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, NamedTuple

from engine.contract import WON, Game
from engine.lines import NextLine
from engine.log import Line
from engine.replay_state import Replay, ReplayStep
from engine.replay_step import advance

NODES: Final = 4_000
"""So many lines are tried at most before one is written, where nobody says how many."""
LONGEST_TURN: Final = 60
"""After so many lines of its own in a row a bot ends its turn, if it may."""
WAYS: Final = 3
"""So many lines at most are tried of those that are tapped alike, which differ in price or number."""
WIDEST: Final = 40
"""So many lines at most are tried at one position."""

Written = str | None
"""A line that a bot writes; None where it keeps silent."""


class Decision(NamedTuple):
    """What a bot has decided."""

    line: Written
    """What it writes."""
    nodes: int
    """How many lines it tried for that."""


def best_line(
    game: Game, run: Replay, bot: str, *, salt: str, nodes: int = NODES, seat: int | None = None
) -> str | None:
    """The line that a bot, one of `BOTS`, writes at the end of `run` for a seat, which is the one that is asked where
    none is named. Lines that differ little are told apart by chance, which follows from `salt`.

    None when the game is over, and where the seat keeps silent: silence declines what may be left, and the next line is
    another seat's. Named, a seat writes as if whoever is asked kept silent.
    """
    return choose_line(game, run, bot, salt=salt, nodes=nodes, seat=seat).line


def choose_line(
    game: Game, run: Replay, bot: str, *, salt: str, nodes: int = NODES, seat: int | None = None
) -> Decision:
    """The same line, with what it took."""
    asked = game.asked_seat(run.own_state)
    if asked is None:
        return Decision(None, 0)
    look = _look(game, run, asked if seat is None else seat, salt, nodes)
    line = _lawful(look, run, _ranked(look, BOTS[bot]))
    return Decision(line, nodes - max(look.left, 0))


def best_of(game: Game, run: Replay, lines: Sequence[str], seat: int) -> str | None:
    """Of these lines, by whomever they are begun, the one after which the position is worth most to the seat; None
    where none of them can stand."""
    worths = [(game.estimate(after.own_state, seat), body) for body in lines if (after := _try(run, body))]
    return max(worths)[1] if worths else None


def _lawful(look: Look, run: Replay, ranked: Iterable[Written]) -> Written:
    """The first of these that stands on the real table; what unseen cards alone allow may be written by chance."""
    for line in ranked:
        if line is None or _try(run, line):
            return line
    others = _by_chance(look, _lines_of(look.game, run, look.seat)[0])
    return next((line for line in others if _try(run, line)), None)


# What a bot looks at


@dataclass(slots=True)
class Look:
    """What a bot has before it: its `game` and its `seat`, the game so far as that seat may know it (`run`), the lines
    that it may write (`own`), and whether it `may_be_silent`; further how many lines it may still try (`left`)."""

    game: Game
    seat: int
    run: Replay
    own: list[str]
    may_be_silent: bool
    left: int
    luck: str
    """What chance follows from: the salt, and what tells positions apart without the ids of cards."""

    def tried(self, run: Replay, body: str) -> Replay | None:
        """The game after one more line; None where it cannot stand, or no line may be tried any more."""
        self.left -= 1
        return _try(run, body) if self.left >= 0 else None

    def worth(self, run: Replay) -> float:
        """What a position is worth to the seat."""
        return self.game.estimate(run.own_state, self.seat)

    def chance(self, what: Written) -> float:
        """A number from 0 to 1, another one for each thing that may be done."""
        digest = blake2b(f"{self.luck}\n{what}".encode(), digest_size=6).digest()
        return int.from_bytes(digest, "big") / 2**48


def _look(game: Game, run: Replay, seat: int, salt: str, nodes: int) -> Look:
    """Nothing is handed on to a bot but what its seat may know."""
    last = run.steps[-1]
    known = ReplayStep(last.line, game.as_seen(last.own_state, seat), last.events)
    seen = Replay(game, [*run.steps[:-1], known], duties=run.duties)
    own, _others = _lines_of(game, seen, seat)
    asks_before_others = game.asks(seen.own_state)[:-1]  # who is asked last has to write
    may_be_silent = next((ask.may_pass for ask in asks_before_others if ask.seat == seat), False)
    look = Look(game, seat, seen, own, may_be_silent, nodes, salt)
    look.luck += f"\n{seat}\n{own}\n{game.totals(seen.own_state, run.state.setup.edition)}\n{look.worth(seen)}"
    return look


def _lines_of(game: Game, run: Replay, seat: int) -> tuple[list[str], list[NextLine]]:
    """The lines that a seat may write now, in a fixed order, a few of those that are tapped alike; and all lines of
    other seats."""
    found = game.next_lines(run.own_state).lines
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for line in found:
        if line.begun_by == seat:
            alike.setdefault((line.written.partition(" ")[0], line.path), []).append(line.written)
    few = sorted(body for ways in alike.values() for body in _spread(ways, WAYS))
    return _spread(few, WIDEST), [line for line in found if line.begun_by != seat]


def _spread(lines: Sequence[str], most: int) -> list[str]:
    """At most so many of them, from the first to the last."""
    if len(lines) <= most:
        return list(lines)
    return [lines[number * (len(lines) - 1) // (most - 1)] for number in range(most)]


def _try(run: Replay, body: str) -> Replay | None:
    """The game after one more line; None where it cannot stand."""
    after = advance(run, Line(run.upto + 1, body))
    return after if after.stop is None else None


# Which line is written


Bot = Callable[[Look], Iterable[Written]]
"""What a seat may write, the best first."""


def _ranked(look: Look, bot: Bot) -> list[Written]:
    """What the seat may write, the best first. What leaves nothing to choose needs no bot."""
    if len(look.own) + look.may_be_silent < 2:
        return [*look.own, *([None] if look.may_be_silent else [])]
    if look.game.ENDS in look.own and _goes_on_for_long(look):
        return [look.game.ENDS]
    return list(bot(look))


def _goes_on_for_long(look: Look) -> bool:
    """Whether the seat has written `LONGEST_TURN` lines since another one was asked twice in a row, which is when it
    has its turn."""
    count, others = 0, 0
    for step in reversed(look.run.steps):
        is_own = look.game.asked_seat(step.own_state) == look.seat
        count, others = count + is_own, 0 if is_own else others + 1
        if others == 2 or count > LONGEST_TURN:
            break
    return count > LONGEST_TURN


def _by_chance(look: Look, lines: Iterable[str]) -> list[str]:
    return sorted(lines, key=look.chance)


# Newt


SLIP: Final = 1.0
"""By so much a line may be worse than the best one, or than nothing, before it counts as hurting oneself."""
KEEN: Final = 6
"""So many times as likely as ending its turn, or keeping silent, Newt does something else."""


def newt(look: Look) -> list[Written]:
    """A win at once if there is one; otherwise by chance, mostly something that is done, and nothing that only hurts
    itself while there is anything else."""
    before = look.worth(look.run)
    gains: dict[Written, float] = {None: 0.0} if look.may_be_silent else {}
    for body in look.own:
        after = look.tried(look.run, body)
        if after is not None:
            gains[body] = look.worth(after) - before
    best = max(gains.values(), default=0.0)
    if best + before >= WON:
        return [body for body, gain in gains.items() if gain == best]
    least = min(best, 0.0) - SLIP
    return sorted(gains, key=lambda body: (gains[body] < least, -_eagerness(look, body)))


def _eagerness(look: Look, body: Written) -> float:
    """A number from 0 to 1 by chance, mostly greater for what is done than for what is left."""
    is_idle = body is None or body == look.game.ENDS
    drawn = look.chance(body)
    return drawn if is_idle else drawn ** (1 / KEEN)


# Magpie


BEAM: Final = 6
"""So many positions are gone on from, each time that a line is added."""
DEEPEST: Final = 14
"""So many lines ahead it looks."""
REPLIES: Final = 4
"""So many answers of others in a row are looked at."""
MOOD: Final = 0.3
"""Up to so much is added by chance to what an end is worth, so that games differ."""


class Way(NamedTuple):
    """Lines that may be written one after the other."""

    first: str
    """The first of them."""
    run: Replay
    """The game after them."""
    worth: float
    """What that is worth."""


def magpie(look: Look) -> list[Written]:
    """What begins the way to the best end of its turn that is found, or the best answer in the turn of another seat."""
    ends: dict[Written, float] = {None: look.worth(look.run)} if look.may_be_silent else {}
    ways = [way for body in look.own if (way := _further(look, body, look.run, body, ends)) is not None]
    for _ in range(DEEPEST):
        ways = _best(look, ways)
        if not ways or look.left <= 0 or max(ends.values(), default=0.0) >= WON:
            break
        ways = [
            longer
            for way in ways
            for body in _lines_of(look.game, way.run, look.seat)[0]
            if (longer := _further(look, way.first, way.run, body, ends)) is not None
        ]
    for way in ways:
        _reach(ends, way.first, way.worth)
    return sorted(ends, key=lambda body: -ends[body] - MOOD * look.chance(body))


def _further(look: Look, first: str, run: Replay, body: str, ends: dict[Written, float]) -> Way | None:
    """The way with one line more, and what others answer; None where it has come to its end, which is noted."""
    after = look.tried(run, body)
    if after is None:
        return None
    is_over = body == look.game.ENDS
    if not is_over:
        after, is_over = _answered(look, after)
    if is_over:
        _reach(ends, first, look.worth(after))
        return None
    return Way(first, after, look.worth(after))


def _reach(ends: dict[Written, float], first: str, worth: float) -> None:
    ends[first] = max(worth, ends.get(first, worth))


def _answered(look: Look, run: Replay) -> tuple[Replay, bool]:
    """The game after what others answer, each time what is worst for the seat, silence too; and whether the seat has
    nothing more to write then."""
    for _ in range(REPLIES):
        asked = look.game.asked_seat(run.own_state)
        if asked is None or asked == look.seat:
            return run, asked is None
        replies, others = _lines_of(look.game, run, asked)
        if look.game.ENDS in replies or not replies:
            return run, True
        is_next = any(line.begun_by == look.seat for line in others)
        tried = [after for body in replies if (after := look.tried(run, body)) is not None]
        worst = min([*tried, *([run] if is_next else [])], key=look.worth, default=run)
        if worst is run:
            return run, not is_next
        run = worst
    return run, False


def _best(look: Look, ways: Iterable[Way]) -> list[Way]:
    """The ways to the best positions, one to each."""
    kept: dict[str, Way] = {}
    for way in sorted(ways, key=lambda way: -way.worth):
        kept.setdefault(look.game.state_id(way.run.own_state), way)
        if len(kept) == BEAM:
            break
    return list(kept.values())


BOTS: Final[Mapping[str, Bot]] = {"newt": newt, "magpie": magpie}
"""The bots by name."""
