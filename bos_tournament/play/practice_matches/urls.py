"""Where the deeds before a practice game and after it are."""

from django.urls import path

from bos_tournament.play.practice_matches import views

urlpatterns = [
    path("bid/", views.bid, name="bid"),
    path("choose/", views.choose_order, name="choose"),
    path("leave-choice/", views.leave_choice, name="leave_choice"),
    path("swap/", views.swap, name="swap"),
    path("wizards/", views.arrange_wizards, name="wizards"),
    path("next/", views.next_game, name="next"),
]
