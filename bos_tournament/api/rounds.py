"""Rounds: drawn, published and closed by organizers; pairings, standings and the bracket for everybody."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.conventions.schema import EmptySerializer, MessageCodeSerializer
from bos_tournament.matches.models import Match, Reason
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.models import UNPLAYED, Entrant, Pairing, Round, Stage, Tournament
from bos_tournament.tournaments.rounds import manual_pairing, round_cycle
from bos_tournament.tournaments.standings import featured_matches, leaderboard, standings_rows
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.bracket_stage import Bracket
from bos_tournament.tournaments.structure.stages import rounds_of, tables_of


class RemainingTimeSerializer(serializers.Serializer):
    until = serializers.DateTimeField(allow_null=True, help_text="while the time runs")
    left = serializers.IntegerField(allow_null=True, help_text="seconds left while paused; negative: time was up")


class RoundSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    title = serializers.SerializerMethodField(help_text="what it is called: Semi-finals, Round 3")
    stage = serializers.IntegerField(source="stage.number")
    format = serializers.ChoiceField(Stage.Format.choices, source="stage.format")
    state = serializers.ChoiceField(Round.State.choices)
    published_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    time = RemainingTimeSerializer(
        source="remaining", allow_null=True, help_text="null: not started, or the round is over"
    )

    def get_title(self, round_: Round) -> str:
        return round_names.title(round_)


class PairedEntrantSerializer(serializers.Serializer):
    seat = serializers.IntegerField(source="number")
    entrant = serializers.UUIDField(source="entrant_id")
    name = serializers.CharField(source="entrant.user.handle")


class MatchScoreSerializer(serializers.Serializer):
    """How far the match is; `wins` by seat and `winner`, a seat or null, count once the step is `finished`."""

    step = serializers.ChoiceField(Match.Step.choices)
    wins = serializers.DictField(child=serializers.IntegerField())
    winner = serializers.IntegerField(allow_null=True)
    reason = serializers.ChoiceField(Reason.choices, allow_blank=True)


class PairingSerializer(serializers.Serializer):
    """A table, or a bye: one player and no match. `by_hand` is why staff set it so."""

    id = serializers.UUIDField()
    table = serializers.IntegerField(allow_null=True)
    players = PairedEntrantSerializer(source="sittings", many=True)
    unplayed = serializers.ChoiceField(UNPLAYED, allow_blank=True)
    why = serializers.CharField(source="why_now")
    why_message = MessageCodeSerializer(source="why_now_message", allow_null=True)
    by_hand = serializers.CharField()
    featured = serializers.SerializerMethodField(help_text="the hall is shown it first, while its round is played")
    match = serializers.UUIDField(source="match_id", allow_null=True)
    score = serializers.SerializerMethodField()

    def get_featured(self, pairing: Pairing) -> bool:
        return pairing.featured and featured_matches.is_on(pairing.round, pairing.round.stage.tournament)

    @extend_schema_field(MatchScoreSerializer(allow_null=True))
    def get_score(self, pairing: Pairing) -> dict[str, Any] | None:
        return MatchScoreSerializer(_score(pairing.match)).data if pairing.match else None


class TieBreakFigureSerializer(serializers.Serializer):
    name = serializers.CharField()
    shown = serializers.CharField()
    exact = serializers.CharField()


class RankSerializer(serializers.Serializer):
    """A rank with its figures and why it is not the one above; equal figures share a rank.

    In a tournament with groups the rank counts in the `group`, A to Z; elsewhere that is empty.
    """

    group = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True, help_text="null: disqualified")
    entrant = serializers.UUIDField()
    name = serializers.CharField()
    state = serializers.ChoiceField(Entrant.State.choices)
    points = serializers.IntegerField(help_text="match points")
    record = serializers.ListField(child=serializers.IntegerField(), help_text="won, lost, drawn")
    figures = TieBreakFigureSerializer(many=True)
    reason = serializers.CharField()


class BracketSlotSerializer(serializers.Serializer):
    seed = serializers.IntegerField()
    entrant = serializers.UUIDField()
    name = serializers.CharField()


class BracketMatchSerializer(serializers.Serializer):
    """`slots` holds null where nobody is, or nobody yet; `winner` is a seed."""

    id = serializers.CharField()
    round = serializers.IntegerField()
    title = serializers.CharField()
    status = serializers.CharField()
    slots = serializers.ListField(child=BracketSlotSerializer(allow_null=True))
    winner = serializers.IntegerField(allow_null=True)
    match = serializers.UUIDField(allow_null=True)


class RoundNumberRequestSerializer(serializers.Serializer):
    number = serializers.IntegerField(min_value=1, max_value=1_000, help_text="of the round, counted through")


class SwapEntrantsRequestSerializer(serializers.Serializer):
    one = serializers.UUIDField(help_text="an entrant of the draft")
    other = serializers.UUIDField(help_text="changes places with this one")
    why = serializers.CharField(max_length=300, help_text="everybody can read it")


class Rounds(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    pagination_class = Pages

    @extend_schema(responses=RoundSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The published rounds; staff with their second factor see drafts too."""
        request_parsing.query(request, serializers.Serializer)
        user = request.user
        tournament = tournament_access.tournament_to_see(user, slug)
        rounds = rounds_of(tournament)
        if not (user.is_authenticated and user.second_factor and tournament_access.roles(user, tournament)):
            rounds = rounds.filter(state=Round.State.PUBLISHED)
        return listed(request, rounds, RoundSerializer)

    @extend_schema(request=RoundNumberRequestSerializer, responses={201: RoundSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Draws the next round as a draft. Asked twice, it is the same draft."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        drawn = round_cycle.create_draft_round(
            tournament, **request_parsing.body(request, RoundNumberRequestSerializer)
        )
        return Response(RoundSerializer(drawn).data, status=201)


class CloseAndStartNext(APIView):
    @extend_schema(request=RoundNumberRequestSerializer, responses={201: RoundSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Closes the round that is played, draws the next one and publishes it. Twice is once."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        return Response(
            RoundSerializer(
                round_cycle.close_and_start_next(
                    tournament, **request_parsing.body(request, RoundNumberRequestSerializer)
                )
            ).data,
            status=201,
        )


class OneRound(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """Throws a draft away."""
        round_cycle.discard(desk_access.round_to_run(request.user, slug, number))
        return Response(status=204)


class Redraw(APIView):
    @extend_schema(request=EmptySerializer, responses=RoundSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """Draws a draft anew from what is true now."""
        return _run(request, slug, number, round_cycle.redraw_round)


class Publish(APIView):
    @extend_schema(request=EmptySerializer, responses=RoundSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """Shows a draft to everybody and starts its matches. Twice is once."""
        return _run(request, slug, number, round_cycle.publish)


class Unpublish(APIView):
    @extend_schema(request=EmptySerializer, responses=RoundSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """Makes a draft of the round again while no game is decided; its matches are called off."""
        return _run(request, slug, number, round_cycle.unpublish)


class Close(APIView):
    @extend_schema(request=EmptySerializer, responses=RoundSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """Makes the results of the round count. Twice is once."""
        return _run(request, slug, number, round_cycle.close)


class SwapEntrants(APIView):
    @extend_schema(request=SwapEntrantsRequestSerializer, responses=RoundSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """Two people of a draft change places, with a reason."""
        round_ = desk_access.round_to_run(request.user, slug, number)
        return Response(
            RoundSerializer(
                manual_pairing.swap_entrants(round_, **request_parsing.body(request, SwapEntrantsRequestSerializer))
            ).data
        )


class LastPairings(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=PairingSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The tables of the last published round."""
        request_parsing.query(request, serializers.Serializer)
        _, published = desk_access.rounds_to_see(request.user, slug)
        round_ = desk_access.one_of(published, None)
        return listed(request, tables_of(round_) if round_ else [], PairingSerializer)


class Pairings(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=PairingSerializer(many=True))
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The tables of a published round."""
        request_parsing.query(request, serializers.Serializer)
        _, published = desk_access.rounds_to_see(request.user, slug)
        return listed(request, tables_of(desk_access.one_of(published, number)), PairingSerializer)


class DraftPairings(APIView):
    pagination_class = Pages

    @extend_schema(responses=PairingSerializer(many=True))
    def get(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """The tables of a round for staff, also while it is a draft."""
        request_parsing.query(request, serializers.Serializer)
        return listed(request, tables_of(desk_access.round_to_look_at(request.user, slug, number)), PairingSerializer)


class Standings(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=RankSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The standings after the last closed round before a bracket, group after group."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.tournament_to_see(request.user, slug)
        return listed(request, ranks_of(tournament), RankSerializer)


class BracketMatches(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=BracketMatchSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Every match of the bracket as it stands."""
        request_parsing.query(request, serializers.Serializer)
        stage = desk_access.bracket_stage(tournament_access.tournament_to_see(request.user, slug))
        return listed(request, bracket_of(Bracket(stage)), BracketMatchSerializer)


def _run(request: Request, slug: str, number: int, deed: Callable[[Round], Round]) -> Response:
    round_ = desk_access.round_to_run(request.user, slug, number)
    request_parsing.nothing(request)
    return Response(RoundSerializer(deed(round_)).data)


def _score(match: Match) -> dict[str, Any]:
    seats = list(match.seats.all())
    winner = next((seat.number for seat in seats if seat.pk == match.winner_id), None)
    wins = {str(seat.number): seat.games_won for seat in seats}
    return {"step": match.step, "wins": wins, "winner": winner, "reason": match.reason}


@dataclass(frozen=True)
class Ranks:
    """The rows of standings, each with the fields of a rank."""

    lines: standings_rows.Ranks
    """In the order of ranks."""

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, part: slice) -> list[dict[str, Any]]:
        lines = self.lines[part]
        entrants = standings_rows.people_on(lines)
        return [rank_of(line, entrants) for line in lines]


def ranks_of(tournament: Tournament) -> Ranks:
    return Ranks(standings_rows.ranked_lines(leaderboard.standings_of(tournament)))


def rank_of(line: leaderboard.BoardLine, entrants: standings_rows.People) -> dict[str, Any]:
    """A line of a board with the fields of a rank."""
    entrant = entrants[line.entrant]
    return {
        "group": line.group,
        "rank": line.rank,
        "entrant": entrant.pk,
        "name": entrant.user.handle,
        "state": entrant.state,
        "points": line.points,
        "record": line.record,
        "figures": [{"name": name, "shown": rounded, "exact": exact} for name, rounded, exact in line.figures],
        "reason": standings_rows.reason(line, entrants),
    }


def bracket_of(bracket: Bracket) -> list[dict[str, Any]]:
    """Every match of a bracket, each with its fields."""
    return [
        {
            "id": standing.match.id,
            "round": standing.match.round,
            "title": bracket.title(standing.match),
            "status": standing.status.value,
            "slots": [_slot(bracket, seed) for seed in standing.seeds],
            "winner": standing.winner,
            "match": bracket.pairings[standing.match.id].match_id if standing.match.id in bracket.pairings else None,
        }
        for standing in bracket.standing.values()
    ]


def _slot(bracket: Bracket, seed: int | None) -> dict[str, Any] | None:
    if seed is None:
        return None
    entrant = bracket.entrants[seed]
    return {"seed": seed, "entrant": entrant.pk, "name": entrant.user.handle}
