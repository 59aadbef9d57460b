"""Analyses: records with branches, by line, each with its table, what may follow and the best lines a bot found."""

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
from bos_tournament.api.play import practice_decks
from bos_tournament.judging.access import record_to_analyse
from bos_tournament.judging.records import record_analysis
from bos_tournament.play import access as practice_access
from bos_tournament.play.analysis import access, editing, line_search, opening, presenter, set_positions
from bos_tournament.play.analysis.branching import export_text, tree_of
from bos_tournament.play.analysis.models import LONGEST_COMMENT, LONGEST_NAME, AnalysisTree
from bos_tournament.play.models import LONGEST_LINE
from engine.bos import game as bos
from engine.hosting import MAX_BYTES

SEATS = ("{}_one", "{}_two")
"""What the fields of each seat's deck are called."""


class AnalysisSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField()
    shared = serializers.BooleanField(help_text="whether anybody who has the id can read it")
    made_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class BestLineSerializer(serializers.Serializer):
    line = serializers.CharField()
    then = serializers.ListField(child=serializers.CharField(), help_text="how it would go on")
    worth = serializers.IntegerField(help_text="of 100, to the seat that writes it")
    proved = serializers.BooleanField(help_text="a win that the other seat cannot answer")


class ProvedWinSerializer(serializers.Serializer):
    seat = serializers.IntegerField(help_text="who wins, whatever the other seat answers")
    way = serializers.ListField(child=serializers.CharField(), help_text="the lines to the end, the loser resisting")
    turns = serializers.IntegerField(help_text="how many turns of its own the winner needs, this one counted")
    nodes = serializers.IntegerField(help_text="how many lines were tried for the proof")


class LineSearchSerializer(serializers.Serializer):
    bot = serializers.CharField()
    nodes = serializers.IntegerField(help_text="how many lines were tried")
    seat = serializers.IntegerField(allow_null=True, help_text="whose lines they are; null after the end")
    lines = BestLineSerializer(many=True)
    proof = serializers.SerializerMethodField(help_text="a win that is proved; null for none")

    @extend_schema_field(ProvedWinSerializer(allow_null=True))
    def get_proof(self, found: dict[str, Any]) -> dict[str, Any] | None:
        return found.get("proof")


class AnalysisLineSerializer(serializers.Serializer):
    """A line. Of those that follow the same one the first goes on with its line, the others begin branches."""

    id = serializers.UUIDField()
    after = serializers.UUIDField(
        source="parent_id", allow_null=True, help_text="the line that it follows; null before the first line"
    )
    line = serializers.CharField(source="written", allow_blank=True)
    comment = serializers.CharField(allow_blank=True)
    worth = serializers.IntegerField(
        allow_null=True, help_text="of 100 to seat 1, from the table alone; null where it is not known"
    )
    best_lines = LineSearchSerializer(source="searched", allow_null=True)


class AnalysisDetailSerializer(AnalysisSerializer):
    may_write = serializers.BooleanField()
    lines = AnalysisLineSerializer(many=True)


class AnalysisOptionSerializer(serializers.Serializer):
    line = serializers.CharField(source="written")
    path = serializers.ListField(
        child=serializers.CharField(),
        help_text="what to tap on a board for it: place (1b), player (P2), card of a pile (=NAME), ability (1b.2)",
    )

    def get_fields(self) -> dict[str, serializers.Field]:
        return {**super().get_fields(), "label": serializers.CharField(help_text="the same in plain words")}


class AnalysisPositionSerializer(AnalysisLineSerializer):
    """The table after a line, with everything that can follow for either seat."""

    table = serializers.JSONField(allow_null=True, help_text="both sides, with their piles")
    prompt = serializers.CharField(allow_blank=True, help_text="who is asked for what")
    options = AnalysisOptionSerializer(many=True, help_text="none for readers of what others share")
    whole = serializers.BooleanField(help_text="false where there are more ways to choose than are listed")
    waiting = serializers.BooleanField(help_text="whether a bot looks for the best lines; ask again a second later")
    ending = serializers.CharField(allow_blank=True, help_text="how the game ended; empty while it is on")
    problem = serializers.CharField(allow_blank=True, help_text="why the record cannot be played up to here")


