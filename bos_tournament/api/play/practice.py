"""Practice games against a bot: one's own, and the board with every deed on it; and the lessons."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
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
from bos_tournament.api.play import practice_decks
from bos_tournament.api.records import UnlitSerializer
from bos_tournament.messages import localize
from bos_tournament.play import access, practice_games, presenter
from bos_tournament.play.lessons import lesson_list, lesson_page, progress
from bos_tournament.play.models import BOT, LONGEST_LINE, PLAYER, PracticeGame, PracticeLine
from bos_tournament.play.positions import public_record
from engine.hosting import Change, Message, Outlook, code_json

MOST_AFTER = 100_000


class PracticeGameSerializer(serializers.Serializer):
    """Seat 1 is the player, seat 2 the bot."""

    id = serializers.UUIDField()
    bot = serializers.ChoiceField(PracticeGame.Bot.choices, allow_blank=True, help_text="empty: a friend plays")
    deck_name = serializers.CharField()
    bot_deck_name = serializers.CharField()
    first = serializers.IntegerField(
        help_text="the seat that goes first; while `step` is bidding or choice, not settled"
    )
    step = serializers.ChoiceField(
        PracticeGame.Step.choices, help_text="what is asked before the game; playing from its first line on"
    )
    best_of = serializers.IntegerField(help_text="games of the match: 1, or 3")
    with_bid = serializers.BooleanField(help_text="bids decide who chooses the first turn")
    number = serializers.IntegerField(help_text="of the game in its match")
    score = serializers.ListField(
        child=serializers.IntegerField(), help_text="games of the match that seats 1 and 2 have won"
    )
    bids = serializers.DictField(
        child=serializers.IntegerField(), allow_null=True, help_text="by seat, once both are open; null before"
    )
    chooser = serializers.IntegerField(allow_null=True, help_text="the seat that chooses who goes first")
    asked = serializers.IntegerField(allow_null=True, help_text="the seat to act; null once the game is over")
    winner = serializers.IntegerField(allow_null=True, help_text="a seat; null for a draw, and until the game is over")
    made_at = serializers.DateTimeField()
    moved_at = serializers.DateTimeField()
    over_at = serializers.DateTimeField(allow_null=True)


class ListedPracticeGameSerializer(PracticeGameSerializer):
    """A game in which you play, against a bot or a friend."""

    seat = serializers.SerializerMethodField(help_text="yours: 1, or 2 where you accepted a challenge")

    def get_seat(self, game: PracticeGame) -> int:
        return game.seat_of(self.context["user"])

    def to_representation(self, game: PracticeGame) -> dict[str, Any]:
        """Its `id` is the user's own, and never tells the address of the other seat."""
        return {**super().to_representation(game), "id": str(game.key_of(self.get_seat(game)))}


class PracticeChangeSerializer(serializers.Serializer):
    """One thing that would change."""

    what = serializers.CharField(help_text="such as life, vim, ether, strength, falls, comes, moves, up or down")
    seat = serializers.IntegerField(help_text="whose side it is on")
    at = serializers.CharField(allow_blank=True, help_text="place (1b), player (P2) or card of a pile (=NAME)")
    before = serializers.JSONField(help_text="a number or a word; empty where that says nothing")
    after = serializers.JSONField()
    text = serializers.CharField()
    code = serializers.CharField(help_text="the code of the text")
    args = serializers.DictField(help_text="what stands in the text")


class PracticeOutlookSerializer(serializers.Serializer):
    """What would come of a move if nobody else did anything, as far as the player can know."""

    text = serializers.CharField(allow_blank=True, help_text="the changes in short; empty where the label says it all")
    code = serializers.CharField(allow_blank=True, help_text="the code of the text")
    args = serializers.DictField(help_text="what stands in the text")
    changes = PracticeChangeSerializer(many=True)
    may_be_answered = serializers.BooleanField(help_text="the other player may block or act, and change the outcome")
    asked = serializers.IntegerField(allow_null=True, help_text="a seat that has to choose something; usually null")
    winners = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="null while the game goes on; empty for a draw"
    )
    odd = serializers.BooleanField(help_text="it changes nothing, or only hurts whoever makes the move")


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

    outlook = serializers.SerializerMethodField()

    def get_fields(self) -> dict[str, serializers.Field]:
        return {**super().get_fields(), "label": serializers.CharField(help_text="the same in plain words")}

    @extend_schema_field(PracticeOutlookSerializer(allow_null=True))
    def get_outlook(self, option: dict[str, Any]) -> dict[str, Any] | None:
        return _outlook(option["outlook"]) if option["outlook"] else None


class PracticeSentenceSerializer(serializers.Serializer):
    text = serializers.CharField()
    rule = serializers.CharField(allow_blank=True, help_text="the number of the rule by which it happened")


class PracticeToldSerializer(serializers.Serializer):
    """A line of the record and what it did."""

    line = serializers.CharField()
    told = PracticeSentenceSerializer(many=True)


