"""Where the pages of recorded games are: at their match."""

from django.urls import include, path

from bos_tournament.play.recording import views

app_name = "recording"
board = [
    path("", views.board, name="board"),
    path("start/", views.start, name="start"),
    path("lines/", views.record_line, name="record_line"),
    path("take-back/", views.take_back_lines, name="take_back_lines"),
    path("take-back/answer/", views.answer_take_back, name="answer_take_back"),
    path("changes/", views.ask_for_change, name="ask_for_change"),
    path("changes/answer/", views.answer_change, name="answer_change"),
    path("wizards/", views.place_wizards, name="place_wizards"),
    path("pass/", views.pass_turn, name="pass"),
    path("concede/", views.concede, name="concede"),
    path("draw/", views.draw_offer, name="draw"),
    path("say/", views.say, name="say"),
    path("confirm/", views.confirm, name="confirm"),
    path("record.bln", views.recorded, name="recorded"),
]
urlpatterns = [
    path("matches/<uuid:pk>/games/<int:number>/board/", include(board)),
    path("matches/<uuid:pk>/games/<int:number>/replay/", views.replay, name="replay"),
]
