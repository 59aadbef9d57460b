"""Cards and rules, for everybody."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.cards import access, card_search, rules
from bos_tournament.cards.models import Card
from engine.bos.game import MAX_NAME, MAX_NUMBER


class AbilitySerializer(serializers.Serializer):
    text = serializers.CharField()
    mandatory = serializers.BooleanField()


class PrintingSerializer(serializers.Serializer):
    set = serializers.CharField()
    rarity = serializers.CharField()
    artist = serializers.CharField()


class CardSerializer(serializers.Serializer):
    name = serializers.CharField()
    slug = serializers.SlugField()
    type = serializers.ChoiceField(Card.Type.choices, allow_null=True)
    color = serializers.ChoiceField(Card.Color.choices, allow_null=True)
    condition = serializers.CharField(allow_null=True)
    strength = serializers.IntegerField(allow_null=True)
    cost = serializers.IntegerField(allow_null=True, help_text="in vim")
    abilities = AbilitySerializer(many=True)
    printings = PrintingSerializer(many=True)
    official = serializers.BooleanField()
    state = serializers.ChoiceField(Card.State.choices)


class RuleSettingSerializer(serializers.Serializer):
    switch = serializers.CharField()
    edition = serializers.CharField()
    said = serializers.CharField()


class RuleSerializer(serializers.Serializer):
    """`settings` is what each edition says about the switches that decide the rule."""

    number = serializers.CharField(source="rule.number")
    chapter = serializers.CharField(source="rule.chapter")
    text = serializers.CharField(source="rule.text")
    source: Any = serializers.CharField(source="rule.source")
    ruling = serializers.CharField(source="rule.ruling", allow_null=True)
    settings = serializers.SerializerMethodField()

    @extend_schema_field(RuleSettingSerializer(many=True))
    def get_settings(self, rule: rules.ShownRule) -> list[dict[str, str]]:
        return [
            {"switch": decided.switch, "edition": edition, "said": sentence}
            for decided in rule.decided
            for edition, sentence in decided.settings
        ]


class CardQuerySerializer(serializers.Serializer):
    name = serializers.CharField(max_length=MAX_NAME, required=False, help_text="also misspelled")
    text = serializers.CharField(max_length=200, required=False, help_text="words on the card")
    type = serializers.ChoiceField(Card.Type.choices, required=False)
    color = serializers.ChoiceField(Card.Color.choices, required=False)
    strength_from = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    strength_to = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    cost_from = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    cost_to = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)

    def validate(self, query: dict[str, Any]) -> dict[str, Any]:
        """The arguments of `searching.find`."""
        spans = {
            figure: (query.pop(f"{figure}_from", None), query.pop(f"{figure}_to", None))
            for figure in ("strength", "cost")
        }
        for figure, (least, most) in spans.items():
            if least is not None and most is not None and least > most:
                raise ValidationError(
                    {
                        f"{figure}_to": _("No %(what)s is at least %(least)s and at most %(most)s.")
                        % {"what": figure, "least": least, "most": most}
                    }
                )
        return {**query, **spans}


class RulesQuerySerializer(serializers.Serializer):
    q = serializers.CharField(max_length=100, required=False, help_text="a number, a ruling or words")


class Cards(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(parameters=[CardQuerySerializer], responses=CardSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The catalogue, or the cards that fit everything asked; a name no card has finds the nearest names."""
        filters = request_parsing.query(request, CardQuerySerializer)
        results = card_search.find(access.cards_to_see(request.user).prefetch_related("printings"), **filters)
        return listed(request, results.cards, CardSerializer)


class OneCard(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=CardSerializer)
    def get(self, request: Request, slug: str) -> Response:
        request_parsing.query(request, serializers.Serializer)
        return Response(CardSerializer(access.card_to_see(request.user, slug)).data)


class Rules(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(parameters=[RulesQuerySerializer], responses=RuleSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The rulebook in its order, or the rules that answer `q`."""
        query = request_parsing.query(request, RulesQuerySerializer)
        matching = [rule for chapter in rules.chapters(query.get("q", "")) for rule in chapter.rules]
        return listed(request, matching, RuleSerializer)
