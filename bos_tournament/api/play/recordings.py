"""Games that are recorded on the board while they are played: the board as a player may see it, and every deed."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.files import AS_TEXT, TEXT
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.records import UnlitSerializer
from bos_tournament.play.models import LONGEST_LINE, BoardChange, BoardPhrase, Recording
from bos_tournament.play.online import draw_offers, phrases, visits
from bos_tournament.play.online import endings as online_endings
from bos_tournament.play.online.access import settled_game
from bos_tournament.play.recording import board_changes, endings, presenter, recordings, replays, spectators
from bos_tournament.play.recording.access import game_to_record, recording_of

COUNT: dict[str, Any] = {"min_value": 0, "max_value": 100_000}
NAME: dict[str, Any] = {"max_length": 100}


class RecordedMoveSerializer(serializers.Serializer):
    line = serializers.CharField(source="written", help_text="what to send to `lines/`")
    path = serializers.ListField(
        child=serializers.CharField(),
        help_text="what to tap on a board for it: place (1b), player (P2), card of a pile (=NAME), ability (1b.2)",
    )

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = {"label": serializers.CharField(help_text="the same in plain words")}
        outcome = serializers.CharField(
            allow_blank=True, help_text="what comes of it; empty where the tournament does not show outcomes"
        )
        return {**super().get_fields(), **fields, "outcome": outcome}


class AskedPlayerSerializer(serializers.Serializer):
    """What one of the players may do next. Cards of a hidden pile are listed once they are asked for by `card`."""

    seat = serializers.IntegerField()
    name = serializers.CharField()
    prompt = serializers.CharField(help_text="what this player is asked for")
    options = RecordedMoveSerializer(many=True, source="choices")


class WizardsToPlaceSerializer(serializers.Serializer):
    of = serializers.IntegerField(help_text="the seat")
    choices = serializers.ListField(child=serializers.CharField(), help_text="the wizards that may stand there")


class RecordedEndSerializer(serializers.Serializer):
    winner = serializers.CharField(allow_blank=True, help_text="by name; empty for a draw")
    signed = serializers.ListField(child=serializers.CharField(), help_text="who has confirmed the record, by name")


class RecordedLineSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    line = serializers.CharField()


class AskedChangeSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    by = serializers.CharField(help_text="who asks, by name")
    text = serializers.CharField(source="said")
    line = serializers.CharField(help_text="the line that makes the change")
    needs_judge = serializers.BooleanField(help_text="whether a judge was called, who decides")
    agreed = serializers.CharField(allow_blank=True, help_text="who agrees, by name")
    may_agree = serializers.BooleanField(help_text="whether you are the one to agree")


class EarlierTurnSerializer(serializers.Serializer):
    turn = serializers.IntegerField()
    name = serializers.CharField(help_text="whose turn it was")
    life = serializers.SerializerMethodField(help_text="of both players, as the turn began")
    keep = serializers.IntegerField(help_text="what `take-back/` is sent to go back there")

    def get_life(self, turn: dict[str, Any]) -> list[int]:
        return [side["life"] for side in turn["life"]]


class AbsenceSerializer(serializers.Serializer):
    seconds = serializers.IntegerField(help_text="until now; 0 while they are there")
    times = serializers.IntegerField(help_text="how often they were away before")
    before = serializers.IntegerField(help_text="seconds of all those times")


class SaidSerializer(serializers.Serializer):
    name = serializers.CharField()
    phrase = serializers.ChoiceField(BoardPhrase.Phrase.choices)


class OnlineSerializer(serializers.Serializer):
    """What an online game has besides: only your own moves are listed and taken."""

    asked = serializers.IntegerField(allow_null=True, help_text="the seat that has to act")
    half = serializers.CharField(allow_blank=True, help_text="a line with which the asked player goes on")
    away = AbsenceSerializer(allow_null=True, help_text="how long your opponent has been away; null after the end")
    draw_offered = serializers.BooleanField()
    draw_is_yours = serializers.BooleanField()
    said = SaidSerializer(many=True)


class RecordedBoardSerializer(serializers.Serializer):
    """The recorded game as its player may know it; with `shared`, as both may."""

    count = serializers.IntegerField(help_text="how many lines stand; send it back as `after`")
    open = serializers.BooleanField(help_text="whether lines may still be written")
    table = serializers.JSONField(allow_null=True, help_text="both sides")
    asked = AskedPlayerSerializer(many=True, source="groups")
    whole = serializers.BooleanField(help_text="false where there are more ways to choose than are listed")
    unlit = serializers.SerializerMethodField()
    wizards = WizardsToPlaceSerializer(allow_null=True, help_text="whose wizards have no columns yet")
    lines = RecordedLineSerializer(many=True, source="history", help_text="the last one first")
    keep_asked = serializers.IntegerField(
        allow_null=True, help_text="so many lines stay if the other player agrees; null where nobody asks"
    )
    asks_you = serializers.BooleanField(help_text="whether you are the one to agree")
    change = AskedChangeSerializer(allow_null=True, help_text="a change of the board that somebody asks for")
    turns = EarlierTurnSerializer(many=True, help_text="to whose beginning one may go back, the last one first")
    ending = RecordedEndSerializer(allow_null=True, help_text="null while the game is on")
    may_pass = serializers.BooleanField(default=False, help_text="online: whether you may leave it to the next one")
    online = OnlineSerializer(default=None, allow_null=True, help_text="null for a game that is played at a table")
    problem = serializers.CharField(allow_blank=True, help_text="why the record cannot stand, if it cannot")

    @extend_schema_field(UnlitSerializer(many=True))
    def get_unlit(self, board: dict[str, Any]) -> list[dict[str, str]]:
        return [{"at": note["at"], **note["why"]} for note in board["notes"] if note["why"]]


class SharedSerializer(serializers.Serializer):
    shared = serializers.BooleanField(default=False, help_text="whether both players use this device")


class BoardQuerySerializer(SharedSerializer):
    card = serializers.RegexField(
        r"^[12]:.+$", max_length=120, required=False, help_text="a seat and a card of its hidden piles, 2:NAME"
    )


class RecordLineRequestSerializer(SharedSerializer):
    line = serializers.CharField(max_length=LONGEST_LINE)
    after = serializers.IntegerField(**COUNT, help_text="`count` of the board as you know it")


class TakeBackLinesRequestSerializer(SharedSerializer):
    keep = serializers.IntegerField(**COUNT, help_text="so many lines stay")
    after = serializers.IntegerField(**COUNT, help_text="`count` of the board as you know it")


class AgreementRequestSerializer(SharedSerializer):
    agrees = serializers.BooleanField()
    asked = serializers.IntegerField(
        required=False, min_value=0, help_text="what you read: `keep_asked`, or the `id` of the change"
    )


class AskForChangeRequestSerializer(serializers.Serializer):
    what = serializers.ChoiceField(BoardChange.What.choices)
    of = serializers.CharField(max_length=4, help_text="P1 or P2; for a strength and a card the place, such as 1b")
    now = serializers.CharField(
        max_length=10,
        help_text="the number on the table; for a card its place, or graveyard, castle, acted, ready, up, down",
    )
    after = serializers.IntegerField(**COUNT, help_text="`count` of the board as you know it")


class PlaceWizardsRequestSerializer(SharedSerializer):
    of = serializers.IntegerField(min_value=1, max_value=2, help_text="the seat")
    names = serializers.ListField(
        child=serializers.CharField(**NAME), min_length=3, max_length=3, help_text="from column a to column c"
    )


class PassRequestSerializer(serializers.Serializer):
    after = serializers.IntegerField(**COUNT, help_text="`count` of the board as you know it")


class DrawRequestSerializer(serializers.Serializer):
    draw = serializers.ChoiceField([(word, word) for word in ("offer", "accept", "decline")])


class PhraseRequestSerializer(serializers.Serializer):
    phrase = serializers.ChoiceField(BoardPhrase.Phrase.choices)


class ReplayQuerySerializer(serializers.Serializer):
    line = serializers.CharField(max_length=12, required=False, help_text="its `key`; left out, the last one")


class ReplayedSentenceSerializer(serializers.Serializer):
    text = serializers.CharField()
    rule = serializers.CharField(allow_blank=True, help_text="the number of the rule by which it happened")


class ReplayedLineSerializer(serializers.Serializer):
    key = serializers.CharField()
    number = serializers.IntegerField()
    line = serializers.CharField(source="text")
    told = ReplayedSentenceSerializer(many=True, help_text="what it did")


class ReplayedBidSerializer(serializers.Serializer):
    name = serializers.CharField()
    amount = serializers.IntegerField()


class ReplaySerializer(serializers.Serializer):
    """A recorded game; while it is on, as spectators see it, who are some minutes and a full turn behind."""

    live = serializers.BooleanField(help_text="whether the game is on")
    delay_minutes = serializers.IntegerField(
        source="delay", allow_null=True, help_text="how far spectators are behind; null once the game is over"
    )
    spectators = serializers.IntegerField(help_text="how many pages follow the game; 0 once it is over")
    bids = ReplayedBidSerializer(many=True, help_text="both, once they are open; empty before")
    lines = ReplayedLineSerializer(many=True)
    at = serializers.IntegerField(help_text="after how many lines the table is")
    table = serializers.JSONField(
        allow_null=True, help_text="both sides, as both players saw them; null before there is anything to see"
    )


class OneRecording(APIView):
    @extend_schema(parameters=[BoardQuerySerializer], responses=RecordedBoardSerializer)
    def get(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """The board of a recorded game, for its two players."""
        query = request_parsing.query(request, BoardQuerySerializer)
        seat, card = query.get("card", "").partition(":")[::2]
        return _board(request, pk, number, shared=query["shared"], card=(int(seat), card) if card else None)

    @extend_schema(request=SharedSerializer, responses={201: RecordedBoardSerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Starts the recording of the game that is on; where it has begun, that one."""
        seat, _game = game_to_record(request.user, pk, number)
        shared = request_parsing.body(request, SharedSerializer)["shared"]
        recordings.start_recording(seat)
        return _board(request, pk, number, shared=shared, status=201)