MOST = 1_000_000
"""The greatest number of life, vim, ether and strength."""
NUMBER: dict[str, Any] = {"min_value": 0, "max_value": MOST}


class PlacedCardSerializer(serializers.Serializer):
    at = serializers.ChoiceField(
        ["wa", "wb", "wc", "a", "b", "c", "*"], help_text="column of a wizard or summon; * boss"
    )
    card = serializers.CharField(max_length=100)
    face_up = serializers.BooleanField(default=True)
    acted = serializers.BooleanField(default=False)
    strength = serializers.IntegerField(required=False, min_value=1, max_value=MOST, help_text="if not as printed")
    enchantments = serializers.ListField(child=serializers.CharField(max_length=100), default=list, max_length=20)


class PositionSideSerializer(serializers.Serializer):
    """One player's side. Wizards and a boss that are not placed are in the graveyard, all other cards that are not
    named in castle and spellbook."""

    life = serializers.IntegerField(min_value=1, max_value=MOST)
    vim = serializers.IntegerField(default=0, **NUMBER)
    ether = serializers.IntegerField(default=0, **NUMBER)
    placed = PlacedCardSerializer(many=True)
    graveyard = serializers.ListField(child=serializers.CharField(max_length=100), default=list, max_length=100)


class SetPositionSerializer(serializers.Serializer):
    turn = serializers.IntegerField(min_value=1, max_value=999)
    seat = serializers.IntegerField(min_value=1, max_value=2, help_text="whose turn it is")
    phase = serializers.ChoiceField([bos.BEGIN, bos.STARTUP, bos.SUMMONING, bos.MAIN, bos.ENDING])
    side_one = PositionSideSerializer()
    side_two = PositionSideSerializer()


def _position_sent(sent: dict[str, Any]) -> bos.Position:
    """The position that was sent."""
    sides = (sent["side_one"], sent["side_two"])
    placed = [
        bos.PlacedCard(
            bos.POSITIONS[f"{seat}{card['at']}"],
            card["card"],
            card["face_up"],
            card["acted"],
            card.get("strength"),
            tuple(card["enchantments"]),
        )
        for seat, side in enumerate(sides, 1)
        for card in side["placed"]
    ]
    life, vim, ether = [(sides[0][word], sides[1][word]) for word in ("life", "vim", "ether")]
    graveyard = (tuple(sides[0]["graveyard"]), tuple(sides[1]["graveyard"]))
    return bos.Position(sent["turn"], sent["seat"] - 1, sent["phase"], life, vim, ether, tuple(placed), graveyard)


class AnalysisStartRequestSerializer(serializers.Serializer):
    """Two decks, each one of `starter`, `deck` and `text`, and a record of a game with them, or a position set by hand;
    without either, an empty table."""

    name = serializers.CharField(required=False, max_length=LONGEST_NAME)
    starter_one = serializers.ChoiceField(practice_decks.STARTERS, required=False)
    deck_one = serializers.UUIDField(required=False, help_text="one of one's own decks")
    text_one = serializers.CharField(required=False, **LIST)
    starter_two = serializers.ChoiceField(practice_decks.STARTERS, required=False)
    deck_two = serializers.UUIDField(required=False, help_text="one of one's own decks")
    text_two = serializers.CharField(required=False, **LIST)
    record = serializers.CharField(required=False, max_length=MAX_BYTES, help_text="BLN, its branches too")
    position = SetPositionSerializer(required=False, help_text="instead of a record")

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        if "record" in fields and "position" in fields:
            sentence = _("Send exactly one of these: %(names)s.") % {"names": "position, record"}
            raise serializers.ValidationError(sentence, code="one_of_these")
        return practice_decks.refuse_unless_one(fields, *SEATS)


