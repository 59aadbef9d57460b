"""What the engine finds in a record, with the lists, bids and order that the match pinned."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from bos_tournament.errors import Refused
from bos_tournament.judging.models import Finding, Record
from bos_tournament.judging.record_visibility import ALL, NEITHER, seals_of
from bos_tournament.matches.clock_marks import setting_of
from bos_tournament.matches.models import Game, Match
from bos_tournament.messages import localize_each, localize_kept
from bos_tournament.operations import jobs
from bos_tournament.play.game_setup import BOTH, known_of, rules_of
from engine.bos import game as bos
from engine.bos.game import (
    ClockCarryOver,
    ClockSpec,
    Edition,
    Hidden,
    Pool,
    acts,
    bring_along,
)
from engine.hosting import Given, Log, Message, Track, judge_text, read_log, track, unplayed


def find(record_id: UUID) -> Finding:
    """Judges a record once: by the lists that were played, and for every other reader by what they may know. Asking
    again gives the same finding. It never changes a result.

    Two jobs follow: what may be missing in a record that does not hold, and how both players' records compare.
    """
    record = Record.objects.select_related("game__match").get(pk=record_id)
    existing = Finding.objects.filter(record=record).first()
    if existing and existing.told:
        return existing
    verdict = _verdict(record, ALL)
    finding = existing or Finding(record=record)
    finding.finding, finding.line, finding.rule = verdict["finding"], verdict["line"], verdict["rule"] or ""
    finding.message, finding.table, finding.data = verdict["message"], verdict.pop("state"), verdict
    finding.told = {reader: _verdict(record, reader) for reader in readers(record.game.match)}
    finding.save()
    jobs.enqueue("judging.mend", finding.pk)
    jobs.enqueue("judging.compare", record.game_id)
    return finding


def _verdict(record: Record, reader: str) -> dict[str, Any]:
    """What the engine finds, as plain data, for that reader."""
    game = record.game
    return judge_text(
        bos,
        record.text,
        Given(*rules_for(game, reader), pinned=known_of(game), brought=clocks_before(game, reader=reader)),
    )


@dataclass(frozen=True)
class ShownFinding:
    """A finding as one reader is told it."""

    finding: str
    """One of the engine's words, such as `legal` or `illegal`."""
    line: int | None
    """The line of the record it is about, from 1; None for the whole."""
    rule: str
    """The number of the rule; empty where none was broken."""
    table: dict[str, Any] | None
    """The position up to which the record holds, as JSON; None where there is none."""
    data: dict[str, Any]
    """The whole verdict as JSON, with its message and notes as codes."""

    @property
    def message(self) -> str:
        """The sentence, as the language of this moment says it."""
        return localize_kept(self.data)

    @property
    def notes(self) -> list[str]:
        """The remarks, as the language of this moment says them."""
        return localize_each(self.data["note_codes"])


def finding_for(record: Record, reader: str) -> ShownFinding | None:
    """What the engine found in the record, by what that reader knows of the lists; None until it has judged it."""
    finding: Finding | None = getattr(record, "finding", None)
    if finding is None or not finding.told:
        return None
    if reader == ALL:
        return ShownFinding(finding.finding, finding.line, finding.rule, finding.table, finding.data)
    verdict = finding.told[reader]
    data = {name: value for name, value in verdict.items() if name != "state"}
    return ShownFinding(verdict["finding"], verdict["line"], verdict["rule"] or "", verdict["state"], data)


def readers(match: Match) -> list[str]:
    """Who hears of a record without knowing both lists: each seat, and everybody else."""
    return [*(f"P{seat.number}" for seat in match.seats.all()), NEITHER]


def rules_for(game: Game, reader: str = ALL) -> tuple[dict[str, str | Hidden], Pool, Edition]:
    """The lists as that reader may know them, the pinned pool and the pinned edition. Raises Refused (`no_pool`)."""
    return rules_of(game, BOTH if reader == ALL else (reader,))


def clocks_before(game: Game, *, reader: str = ALL) -> ClockCarryOver:
    """What the clocks bring along from the earlier games of the match, by the last record of each who wrote one; for a
    player no other record of a game tells anything that is still sealed."""
    earlier: dict[int, dict[UUID, Log]] = {number: {} for number in range(1, game.number)}
    records = Record.objects.filter(game__match=game.match_id, game__number__lt=game.number)
    rows = list(records.select_related("game__match", "seat").order_by("made_at"))
    seals = seals_of(game.match, {row.game_id: row.game for row in rows}.values(), rows) if rows else {}
    for row in rows:
        own = row.seat is not None and reader == f"P{row.seat.number}"
        if reader == ALL or own or seals[row.game_id].open:
            earlier[row.game.number][row.by_id] = read_log(row.text, acts)
    return bring_along((logs.values() for logs in earlier.values()), clock_of(game.match))


def clock_of(match: Match) -> ClockCarryOver:
    """The clock by which a record is audited: that of the match if it has one, whatever the record names."""
    setting = setting_of(match)
    if setting is None:
        return ClockCarryOver()
    spec = ClockSpec(setting.minutes * 60, setting.delay, "game" if setting.per_game else "match")
    return ClockCarryOver(spec, settled=True)


def track_of(record: Record, reader: str) -> Track:
    """The record played line by line as that reader may see it, the players called by their names."""
    game = record.game
    try:
        decks, pool, edition = rules_for(game, reader)
    except Refused:
        return unplayed(bos, record.text, Message("record.no_pool"))
    first, second = (str(seat.user) for seat in game.match.seats.select_related("user").order_by("number")[:2])
    return track(bos, record.text, Given(decks, pool, edition, pinned=known_of(game), names=(first, second)))
