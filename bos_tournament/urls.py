"""The map of the site: each app brings its own list."""

from django.contrib import admin
from django.urls import include, path

handler500 = "bos_tournament.operations.serving.overload.broken"
urlpatterns = [
    path("", include("bos_tournament.api.urls")),  # first, since programs ask often and its addresses are of one root
    path("", include("bos_tournament.tournaments.urls")),  # and then what a whole hall asks for
    path("", include("bos_tournament.accounts.urls")),
    path("", include("bos_tournament.cards.urls")),
    path("", include("bos_tournament.play.deck_tests.urls")),
    path("", include("bos_tournament.decks.urls")),
    path("", include("bos_tournament.matches.urls")),
    path("", include("bos_tournament.play.urls")),
    path("", include("bos_tournament.play.analysis.urls")),
    path("", include("bos_tournament.play.recording.urls")),
    path("", include("bos_tournament.judging.urls")),
    path("", include("bos_tournament.privacy.urls")),
    path("", include("bos_tournament.operations.urls")),
    path("admin/", admin.site.urls),
]
