"""Both players' records of a game, laid side by side by the engine."""

from typing import Any
from uuid import UUID

from django.db import transaction

from bos_tournament.judging.models import Comparison, Record
from bos_tournament.judging.record_visibility import ALL, NEITHER
from bos_tournament.judging.records.adjudication import readers, rules_for
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.play.game_setup import known_of
from engine.bos import game as bos
from engine.hosting import Given, compare_text, record_of


def compare_game(game_id: UUID) -> Comparison | None:
    """Compares the last judged record of either player; nothing before both are there. It never changes a result."""
    game = Game.objects.select_related("match", "first").get(pk=game_id)
    seats = list(game.match.seats.select_related("user").order_by("number")[:2])
    first, second = (_last(game, seat) for seat in seats)
    if first is None or second is None:
        return None
    existing = Comparison.objects.filter(game=game, first=first, second=second).first()
    if existing and existing.told:
        return existing
    writers = (record_of(str(seats[0].user)), record_of(str(seats[1].user)))
    verdicts = {
        reader: compare_text(
            bos, first.text, second.text, Given(*rules_for(game, reader), pinned=known_of(game)), writers=writers
        )
        for reader in (ALL, *readers(game.match))
    }
    data = verdicts.pop(ALL)
    outcome, winner = _told(verdicts[NEITHER], seats)
    comparison = Comparison(first=first, second=second, outcome=outcome, winner=winner, data=data, told=verdicts)
    comparison.blind = first.blind and second.blind
    return _keep(game, comparison)


@transaction.atomic
def _keep(game: Game, comparison: Comparison) -> Comparison:
    """Keeps the comparison unless a newer record was compared meanwhile; open pages of the match hear of it."""
    match = Match.objects.select_for_update().get(pk=game.match_id)
    earlier = Comparison.objects.filter(game=game).first()
    if earlier and (comparison.first.made_at, comparison.second.made_at) < (
        earlier.first.made_at,
        earlier.second.made_at,
    ):
        return earlier
    comparison.game = game
    comparison.save()
    match.version += 1
    match.save(update_fields=["version"])
    return comparison


def _last(game: Game, seat: Seat) -> Record | None:
    return game.records.filter(seat=seat, finding__isnull=False).order_by("-made_at").first()


def _told(verdict: dict[str, Any], seats: list[Seat]) -> tuple[str, Seat | None]:
    """How the game ended, where both tell the same lawful story to its end."""
    ends = [(story["finding"], story["winner"], story["reason"]) for story in verdict["stories"]]
    finding, winner, reason = ends[0]
    if not verdict["same"] or finding != "legal" or ends[0] != ends[1]:
        return "", None
    if winner is None:
        return (Game.Outcome.DRAWN if reason == "draw" else ""), None
    return Game.Outcome.WON, next(seat for seat in seats if f"P{seat.number}" == winner)
