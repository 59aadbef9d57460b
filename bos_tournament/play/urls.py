"""Where the pages of practice games and of recorded games are."""

from django.urls import include, path

from bos_tournament.play import views
from bos_tournament.play.recording import views as recording

app_name = "play"
RECORDED = "matches/<uuid:pk>/games/<int:number>/board"
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
    path("play/<uuid:pk>/record.bln", views.record, name="record"),
    path(f"{RECORDED}/", recording.board, name="recording"),
    path(f"{RECORDED}/start/", recording.start, name="start_recording"),
    path(f"{RECORDED}/lines/", recording.record_line, name="record_line"),
    path(f"{RECORDED}/take-back/", recording.take_back_lines, name="take_back_lines"),
    path(f"{RECORDED}/take-back/answer/", recording.answer_take_back, name="answer_take_back"),
    path(f"{RECORDED}/wizards/", recording.place_wizards, name="place_wizards"),
    path(f"{RECORDED}/confirm/", recording.confirm, name="confirm_record"),
    path("matches/<uuid:pk>/games/<int:number>/replay/", recording.replay, name="replay"),
    path(f"{RECORDED}/record.bln", recording.recorded, name="recorded"),
]
