"""Where the pages of practice games are."""

from django.urls import include, path

from bos_tournament.play import views

app_name = "play"
urlpatterns = [
    path("", include("bos_tournament.play.lessons.urls")),
    path("play/", views.start, name="start"),
    path("play/challenges/<uuid:pk>/", views.challenge, name="challenge"),
    path("play/accept/<uuid:link>/", views.accept_challenge, name="accept_challenge"),
    path("play/<uuid:pk>/", views.game, name="game"),
    path("play/<uuid:pk>/lines/", views.play, name="play"),
    path("play/<uuid:pk>/pass/", views.pass_on, name="pass"),
    path("play/<uuid:pk>/take-back/", views.take_back, name="take_back"),
    path("play/<uuid:pk>/give-up/", views.give_up, name="give_up"),
    path("play/<uuid:pk>/", include("bos_tournament.play.practice_matches.urls")),
    path("play/<uuid:pk>/record.bln", views.record, name="record"),
]