class PracticeBoardSerializer(PracticeGameSerializer):
    """The game as its player sees it. While the other one is asked, there are no options: ask again."""

    seat = serializers.IntegerField(help_text="yours: 1, or 2 where you accepted a challenge")
    opponent = serializers.CharField(help_text="the name of the other player")
    wizards = serializers.ListField(
        child=serializers.CharField(), help_text="yours from column a, while you may still place them"
    )
    games_before = serializers.IntegerField(help_text="in so many other games a bot answers first, while you wait")
    has_sealed = serializers.BooleanField(help_text="whether your bid or swap before this game is in")
    following = serializers.UUIDField(allow_null=True, help_text="your id of the next game, once it is begun")
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


class MatchRequestSerializer(serializers.Serializer):
    """What kind of match is played."""

    first = serializers.IntegerField(
        min_value=PLAYER, max_value=BOT, required=False, help_text="the seat that goes first; left out: 1, yours"
    )
    best_of = serializers.ChoiceField([1, 3], required=False, help_text="games of the match; left out: 1")
    with_bid = serializers.BooleanField(required=False, help_text="bids decide who chooses the first turn")

    @staticmethod
    def match_of(fields: dict[str, Any]) -> dict[str, Any]:
        """What was sent of it, as the deeds take it."""
        return {name: fields[name] for name in ("first", "best_of", "with_bid") if name in fields}


class PracticeStartRequestSerializer(MatchRequestSerializer):
    """Your deck is one of `starter`, `deck` and `text`, the bot's one of `bot_starter` and `bot_text`."""

    bot = serializers.ChoiceField(PracticeGame.Bot.choices)
    starter = serializers.ChoiceField(practice_decks.STARTERS, required=False)
    deck = serializers.UUIDField(required=False, help_text="one of one's own decks")
    text = serializers.CharField(required=False, **LIST)
    bot_starter = serializers.ChoiceField(practice_decks.STARTERS, required=False)
    bot_text = serializers.CharField(required=False, **LIST)

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        practice_decks.refuse_unless_one(fields, "{}")
        return practice_decks.refuse_unless_one(fields, "bot_{}", kinds=("starter", "text"))


class AfterRequestSerializer(serializers.Serializer):
    after = serializers.IntegerField(min_value=0, max_value=MOST_AFTER, help_text="`count` of the board as you know it")


class PracticeLineRequestSerializer(AfterRequestSerializer):
    line = serializers.CharField(max_length=LONGEST_LINE, help_text="as one of the options has it")


class PracticeGames(APIView):
    pagination_class = Pages

    def get_permissions(self) -> list[BasePermission]:
        """A game can be begun without an account; then it is in nobody's list."""
        return [AllowAny() if self.request.method == "POST" else IsAuthenticated()]

    @extend_schema(responses=ListedPracticeGameSerializer(many=True))
    def get(self, request: AuthenticatedRequest) -> Response:
        """The practice games in which you play, the latest first."""
        request_parsing.query(request, serializers.Serializer)
        games = access.listed_games(request.user).defer("deck", "bot_deck").order_by("-moved_at", "pk")
        return listed(request, games, ListedPracticeGameSerializer, user=request.user)

    @extend_schema(request=PracticeStartRequestSerializer, responses={201: PracticeBoardSerializer})
    def post(self, request: Request) -> Response:
        """Starts a game. One's own game that was still on is given up; without an account, keep the id of the new one,
        since whoever has it can play."""
        fields = request_parsing.body(request, PracticeStartRequestSerializer)
        game = practice_games.start_practice(
            request.user,
            bot=fields["bot"],
            deck=practice_decks.sent_deck(request.user, fields),
            bot_deck=practice_decks.sent_deck(request.user, fields, "bot_{}"),
            **MatchRequestSerializer.match_of(fields),
        )
        return board_now(request.user, game.pk, status=201)


class OnePracticeGame(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=PracticeBoardSerializer)
    def get(self, request: Request, pk: UUID) -> Response:
        """The board now, with everything the player can do."""
        request_parsing.query(request, serializers.Serializer)
        return board_now(request.user, pk)


