"""Practice games against a bot: one's own, and the board with every deed on it."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.accounts.requests import Viewer
from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.files import AS_TEXT, TEXT
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.conventions.schema import EmptySerializer
from bos_tournament.api.decks import LIST
from bos_tournament.api.records import UnlitSerializer
from bos_tournament.decks import access as deck_access
from bos_tournament.decks import drafts
from bos_tournament.play import access, practice_games, presenter
from bos_tournament.play.models import BOT, LONGEST_LINE, PLAYER, PracticeGame, PracticeLine
from bos_tournament.play.positions import record_text

MOST_AFTER = 100_000
STARTERS = list(drafts.starters())
DECKS = ({"starter", "deck", "text"}, {"bot_starter", "bot_text"})
"""The fields that name a deck, by whose it is: one of each set is sent."""


class PracticeGameSerializer(serializers.Serializer):
    """Seat 1 is the player, seat 2 the bot."""

    id = serializers.UUIDField()
    bot = serializers.ChoiceField(PracticeGame.Bot.choices)
    deck_name = serializers.CharField()
    bot_deck_name = serializers.CharField()
    first = serializers.IntegerField(help_text="the seat that goes first")
    asked = serializers.IntegerField(allow_null=True, help_text="the seat to act; null once the game is over")
    winner = serializers.IntegerField(allow_null=True, help_text="a seat; null for a draw, and until the game is over")
    made_at = serializers.DateTimeField()
    moved_at = serializers.DateTimeField()
    over_at = serializers.DateTimeField(allow_null=True)


class PracticeOptionSerializer(serializers.Serializer):
    line = serializers.CharField(source="written", help_text="what to send to `lines/`")
    path = serializers.ListField(
        child=serializers.CharField(),
        help_text="what to tap on a board for it: place (1b), player (P2), card of a pile (=NAME), ability (1b.2)",
    )
    how = serializers.ChoiceField(
        [PracticeLine.How.LINE.value, PracticeLine.How.HALF.value],
        help_text="a whole line, or the half of one of which the other player chooses the rest",
    )

    def get_fields(self) -> dict[str, serializers.Field]:
        return {**super().get_fields(), "label": serializers.CharField(help_text="the same in plain words")}


class PracticeSentenceSerializer(serializers.Serializer):
    text = serializers.CharField()
    rule = serializers.CharField(allow_blank=True, help_text="the number of the rule by which it happened")


class PracticeToldSerializer(serializers.Serializer):
    """A line of the record and what it did."""

    line = serializers.CharField()
    told = PracticeSentenceSerializer(many=True)


class PracticeBoardSerializer(PracticeGameSerializer):
    """The game as its player sees it. While the bot is asked, there are no options: ask again."""

    count = serializers.IntegerField(help_text="how much was done; send it back as `after`")
    table = serializers.JSONField(allow_null=True, help_text="what the player can see of both sides")
    prompt = serializers.CharField(allow_blank=True, help_text="what the player is asked for")
    options = PracticeOptionSerializer(many=True)
    whole = serializers.BooleanField(help_text="false where there are more ways to choose than are listed")
    may_pass = serializers.BooleanField()
    may_take_back = serializers.BooleanField()
    told = PracticeToldSerializer(many=True, help_text="since the player last chose something")
    unlit = serializers.SerializerMethodField()
    ending = serializers.CharField(allow_blank=True, help_text="how the game ended; empty while it is on")
    problem = serializers.CharField(allow_blank=True, help_text="why the game cannot go on; usually empty")

    @extend_schema_field(UnlitSerializer(many=True))
    def get_unlit(self, board: dict[str, Any]) -> list[dict[str, str]]:
        return [{"at": note["at"], **note["why"]} for note in board["notes"] if note["why"]]


class PracticeStartRequestSerializer(serializers.Serializer):
    """Your deck is one of `starter`, `deck` and `text`, the bot's one of `bot_starter` and `bot_text`."""

    bot = serializers.ChoiceField(PracticeGame.Bot.choices)
    starter = serializers.ChoiceField(STARTERS, required=False)
    deck = serializers.UUIDField(required=False, help_text="one of one's own decks")
    text = serializers.CharField(required=False, **LIST)
    bot_starter = serializers.ChoiceField(STARTERS, required=False)
    bot_text = serializers.CharField(required=False, **LIST)
    first = serializers.IntegerField(
        min_value=PLAYER, max_value=BOT, required=False, help_text="the seat that goes first; left out: 1, the player"
    )

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        for names in DECKS:
            if len(names & fields.keys()) != 1:
                sentence = _("Send exactly one of these: %(names)s.") % {"names": ", ".join(sorted(names))}
                raise serializers.ValidationError(sentence, code="one_of_these")
        return fields


