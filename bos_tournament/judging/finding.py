"""What the engine finds in a record, with the lists, bids and order that the match pinned."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from bos_tournament.cards.catalogue import pinned
from bos_tournament.errors import Refused
from bos_tournament.history import jobs
from bos_tournament.judging.models import Finding, Record
from bos_tournament.judging.sealing import ALL, NEITHER, seals_of
from bos_tournament.matches.clock_marks import setting_of
from bos_tournament.matches.expected import expected_list
from bos_tournament.matches.models import Game, Match
from engine.bos.acts import acts
from engine.bos.cards import Pool
from engine.bos.editions import EDITIONS, Edition
from engine.bos.opening import Pinned
from engine.bos.presumed import Hidden, as_known
from engine.clock import Brought, ClockSpec, bring_along
from engine.log import Log, read
from engine.track import Track, track, unplayed
from engine.verdict import judge_text


def find(record_id: UUID) -> Finding:
    """Judges a record once: by the lists that were played, and for every other reader by what they may know. Asking
    again gives the same finding. It never changes a result.

    Two jobs follow: what may be missing in a record that does not hold, and how both players' records compare.
    """
    record = Record.objects.select_related("game__match__pool").get(pk=record_id)
    known = Finding.objects.filter(record=record).first()
    if known and known.told:
        return known
    verdict = _verdict(record, ALL)
    found = known or Finding(record=record)
    found.finding, found.line, found.rule = verdict["finding"], verdict["line"], verdict["rule"] or ""
    found.message, found.table, found.data = verdict["message"], verdict.pop("state"), verdict
    found.told = {reader: _verdict(record, reader) for reader in readers(record.game.match)}
    found.save()
    jobs.enqueue("judging.mend", found.pk)
    jobs.enqueue("judging.compare", record.game_id)
    return found


def _verdict(record: Record, reader: str) -> dict[str, Any]:
    """What the engine finds, as plain data, for that reader."""
    game = record.game
    return judge_text(
        record.text, *rules_of(game, reader), pinned=known_of(game), brought=clocks_before(game, reader=reader)
    )


@dataclass(frozen=True)
class Told:
    """A finding as one reader is told it."""

    finding: str
    line: int | None
    rule: str
    message: str
    table: dict[str, Any] | None
    data: dict[str, Any]


def told(record: Record, reader: str) -> Told | None:
    """What the engine found in the record, by what that reader knows of the lists; None until it has judged it."""
    kept: Finding | None = getattr(record, "finding", None)
    if kept is None or not kept.told:
        return None
    if reader == ALL:
        return Told(kept.finding, kept.line, kept.rule, kept.message, kept.table, kept.data)
    said = kept.told[reader]
    data = {name: value for name, value in said.items() if name != "state"}
    return Told(said["finding"], said["line"], said["rule"] or "", said["message"], said["state"], data)


def readers(match: Match) -> list[str]:
    """Who hears of a record without knowing both lists: each seat, and everybody else."""
    return [*(f"P{seat.number}" for seat in match.seats.all()), NEITHER]


def rules_of(game: Game, reader: str = ALL) -> tuple[dict[str, str | Hidden], Pool, Edition]:
    """The lists as that reader may know them, the pinned pool and the pinned edition."""
    match = game.match
    if match.pool is None:
        raise Refused(_("This match pinned no card pool, so no record of it can be judged."), code="no_pool")
    pool = pinned(match.pool)
    seats = match.seats.select_related("deck_version")
    lists = {f"P{seat.number}": expected_list(game, seat) for seat in seats}
    return as_known(lists, lists if reader == ALL else (reader,), pool), pool, EDITIONS[match.edition]


def known_of(game: Game) -> Pinned | None:
    """What the site knows for certain: who went first, and each seat's ether."""
    if game.first is None:
        return None
    return Pinned(first=game.first.number - 1, ether=(game.ether.get("1", 0), game.ether.get("2", 0)))


def clocks_before(game: Game, *, reader: str = ALL) -> Brought:
    """What the clocks bring along from the earlier games of the match, by the last record of each who wrote one; for a
    player no other record of a game tells anything that is still sealed."""
    earlier: dict[int, dict[UUID, Log]] = {number: {} for number in range(1, game.number)}
    records = Record.objects.filter(game__match=game.match_id, game__number__lt=game.number)
    rows = list(records.select_related("game__match", "seat").order_by("made_at"))
    seals = seals_of(game.match, {row.game_id: row.game for row in rows}.values(), rows) if rows else {}
    for row in rows:
        own = row.seat is not None and reader == f"P{row.seat.number}"
        if reader == ALL or own or seals[row.game_id].open:
            earlier[row.game.number][row.by_id] = read(row.text, acts)
    return bring_along((logs.values() for logs in earlier.values()), clock_of(game.match))


def clock_of(match: Match) -> Brought:
    """The clock by which a record is audited: that of the match if it has one, whatever the record names."""
    setting = setting_of(match)
    if setting is None:
        return Brought()
    spec = ClockSpec(setting.minutes * 60, setting.delay, "game" if setting.per_game else "match")
    return Brought(spec, settled=True)


def track_of(record: Record, reader: str) -> Track:
    """The record played line by line as that reader may see it, the players called by their names."""
    game = record.game
    try:
        decks, pool, edition = rules_of(game, reader)
    except Refused as refusal:
        return unplayed(record.text, str(refusal))
    first, second = (str(seat.user) for seat in game.match.seats.select_related("user").order_by("number")[:2])
    return track(record.text, decks, pool, edition, pinned=known_of(game), names=(first, second))