class PracticeLines(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=PracticeLineRequestSerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """Writes one of the options. Sent twice, it counts once; refused as `board_changed` where more was done since,
        and as `illegal_line` with the rule in `problems`."""
        game, seat = access.practice_seat(request.user, pk)
        fields = request_parsing.body(request, PracticeLineRequestSerializer)
        practice_games.play(game, fields["line"], after=fields["after"], seat=seat)
        return board_now(request.user, pk)


class PracticePass(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=AfterRequestSerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """Does nothing, where `may_pass`."""
        game, seat = access.practice_seat(request.user, pk)
        practice_games.pass_on(game, after=request_parsing.body(request, AfterRequestSerializer)["after"], seat=seat)
        return board_now(request.user, pk)


class TakeBackPractice(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=EmptySerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """Goes back to before the player's last choice, whatever the bot did since."""
        game, _seat = access.practice_seat(request.user, pk)
        request_parsing.nothing(request)
        practice_games.take_back(game)
        return board_now(request.user, pk)


class GiveUpPractice(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=EmptySerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """Concedes. A game that is over stays as it is."""
        game, seat = access.practice_seat(request.user, pk)
        request_parsing.nothing(request)
        practice_games.give_up(game, seat=seat)
        return board_now(request.user, pk)


class PracticeRecord(APIView):
    permission_classes = [AllowAny]
    renderer_classes = TEXT

    @extend_schema(responses=AS_TEXT)
    def get(self, request: Request, pk: UUID) -> HttpResponse:
        """The record so far, for `engine judge`."""
        request_parsing.query(request, serializers.Serializer)
        game, _seat = access.begun_seat(request.user, pk)
        return HttpResponse(public_record(game), content_type="text/plain; charset=utf-8")


class LessonSerializer(serializers.Serializer):
    """A lesson in the language of the request, and how far you are in it; without a token, at its beginning."""

    game = serializers.CharField(source="course.game_slug")
    slug = serializers.CharField(source="course.slug")
    title = serializers.CharField(source="course.title")
    about = serializers.CharField(source="course.about")
    step_count = serializers.IntegerField(source="stops")
    step = serializers.IntegerField(source="stop", help_text="where you are, from 1; 0 at the beginning and at the end")
    finished = serializers.BooleanField(help_text="whether you were once at its end")


class LessonLineSerializer(serializers.Serializer):
    """A line of the lesson, and how it is taught."""

    line = serializers.CharField(help_text="as the notation has it")
    say = serializers.CharField(allow_blank=True, help_text="before a line of the learner, after one of the opponent")
    otherwise = serializers.CharField(allow_blank=True, help_text="what is answered to another legal line")
    points = serializers.ListField(child=serializers.CharField(), help_text="what is pointed at, as it is tapped")
    free = serializers.BooleanField(
        source="is_free", help_text="whether any legal line will do after which the rest of the lesson is legal"
    )
    auto = serializers.IntegerField(
        allow_null=True, help_text="milliseconds after which it goes on by itself; null for a line of the learner"
    )
    why = serializers.CharField(allow_blank=True, help_text="the number of a rule")


class WholeLessonSerializer(LessonSerializer):
    """Seat 1 is the learner. The lists are starter decks, by seat."""

    lists = serializers.ListField(child=serializers.CharField(), source="course.lesson.lists")
    record = serializers.CharField(help_text="the whole record, for `engine judge`")
    lines = LessonLineSerializer(many=True)
    end = serializers.CharField(help_text="what is said when it is over")


class Lessons(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=LessonSerializer(many=True))
    def get(self, request: Request, game: str) -> Response:
        """The lessons of a game, in the order in which they are learnt."""
        request_parsing.query(request, serializers.Serializer)
        rows = lesson_page.lesson_rows(game, progress.walks_of(request.user))
        return listed(request, rows, LessonSerializer)


class OneLesson(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=WholeLessonSerializer)
    def get(self, request: Request, game: str, slug: str) -> Response:
        """A lesson with every step of it."""
        request_parsing.query(request, serializers.Serializer)
        course = lesson_list.course(game, slug)
        rows = lesson_page.lesson_rows(game, progress.walks_of(request.user))
        row = next(row for row in rows if row["course"] == course)
        return Response(WholeLessonSerializer({**row, **lesson_page.whole_lesson(course)}).data)


def board_now(user: Viewer, key: UUID, *, status: int = 200) -> Response:
    """The board as it is now for that seat, after whatever was done."""
    return shown_board(*access.practice_seat(user, key), status=status)


def shown_board(game: PracticeGame, seat: int, *, status: int = 200) -> Response:
    """The board of that seat; it never tells the address of the other one."""
    board = {**presenter.board(game, seat), **PracticeGameSerializer(game).data, "id": game.key_of(seat)}
    return Response(PracticeBoardSerializer(board).data, status=status)


def _outlook(outlook: Outlook) -> dict[str, Any]:
    """An outlook as plain data, its sentences in the language of this moment."""
    return {
        **_said(outlook.said),
        "changes": [_change(change) for change in outlook.changes],
        "may_be_answered": outlook.may_be_answered,
        "asked": None if outlook.asked is None else outlook.asked + 1,
        "winners": None if outlook.winners is None else [seat + 1 for seat in outlook.winners],
        "odd": outlook.odd,
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "what": change.what,
        "seat": change.seat + 1,
        "at": change.at,
        "before": change.before,
        "after": change.after,
        **_said(change.told),
    }


def _said(message: Message | None) -> dict[str, Any]:
    if message is None:
        return {"text": "", "code": "", "args": {}}
    return {"text": localize(message), **code_json(message)}