class AfterRequestSerializer(serializers.Serializer):
    after = serializers.IntegerField(min_value=0, max_value=MOST_AFTER, help_text="`count` of the board as you know it")


class PracticeLineRequestSerializer(AfterRequestSerializer):
    line = serializers.CharField(max_length=LONGEST_LINE, help_text="as one of the options has it")


class PracticeGames(APIView):
    pagination_class = Pages

    def get_permissions(self) -> list[BasePermission]:
        """A game can be begun without an account; then it is in nobody's list."""
        return [AllowAny() if self.request.method == "POST" else IsAuthenticated()]

    @extend_schema(responses=PracticeGameSerializer(many=True))
    def get(self, request: AuthenticatedRequest) -> Response:
        """One's own practice games, the latest first."""
        request_parsing.query(request, serializers.Serializer)
        games = access.own_games(request.user).defer("deck", "bot_deck").order_by("-moved_at", "pk")
        return listed(request, games, PracticeGameSerializer)

    @extend_schema(request=PracticeStartRequestSerializer, responses={201: PracticeBoardSerializer})
    def post(self, request: Request) -> Response:
        """Starts a game. One's own game that was still on is given up; without an account, keep the id of the new one,
        since whoever has it can play."""
        fields = request_parsing.body(request, PracticeStartRequestSerializer)
        game = practice_games.start_practice(
            request.user,
            bot=fields["bot"],
            deck=_own_deck(request.user, fields),
            bot_deck=_listed(fields, "bot_"),
            first=fields.get("first", PLAYER),
        )
        return _board(request.user, game.pk, status=201)


class OnePracticeGame(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=PracticeBoardSerializer)
    def get(self, request: Request, pk: UUID) -> Response:
        """The board now, with everything the player can do."""
        request_parsing.query(request, serializers.Serializer)
        return _board(request.user, pk)


class PracticeLines(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=PracticeLineRequestSerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """Writes one of the options. Sent twice, it counts once; refused as `board_changed` where more was done since,
        and as `illegal_line` with the rule in `problems`."""
        game = access.practice_game(request.user, pk)
        fields = request_parsing.body(request, PracticeLineRequestSerializer)
        practice_games.play(game, fields["line"], after=fields["after"])
        return _board(request.user, pk)


class PracticePass(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=AfterRequestSerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """Does nothing, where `may_pass`."""
        game = access.practice_game(request.user, pk)
        practice_games.pass_on(game, after=request_parsing.body(request, AfterRequestSerializer)["after"])
        return _board(request.user, pk)


class TakeBackPractice(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=EmptySerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """Goes back to before the player's last choice, whatever the bot did since."""
        game = access.practice_game(request.user, pk)
        request_parsing.nothing(request)
        practice_games.take_back(game)
        return _board(request.user, pk)


class GiveUpPractice(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=EmptySerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """Concedes. A game that is over stays as it is."""
        game = access.practice_game(request.user, pk)
        request_parsing.nothing(request)
        practice_games.give_up(game)
        return _board(request.user, pk)


class PracticeRecord(APIView):
    permission_classes = [AllowAny]
    renderer_classes = TEXT

    @extend_schema(responses=AS_TEXT)
    def get(self, request: Request, pk: UUID) -> HttpResponse:
        """The record so far, for `engine judge`."""
        request_parsing.query(request, serializers.Serializer)
        game = access.practice_game(request.user, pk)
        return HttpResponse(record_text(game, game.lines.all()), content_type="text/plain; charset=utf-8")


def _own_deck(user: Viewer, fields: dict[str, Any]) -> tuple[str, str]:
    """The name and the list of the player's deck. Raises Http404 for a deck of somebody else."""
    if "deck" not in fields:
        return _listed(fields, "")
    deck = deck_access.deck_of(user, fields["deck"])
    return deck.name, deck.text


def _listed(fields: dict[str, Any], before: str) -> tuple[str, str]:
    """The name and the list of a starter, or of what was sent as a text."""
    if starter := fields.get(f"{before}starter"):
        return drafts.starters()[starter]
    text = fields[f"{before}text"]
    return drafts.name_in(text), text


def _board(user: Viewer, pk: UUID, *, status: int = 200) -> Response:
    """The board as it is now, after whatever was done."""
    game = access.practice_game(user, pk)
    board = {**PracticeGameSerializer(game).data, **presenter.board(game)}
    return Response(PracticeBoardSerializer(board).data, status=status)
