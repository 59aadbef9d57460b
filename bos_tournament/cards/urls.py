"""Where the pages of cards and rules are."""

from django.urls import path

from bos_tournament.cards import views

app_name = "cards"
urlpatterns = [
    path("cards/", views.list_cards, name="list"),
    path("cards/<slug:slug>/", views.detail, name="detail"),
    path("cards/art/<slug:color>/<slug:digest>.svg", views.art_sheet, name="art"),
    path("rules/", views.rules_page, name="rules"),
]
