"""What a match shows of judges' work; see `matches.surroundings.Judging`."""

from collections.abc import Sequence

from django.db.models import QuerySet

from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.models import Call, DeckCheck, Dispute, Penalty
from bos_tournament.judging.records import record_entry
from bos_tournament.matches.models import Game, Match, Seat


def with_comparisons(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.select_related("comparison", "recording").defer(
        "comparison__data", "comparison__told", "recording__wizards"
    )


def is_verified(game: Game) -> bool:
    comparison = getattr(game, "comparison", None)
    return comparison is not None and comparison.verifies


def is_recorded(game: Game) -> bool:
    return getattr(game, "recording", None) is not None


def last_record(game: Game, seat: Seat) -> str:
    record = game.records.filter(seat=seat).order_by("made_at").last()
    return record.text if record else ""


def keep_board_record(game: Game, seat: Seat, text: str) -> None:
    record_entry.hand_in(game, by=seat.user, seat=seat, text=text, on_board=True)


def disputes(match: Match) -> Sequence[Dispute]:
    games = list(match.games.prefetch_related("disputes__game", "disputes__rulings"))
    return [dispute for game in games for dispute in game.disputes.all()]


def call_judge(seat: Seat, *, reason: str) -> None:
    if open_call(seat.match) is None:
        judge_calls.call_judge(seat, reason=reason)


def open_call(match: Match) -> Call | None:
    return match.calls.filter(ended_at=None).select_related("taken_by").first()


def deck_check(match: Match) -> DeckCheck | None:
    pairing = getattr(match, "pairing", None)
    begun = pairing and pairing.deck_checks.filter(begun_at__isnull=False, ended_at=None)
    return begun.select_related("begun_by").first() if begun is not None else None


def penalties(match: Match, seat: Seat) -> Sequence[Penalty]:
    pairing = getattr(match, "pairing", None)
    sitting = pairing and pairing.sittings.filter(entrant__user=seat.user_id).first()
    if not sitting:
        return []
    rows = sitting.entrant.penalties.exclude(state=Penalty.State.TAKEN_BACK)
    return [penalty for penalty in rows if penalty.match_id == match.pk or penalty.state == Penalty.State.DUE]