class AnalysisChangesRequestSerializer(serializers.Serializer):
    name = serializers.CharField(required=False, max_length=LONGEST_NAME)
    shared = serializers.BooleanField(required=False)


class AnalysisLineRequestSerializer(serializers.Serializer):
    after = serializers.UUIDField(help_text="the line that it follows")
    line = serializers.CharField(max_length=LONGEST_LINE)


class AnalysisCommentRequestSerializer(serializers.Serializer):
    comment = serializers.CharField(allow_blank=True, max_length=LONGEST_COMMENT)


class Analyses(APIView):
    pagination_class = Pages

    def get_permissions(self) -> list[BasePermission]:
        """One can be begun without an account; then it is in nobody's list."""
        return [AllowAny() if self.request.method == "POST" else IsAuthenticated()]

    @extend_schema(responses=AnalysisSerializer(many=True))
    def get(self, request: AuthenticatedRequest) -> Response:
        """One's own analyses, the one last changed first."""
        request_parsing.query(request, serializers.Serializer)
        own = access.own_trees(request.user).defer("headers", "deck_one", "deck_two").order_by("-changed_at", "pk")
        return listed(request, own, AnalysisSerializer)

    @extend_schema(request=AnalysisStartRequestSerializer, responses={201: AnalysisDetailSerializer})
    def post(self, request: Request) -> Response:
        """Opens a record, a position, or an empty table. Without an account, keep the id: it lets everybody change
        it."""
        fields = request_parsing.body(request, AnalysisStartRequestSerializer)
        one, two = (practice_decks.sent_deck(request.user, fields, seat) for seat in SEATS)
        decks: dict[str, Any] = {"deck_one": one, "deck_two": two, "name": fields.get("name", "")}
        if "position" in fields:
            tree = set_positions.open_position(request.user, position=_position_sent(fields["position"]), **decks)
        else:
            tree = opening.open_from_decks(request.user, record=fields.get("record", ""), **decks)
        return _detail(request.user, tree.pk, status=201)


class OneAnalysis(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=AnalysisDetailSerializer)
    def get(self, request: Request, pk: UUID) -> Response:
        """All lines, each with the one that it follows; those that follow the same one in their order."""
        request_parsing.query(request, serializers.Serializer)
        return _detail(request.user, pk)

    @extend_schema(request=AnalysisChangesRequestSerializer, responses=AnalysisDetailSerializer)
    def patch(self, request: Request, pk: UUID) -> Response:
        """Another name, or whether it is shared."""
        tree = access.tree_to_write(request.user, pk)
        fields = request_parsing.body(request, AnalysisChangesRequestSerializer)
        if "shared" in fields:
            editing.share(tree, shared=fields["shared"])
        if "name" in fields:
            editing.rename_analysis(tree, fields["name"])
        return _detail(request.user, pk)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: UUID) -> Response:
        editing.delete_analysis(access.tree_to_write(request.user, pk))
        return Response(status=204)


class AnalysisLines(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=AnalysisLineRequestSerializer, responses={201: AnalysisPositionSerializer})
    def post(self, request: Request, pk: UUID) -> Response:
        """Adds a line, which begins a branch where others follow. One that is there already is given as it is."""
        tree = access.tree_to_write(request.user, pk)
        fields = request_parsing.body(request, AnalysisLineRequestSerializer)
        line = editing.add_line(tree, access.line_of(tree, fields["after"]), fields["line"], by=request.user)
        return _position(request.user, tree, line.pk, status=201)


class OneAnalysisLine(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=AnalysisPositionSerializer)
    def get(self, request: Request, pk: UUID, line: UUID) -> Response:
        """The table after a line, and what can follow."""
        request_parsing.query(request, serializers.Serializer)
        return _position(request.user, access.tree_to_read(request.user, pk), line)

    @extend_schema(request=AnalysisCommentRequestSerializer, responses=AnalysisPositionSerializer)
    def patch(self, request: Request, pk: UUID, line: UUID) -> Response:
        """A remark on the line; an empty one removes it."""
        tree = access.tree_to_write(request.user, pk)
        fields = request_parsing.body(request, AnalysisCommentRequestSerializer)
        editing.comment_on(tree, access.line_of(tree, line), fields["comment"])
        return _position(request.user, tree, line)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: UUID, line: UUID) -> Response:
        """Deletes the line and all that follows it."""
        tree = access.tree_to_write(request.user, pk)
        editing.delete_branch(tree, access.line_of(tree, line))
        return Response(status=204)


