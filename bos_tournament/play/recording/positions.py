"""Where a recorded game stands, and which lines may be written next, for a phone that knows one list, or neither."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bos_tournament.play import recent_records
from bos_tournament.play.game_setup import known_of, rules_of
from bos_tournament.play.models import RecordedLine, Recording
from bos_tournament.play.recording.record_writer import begun_seats, is_beginning, written_record
from engine.bos import game as bos
from engine.bos.game import CardType, Edition, Hidden, Pool
from engine.hosting import Ask, Given, Message, Outcome, Track, read_log


@dataclass(frozen=True)
class RecordedPosition:
    """A recorded game after every line that stands."""

    track: Track
    """The record so far, as this phone may know it."""
    rows: tuple[RecordedLine, ...]
    """The lines that stand."""
    asks: tuple[Ask, ...]
    """Who may write the next line, one after the other."""
    pool: Pool
    """The cards."""
    lists: Mapping[str, str | Hidden]
    """The list of `P1` and of `P2`, or what stands for one that this phone does not know."""
    unplaced: int | None
    """The seat whose turn begins, and whose wizards have no columns yet."""

    placed: frozenset[int]
    """The seats whose wizards have their columns."""

    def is_placed(self, seat: int) -> bool:
        """Whether the wizards of that seat, from 1, have their columns or are face-up."""
        return seat in self.placed or seat in begun_seats(self.rows)

    @property
    def count(self) -> int:
        return len(self.rows)

    @property
    def last_key(self) -> str:
        """The key of the last line of the record."""
        return self.track.lines[-1].key

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is on."""
        return self.track.run.state.outcome if self.track.run else None

    @property
    def problem(self) -> Message | None:
        """Why the last line, or the record, cannot stand as far as this phone may know."""
        stop = next((line.problem for line in self.track.lines if line.problem), None)
        return self.track.problem or (stop.message if stop else None)


def standing_rows(recording: Recording) -> tuple[RecordedLine, ...]:
    """The lines that were not taken back, in order."""
    return tuple(
        recording.lines.filter(taken_back_at=None).select_related("seat__user", "change__agreed_by").order_by("number")
    )


def position_of(
    recording: Recording,
    rows: Sequence[RecordedLine],
    viewer: int | None,
    *,
    card: tuple[int, str] | None = None,
) -> RecordedPosition:
    """The game after these lines as seat `viewer`, from 1, may know it; None for a phone that both use.

    `card` is a seat and the name of a card in its hidden piles that somebody is about to play. Raises Refused
    (`no_pool`).
    """
    own = () if viewer is None else (f"P{viewer}",)
    lists, pool, edition = rules_of(recording.game, own)
    text = written_record(recording, rows, lists, pool)
    if card and isinstance(known := lists[f"P{card[0]}"], Hidden):
        lists[f"P{card[0]}"] = _shown_too(known, *card, pool, edition)
    played = recent_records.played(text, _given(recording, lists, pool, edition))
    asks = () if any(line.problem for line in played.lines) else played.asks()
    placed = frozenset(map(int, recording.placed))
    return RecordedPosition(played, tuple(rows), asks, pool, lists, _unplaced(recording, rows, asks), placed)


def public_track(recording: Recording, rows: Sequence[RecordedLine]) -> Track:
    """The record of these lines as everybody may know it. Raises Refused (`no_pool`)."""
    lists, pool, edition = rules_of(recording.game, ())
    return recent_records.played(written_record(recording, rows, lists, pool), _given(recording, lists, pool, edition))


def with_line(recording: Recording, rows: Sequence[RecordedLine], written: str, viewer: int | None) -> RecordedPosition:
    """The game with one more line, which need not be able to stand."""
    longer = [*rows, RecordedLine(recording=recording, number=len(rows) + 1, written=written)]
    return position_of(recording, longer, viewer)


def _given(recording: Recording, lists: Mapping[str, str | Hidden], pool: Pool, edition: Edition) -> Given:
    names = tuple(str(seat.user) for seat in recording.game.match.seats.all())
    return Given(lists, pool, edition, pinned=known_of(recording.game), names=names)


def _shown_too(hidden: Hidden, seat: int, name: str, pool: Pool, edition: Edition) -> Hidden:
    """As if a record of the game had named that card as often as a deck may hold it."""
    card = pool.find(name)
    act = "S a" if card and card.type is CardType.SUMMON else "C"
    lines = [f"T{seat} P{seat}", *[f"{act} {name}"] * edition.copies]
    named = read_log("\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1)), bos.acts)
    return hidden._replace(records=(named,))


def _unplaced(recording: Recording, rows: Sequence[RecordedLine], asks: Sequence[Ask]) -> int | None:
    for line in (line for ask in asks for line in ask.lines.lines):
        seat = line.begun_by + 1
        if is_beginning(line.written) and seat not in begun_seats(rows) and str(seat) not in recording.placed:
            return seat
    return None