class RecordingLines(APIView):
    @extend_schema(request=RecordLineRequestSerializer, responses=RecordedBoardSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Writes the next line, of either player. Sent twice, it counts once; refused as `board_changed` where lines
        were written since, and as `illegal_line` with the rule in `problems`."""
        seat, game = settled_game(request.user, pk, number)
        sent = request_parsing.body(request, RecordLineRequestSerializer)
        recordings.record_line(seat, game, sent["line"], after=sent["after"], shared=sent["shared"])
        return _board(request, pk, number, shared=sent["shared"])


class TakeBackRecorded(APIView):
    @extend_schema(request=TakeBackLinesRequestSerializer, responses=RecordedBoardSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Takes back the last lines: at once where you wrote them, otherwise once the other player agrees."""
        seat, game = settled_game(request.user, pk, number)
        sent = request_parsing.body(request, TakeBackLinesRequestSerializer)
        recordings.take_back_lines(seat, game, keep=sent["keep"], after=sent["after"])
        return _board(request, pk, number, shared=sent["shared"])


class AnswerTakeBack(APIView):
    @extend_schema(request=AgreementRequestSerializer, responses=RecordedBoardSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Agrees that lines are taken back, or declines; whoever asked withdraws the question by declining."""
        seat, game = settled_game(request.user, pk, number)
        sent = request_parsing.body(request, AgreementRequestSerializer)
        recordings.answer_take_back(seat, game, agrees=sent["agrees"], keep=sent.get("asked"))
        return _board(request, pk, number, shared=sent["shared"])


class AskForChange(APIView):
    @extend_schema(request=AskForChangeRequestSerializer, responses=RecordedBoardSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Asks for another number, or a card elsewhere, on the board: the other player agrees. In a tournament a judge
        is called, who decides. Nothing is recorded meanwhile (`change_waits`)."""
        seat, game = game_to_record(request.user, pk, number)
        sent = request_parsing.body(request, AskForChangeRequestSerializer)
        board_changes.ask_for_change(seat, game, **sent)
        return _board(request, pk, number, shared=False)


class AnswerChange(APIView):
    @extend_schema(request=AgreementRequestSerializer, responses=RecordedBoardSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Agrees to the change of the board, or declines; whoever asked withdraws the question by declining."""
        seat, game = game_to_record(request.user, pk, number)
        sent = request_parsing.body(request, AgreementRequestSerializer)
        board_changes.answer_change(seat, game, agrees=sent["agrees"], shared=sent["shared"], about=sent.get("asked"))
        return _board(request, pk, number, shared=sent["shared"])


class PlaceWizards(APIView):
    @extend_schema(request=PlaceWizardsRequestSerializer, responses=RecordedBoardSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Puts the wizards of a seat in their columns, once, before its first turn."""
        seat, game = settled_game(request.user, pk, number)
        sent = request_parsing.body(request, PlaceWizardsRequestSerializer)
        recordings.place_wizards(seat, game, of=sent["of"], names=sent["names"], shared=sent["shared"])
        return _board(request, pk, number, shared=sent["shared"])


class ConfirmRecording(APIView):
    @extend_schema(request=SharedSerializer, responses=RecordedBoardSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Confirms the record of a game that is over, and with it the result."""
        seat, game = game_to_record(request.user, pk, number)
        shared = request_parsing.body(request, SharedSerializer)["shared"]
        endings.confirm_record(seat, game)
        return _board(request, pk, number, shared=shared)


class PassOnline(APIView):
    @extend_schema(request=PassRequestSerializer, responses=RecordedBoardSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Leaves it to the next player in an online game, where nothing has to be done."""
        seat, game = settled_game(request.user, pk, number)
        recordings.pass_turn(seat, game, after=request_parsing.body(request, PassRequestSerializer)["after"])
        return _board(request, pk, number, shared=False)


class ConcedeOnline(APIView):
    @extend_schema(request=None, responses=RecordedBoardSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Gives up an online game; your opponent wins it at once."""
        request_parsing.body(request, serializers.Serializer)
        online_endings.concede_game(*settled_game(request.user, pk, number))
        return _board(request, pk, number, shared=False)


class DrawOnline(APIView):
    @extend_schema(request=DrawRequestSerializer, responses=RecordedBoardSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Offers a draw in an online game, until the next move; accepts or declines your opponent's; by declining you
        withdraw your own."""
        seat, game = settled_game(request.user, pk, number)
        word = request_parsing.body(request, DrawRequestSerializer)["draw"]
        draw_offers.say_of_draw(seat, game, word)
        return _board(request, pk, number, shared=False)


class SayOnline(APIView):
    @extend_schema(request=PhraseRequestSerializer, responses=RecordedBoardSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Says one of a few sentences at the board of an online game."""
        seat, game = settled_game(request.user, pk, number)
        phrases.say_phrase(seat, game, phrase=request_parsing.body(request, PhraseRequestSerializer)["phrase"])
        return _board(request, pk, number, shared=False)


class RecordedText(APIView):
    renderer_classes = TEXT

    @extend_schema(responses=AS_TEXT)
    def get(self, request: AuthenticatedRequest, pk: UUID, number: int) -> HttpResponse:
        """The record, for `engine judge`, once you have confirmed it."""
        request_parsing.query(request, serializers.Serializer)
        seat, game = game_to_record(request.user, pk, number)
        recording = recording_of(game)
        if recording is None or not recording.signed_by.filter(pk=seat.pk).exists():
            raise Http404(_("You have not confirmed a record of this game."))
        return HttpResponse(endings.whole_record(recording), content_type="text/plain; charset=utf-8")


class Replay(APIView):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[ReplayQuerySerializer], responses=ReplaySerializer)
    def get(self, request: Request, pk: UUID, number: int) -> Response:
        """A recorded game that is over, for everybody: every line with what it did, and the board after one of them.
        While a game is on, at featured tables alone and delayed."""
        line = request_parsing.query(request, ReplayQuerySerializer).get("line")
        replay = replays.game_to_replay(pk, number)
        count = spectators.count_spectators(replay.game) if replay.is_live else 0
        return Response(ReplaySerializer({**replays.replay_page(replay, line), "spectators": count}).data)


def _board(
    request: AuthenticatedRequest,
    pk: UUID,
    number: int,
    *,
    shared: bool,
    card: tuple[int, str] | None = None,
    status: int = 200,
) -> Response:
    """The board as it is now, after whatever was done. Raises Http404 where the game is not recorded."""
    seat, game = settled_game(request.user, pk, number)
    recording: Recording | None = recording_of(game)
    if recording is None:
        raise Http404(_("This game is not being recorded."))
    if game.match.plays_online:
        visits.note_visit(recording, seat)
    shown = presenter.recording_board(recording, seat, shared=shared, card=card)
    return Response(RecordedBoardSerializer(shown).data, status=status)
