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

from bos_tournament.api import asking
from bos_tournament.api.pagination import Pages, listed
from bos_tournament.cards import access, rules, searching
from bos_tournament.cards.models import Card
from engine.bos.cards import MAX_NAME, MAX_NUMBER


class AbilityShape(serializers.Serializer):
    text = serializers.CharField()
    mandatory = serializers.BooleanField()


class PrintingShape(serializers.Serializer):
    set = serializers.CharField()
    rarity = serializers.CharField()
    artist = serializers.CharField()


class CardShape(serializers.Serializer):
    name = serializers.CharField()
    slug = serializers.SlugField()
    type = serializers.ChoiceField(Card.Type.choices, allow_null=True)
    color = serializers.ChoiceField(Card.Color.choices, allow_null=True)
    condition = serializers.CharField(allow_null=True)
    strength = serializers.IntegerField(allow_null=True)
    cost = serializers.IntegerField(allow_null=True, help_text="in vim")
    abilities = AbilityShape(many=True)
    printings = PrintingShape(many=True)
    official = serializers.BooleanField()
    state = serializers.ChoiceField(Card.State.choices)


class SettingShape(serializers.Serializer):
    switch = serializers.CharField()
    edition = serializers.CharField()
    said = serializers.CharField()


class RuleShape(serializers.Serializer):
    """`settings` is what each edition says about the switches that decide the rule."""

    number = serializers.CharField(source="rule.number")
    chapter = serializers.CharField(source="rule.chapter")
    text = serializers.CharField(source="rule.text")
    source = serializers.CharField(source="rule.source")
    ruling = serializers.CharField(source="rule.ruling", allow_null=True)
    settings = serializers.SerializerMethodField()

    @extend_schema_field(SettingShape(many=True))
    def get_settings(self, shown: rules.ShownRule) -> list[dict[str, str]]:
        return [
            {"switch": decided.switch, "edition": edition, "said": said}
            for decided in shown.decided
            for edition, said in decided.settings
        ]


class CardQuery(serializers.Serializer):
    name = serializers.CharField(max_length=MAX_NAME, required=False, help_text="also misspelled")
    text = serializers.CharField(max_length=200, required=False, help_text="words on the card")
    type = serializers.ChoiceField(Card.Type.choices, required=False)
    color = serializers.ChoiceField(Card.Color.choices, required=False)
    strength_from = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    strength_to = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    cost_from = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    cost_to = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The arguments of `searching.find`."""
        spans = {
            what: (asked.pop(f"{what}_from", None), asked.pop(f"{what}_to", None)) for what in ("strength", "cost")
        }
        for what, (least, most) in spans.items():
            if least is not None and most is not None and least > most:
                raise ValidationError(
                    {
                        f"{what}_to": _("No %(what)s is at least %(least)s and at most %(most)s.")
                        % {"what": what, "least": least, "most": most}
                    }
                )
        return {**asked, **spans}


class RulesQuery(serializers.Serializer):
    q = serializers.CharField(max_length=100, required=False, help_text="a number, a ruling or words")


class Cards(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(parameters=[CardQuery], responses=CardShape(many=True))
    def get(self, request: Request) -> Response:
        """The catalogue, or the cards that fit everything asked; a name no card has finds the nearest names."""
        asked = asking.query(request, CardQuery)
        found = searching.find(access.cards_to_see(request.user).prefetch_related("printings"), **asked)
        return listed(request, found.cards, CardShape)


class OneCard(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=CardShape)
    def get(self, request: Request, slug: str) -> Response:
        asking.query(request, serializers.Serializer)
        return Response(CardShape(access.card_to_see(request.user, slug)).data)


class Rules(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(parameters=[RulesQuery], responses=RuleShape(many=True))
    def get(self, request: Request) -> Response:
        """The rulebook in its order, or the rules that answer `q`."""
        asked = asking.query(request, RulesQuery)
        found = [shown for chapter in rules.chapters(asked.get("q", "")) for shown in chapter.rules]
        return listed(request, found, RuleShape)
