"""Where the API is."""

from django.http import Http404
from django.urls import include, path
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from bos_tournament.api import cards, decks, me
from bos_tournament.api.doors import door
from bos_tournament.api.health import health


class Nowhere(APIView):
    """Unknown addresses are refused in the form of every refusal."""

    permission_classes = [AllowAny]

    @extend_schema(exclude=True)
    def get(self, request: Request, rest: str) -> None:
        raise Http404("There is nothing at this address; see /api/docs/.")

    post = put = patch = delete = get


about_cards = [
    path("cards/", door(cards.Cards)),
    path("cards/<slug:slug>/", door(cards.OneCard)),
    path("rules/", door(cards.Rules)),
]
about_decks = [
    path("decks/", door(decks.Decks)),
    path("decks/check/", door(decks.DeckCheck)),
    path("decks/handed-in/", door(decks.HandedIn)),
    path("decks/<uuid:pk>/", door(decks.OneDeck)),
    path("decks/<uuid:pk>/copy/", door(decks.DeckCopy)),
    path("decks/<uuid:pk>/text/", door(decks.DeckText)),
]
about_me = [
    path("me/", door(me.Me)),
    path("me/next/", door(me.NextSteps)),
    path("me/export/", door(me.OwnData)),
    path("me/tokens/", door(me.Tokens)),
    path("me/tokens/<uuid:pk>/", door(me.OneToken)),
]

v1 = [*about_cards, *about_decks, *about_me, path("<path:rest>", door(Nowhere))]
app_name = "api"
urlpatterns = [
    path("api/v1/", include(v1)),
    path("api/schema/", SpectacularJSONAPIView.as_view(authentication_classes=[], throttle_classes=[]), name="schema"),
    path("health/", health, name="health"),
]
