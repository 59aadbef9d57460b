"""Where the pages of deck tests are."""

from django.urls import path

from bos_tournament.play.deck_tests import views

app_name = "deck_tests"
urlpatterns = [
    path("decks/tests/", views.start, name="start"),
    path("decks/tests/shared/<uuid:link>/", views.shared, name="shared"),
    path("decks/tests/<uuid:pk>/", views.test, name="test"),
    path("decks/tests/<uuid:pk>/compare/<uuid:other>/", views.compare_tests, name="compare"),
    path("decks/tests/<uuid:pk>/cancel/", views.cancel, name="cancel"),
    path("decks/tests/<uuid:pk>/share/", views.share, name="share"),
    path("decks/tests/<uuid:pk>/delete/", views.delete_test, name="delete"),
]
