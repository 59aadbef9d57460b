"""Where the pages of matches are."""

from django.urls import path

from bos_tournament.matches import views, views_clocks

app_name = "matches"
urlpatterns = [
    path("matches/<uuid:pk>/", views.detail, name="detail"),
    path("matches/<uuid:pk>/live/", views.live, name="live"),
    path("matches/<uuid:pk>/clocks/", views_clocks.part, name="clocks"),
    path("matches/<uuid:pk>/clocks/begin/", views_clocks.begin, name="begin_clocks"),
    path("matches/<uuid:pk>/clocks/end-turn/", views_clocks.end_turn, name="end_turn"),
    path("matches/<uuid:pk>/clocks/pause/", views_clocks.pause, name="pause_clocks"),
    path("matches/<uuid:pk>/clocks/go-on/", views_clocks.go_on, name="go_on_clocks"),
    path("matches/<uuid:pk>/greet/", views.greet, name="greet"),
    path("matches/<uuid:pk>/bid/", views.bid, name="bid"),
    path("matches/<uuid:pk>/paper-bids/", views.paper_bids, name="paper_bids"),
    path("matches/<uuid:pk>/name-chooser/", views.name_chooser, name="name_chooser"),
    path("matches/<uuid:pk>/choose/", views.choose, name="choose"),
    path("matches/<uuid:pk>/swap/", views.swap, name="swap"),
    path("matches/<uuid:pk>/report/", views.report, name="report"),
    path("matches/<uuid:pk>/agree/", views.agree, name="agree"),
    path("matches/<uuid:pk>/phone/", views.phone, name="phone"),
    path("matches/<uuid:pk>/phone/paper/", views.phone_paper, name="phone_paper"),
    path("matches/<uuid:pk>/withdraw/", views.withdraw, name="withdraw"),
    path("verify/<uuid:match_pk>/<int:number>/", views.verify, name="verify"),
    path("verify/<uuid:match_pk>/<int:number>/check.py", views.program, name="program"),
]
