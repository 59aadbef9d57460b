"""Where the pages of matches are."""

from django.urls import path

from bos_tournament.matches import views, views_clocks

app_name = "matches"
urlpatterns = [
    path("matches/<uuid:pk>/", views.detail, name="detail"),
    path("matches/<uuid:pk>/live/", views.live, name="live"),
    path("matches/<uuid:pk>/clocks/", views_clocks.clocks_part, name="clocks"),
    path("matches/<uuid:pk>/clocks/start/", views_clocks.start_clocks, name="start_clocks"),
    path("matches/<uuid:pk>/clocks/end-turn/", views_clocks.end_turn, name="end_turn"),
    path("matches/<uuid:pk>/clocks/pause/", views_clocks.pause_clocks, name="pause_clocks"),
    path("matches/<uuid:pk>/clocks/resume/", views_clocks.resume_clocks, name="resume_clocks"),
    path("matches/<uuid:pk>/confirm-bosses/", views.confirm_bosses, name="confirm_bosses"),
    path("matches/<uuid:pk>/bid/", views.bid, name="bid"),
    path("matches/<uuid:pk>/paper-bids/", views.paper_bids, name="paper_bids"),
    path("matches/<uuid:pk>/name-chooser/", views.name_chooser, name="name_chooser"),
    path("matches/<uuid:pk>/choose/", views.choose, name="choose"),
    path("matches/<uuid:pk>/swap/", views.swap, name="swap"),
    path("matches/<uuid:pk>/report/", views.report_result, name="report"),
    path("matches/<uuid:pk>/agree/", views.agree, name="agree"),
    path("matches/<uuid:pk>/phone/", views.phone, name="phone"),
    path("matches/<uuid:pk>/phone/paper/", views.phone_paper, name="phone_paper"),
    path("matches/<uuid:pk>/withdraw/", views.withdraw_report, name="withdraw"),
    path("verify/<uuid:match_pk>/<int:number>/", views.verify, name="verify"),
    path("verify/<uuid:match_pk>/<int:number>/check.py", views.check_program, name="check_program"),
]