class MakeMainLine(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=EmptySerializer, responses=AnalysisDetailSerializer)
    def post(self, request: Request, pk: UUID, line: UUID) -> Response:
        """Makes the way to a line the main line."""
        tree = access.tree_to_write(request.user, pk)
        request_parsing.nothing(request)
        editing.make_main(tree, access.line_of(tree, line))
        return _detail(request.user, pk)


class FindBestLines(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=EmptySerializer, responses=AnalysisPositionSerializer)
    def post(self, request: Request, pk: UUID, line: UUID) -> Response:
        """Has a bot look for the best lines there. While `waiting`, get the line again a second later."""
        tree = access.tree_to_write(request.user, pk)
        request_parsing.nothing(request)
        line_search.ask_for_best_lines(tree, access.line_of(tree, line), by=request.user)
        return _position(request.user, tree, line)


class CopyAnalysis(APIView):
    @extend_schema(request=EmptySerializer, responses={201: AnalysisDetailSerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """A copy of one's own, not shared."""
        tree = access.tree_to_read(request.user, pk)
        request_parsing.nothing(request)
        return _detail(request.user, opening.copy_analysis(request.user, tree).pk, status=201)


class AnalysisRecord(APIView):
    permission_classes = [AllowAny]
    renderer_classes = TEXT

    @extend_schema(responses=AS_TEXT)
    def get(self, request: Request, pk: UUID) -> HttpResponse:
        """The main line as a record for `engine judge`, with the branches as comments."""
        request_parsing.query(request, serializers.Serializer)
        text = export_text(tree_of(access.tree_to_read(request.user, pk)))
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class AnalysePractice(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=EmptySerializer, responses={201: AnalysisDetailSerializer})
    def post(self, request: Request, pk: UUID) -> Response:
        """Opens a practice game that is over."""
        game = practice_access.practice_game(request.user, pk)
        request_parsing.nothing(request)
        return _detail(request.user, opening.open_practice_game(request.user, game).pk, status=201)


class AnalyseRecord(APIView):
    @extend_schema(request=EmptySerializer, responses={201: AnalysisDetailSerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Opens a record of a match whose round is over, for those to whom both deck lists are open."""
        record, capacity = record_to_analyse(request.user, pk)
        request_parsing.nothing(request)
        return _detail(request.user, record_analysis.open_record(record, capacity).pk, status=201)


def _detail(user: Viewer, pk: UUID, *, status: int = 200) -> Response:
    """The analysis as it is now."""
    row = access.tree_to_read(user, pk)
    tree = tree_of(row)
    shown = {
        **AnalysisSerializer(row).data,
        "may_write": access.may_write(user, row),
        "lines": list(tree.lines.values()),
    }
    return Response(AnalysisDetailSerializer(shown).data, status=status)


def _position(user: Viewer, row: AnalysisTree, pk: UUID, *, status: int = 200) -> Response:
    """The table after a line."""
    line = access.line_of(row, pk)
    page = presenter.analysis_page(row, pk, may_write=access.may_write(user, row))
    names = ("table", "waiting", "problem")
    shown = {
        **{name: getattr(line, name) for name in ("id", "parent_id", "written", "comment", "worth", "searched")},
        **{name: page[name] for name in names},
        "prompt": page.get("prompt", ""),
        "options": [*page.get("buttons", ()), *page.get("taps", ())],
        "whole": page.get("whole", True),
        "ending": (page["estimate"] or {}).get("ended", ""),
    }
    return Response(AnalysisPositionSerializer(shown).data, status=status)
