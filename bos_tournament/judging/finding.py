"""What the engine finds in a record, with the lists, bids and order that the match pinned."""

from typing import Any
from uuid import UUID

from bos_tournament.cards.catalogue import pinned
from bos_tournament.errors import Refused
from bos_tournament.judging.models import Finding, Record
from bos_tournament.matches.expected import expected_list
from bos_tournament.matches.models import Game
from engine.bos.cards import Pool
from engine.bos.editions import EDITIONS, Edition
from engine.bos.opening import Pinned
from engine.replay import table
from engine.verdict import judge_text


def find(record_id: UUID) -> Finding:
    """Judges a record once; asking again gives the same finding. It never changes a result."""
    record = Record.objects.select_related("dispute__game__match__pool").get(pk=record_id)
    if known := Finding.objects.filter(record=record).first():
        return known
    game = record.dispute.game
    verdict = judge_text(record.text, *rules_of(game), pinned=known_of(game))
    return Finding.objects.create(
        record=record,
        finding=verdict["finding"],
        line=verdict["line"],
        rule=verdict["rule"] or "",
        message=verdict["message"],
        table=verdict.pop("state"),
        data=verdict,
    )


def rules_of(game: Game) -> tuple[dict[str, str], Pool, Edition]:
    """The lists as they are played in this game, the pinned pool and the pinned edition."""
    match = game.match
    if match.pool is None:
        raise Refused("This match pinned no card pool, so no record of it can be judged.", code="no_pool")
    decks = {f"P{seat.number}": expected_list(game, seat) for seat in match.seats.all()}
    return decks, pinned(match.pool), EDITIONS[match.edition]


def known_of(game: Game) -> Pinned | None:
    """What the site knows for certain: who went first, and each seat's ether."""
    if game.first is None:
        return None
    return Pinned(first=game.first.number - 1, ether=(game.ether.get("1", 0), game.ether.get("2", 0)))


def table_at(record: Record, line: int) -> dict[str, Any]:
    """The table after a line of the record, for drawing."""
    game = record.dispute.game
    return table(record.text, *rules_of(game), line, pinned=known_of(game))
