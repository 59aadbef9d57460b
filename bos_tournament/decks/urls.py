"""Where the pages of decks are."""

from django.urls import path

from bos_tournament.decks import views

app_name = "decks"
urlpatterns = [
    path("decks/", views.list_decks, name="list"),
    path("decks/check/", views.check, name="check"),
    path("decks/new/", views.new, name="new"),
    path("decks/submitted/", views.submitted_lists, name="submitted_lists"),
    path("decks/add/<slug:slug>/", views.add_card, name="add"),
    path("decks/starters/<slug:slug>/copy/", views.copy_starter, name="copy_starter"),
    # one deck
    path("decks/<uuid:pk>/", views.edit, name="edit"),
    path("decks/<uuid:pk>/copy/", views.copy, name="copy"),
    path("decks/<uuid:pk>/delete/", views.delete, name="delete"),
    path("decks/<uuid:pk>/text/", views.as_text, name="text"),
    path("decks/<uuid:pk>/json/", views.as_json, name="json"),
]
