"""What the engine finds in a record, with the lists, bids and order that the match pinned."""

from uuid import UUID

from django.utils.translation import gettext as _

from bos_tournament.cards.catalogue import pinned
from bos_tournament.errors import Refused
from bos_tournament.history import jobs
from bos_tournament.judging.models import Finding, Record
from bos_tournament.matches.clock_marks import setting_of
from bos_tournament.matches.expected import expected_list
from bos_tournament.matches.models import Game, Match
from engine.bos.cards import Pool
from engine.bos.editions import EDITIONS, Edition
from engine.bos.notation import acts
from engine.bos.opening import Pinned
from engine.clock import Brought, ClockSpec, bring_along
from engine.log import Log, read
from engine.track import Track, track, unplayed
from engine.verdict import judge_text


def find(record_id: UUID) -> Finding:
    """Judges a record once; asking again gives the same finding. It never changes a result.

    Two jobs follow: what may be missing in a record that does not hold, and how both players' records compare.
    """
    record = Record.objects.select_related("game__match__pool").get(pk=record_id)
    if known := Finding.objects.filter(record=record).first():
        return known
    game = record.game
    verdict = judge_text(record.text, *rules_of(game), pinned=known_of(game), brought=clocks_before(game))
    found = Finding.objects.create(
        record=record,
        finding=verdict["finding"],
        line=verdict["line"],
        rule=verdict["rule"] or "",
        message=verdict["message"],
        table=verdict.pop("state"),
        data=verdict,
    )
    jobs.enqueue("judging.mend", found.pk)
    jobs.enqueue("judging.compare", game.pk)
    return found


def rules_of(game: Game) -> tuple[dict[str, str], Pool, Edition]:
    """The lists as they are played in this game, the pinned pool and the pinned edition."""
    match = game.match
    if match.pool is None:
        raise Refused(_("This match pinned no card pool, so no record of it can be judged."), code="no_pool")
    decks = {f"P{seat.number}": expected_list(game, seat) for seat in match.seats.all()}
    return decks, pinned(match.pool), EDITIONS[match.edition]


def known_of(game: Game) -> Pinned | None:
    """What the site knows for certain: who went first, and each seat's ether."""
    if game.first is None:
        return None
    return Pinned(first=game.first.number - 1, ether=(game.ether.get("1", 0), game.ether.get("2", 0)))


def clocks_before(game: Game) -> Brought:
    """What the clocks bring along from the earlier games of the match, by the last record of each who wrote one."""
    earlier: dict[int, dict[UUID, Log]] = {number: {} for number in range(1, game.number)}
    records = Record.objects.filter(game__match=game.match_id, game__number__lt=game.number)
    for record in records.select_related("game").order_by("made_at"):
        earlier[record.game.number][record.by_id] = read(record.text, acts)
    return bring_along((logs.values() for logs in earlier.values()), clock_of(game.match))


def clock_of(match: Match) -> Brought:
    """The clock by which a record is audited: that of the match if it has one, whatever the record names."""
    setting = setting_of(match)
    if setting is None:
        return Brought()
    spec = ClockSpec(setting.minutes * 60, setting.delay, "game" if setting.per_game else "match")
    return Brought(spec, settled=True)


def track_of(record: Record) -> Track:
    """The record played line by line, the players called by their names."""
    game = record.game
    try:
        decks, pool, edition = rules_of(game)
    except Refused as refusal:
        return unplayed(record.text, str(refusal))
    first, second = (str(seat.user) for seat in game.match.seats.select_related("user").order_by("number")[:2])
    return track(record.text, decks, pool, edition, pinned=known_of(game), names=(first, second))
