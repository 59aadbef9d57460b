"""Where the pages of disputes, records, calls, penalties and precedents are."""

from django.urls import path

from bos_tournament.judging import (
    views,
    views_calls,
    views_checks,
    views_penalties,
    views_precedents,
    views_records,
    views_trail,
)

app_name = "judging"
urlpatterns = [
    path("matches/<uuid:pk>/dispute/", views.new, name="new"),
    path("disputes/<uuid:pk>/", views.dispute, name="dispute"),
    path("disputes/<uuid:pk>/records/", views.add_record, name="add_record"),
    path("disputes/<uuid:pk>/open-records/", views.open_records, name="open_records"),
    path("disputes/<uuid:pk>/ruling/", views.rule, name="rule"),
    path("disputes/<uuid:pk>/withdraw/", views.withdraw, name="withdraw"),
    path("disputes/<uuid:pk>/appeal/", views.appeal, name="appeal"),
    path("disputes/<uuid:pk>/appeal/uphold/", views.uphold, name="uphold"),
    path("rulings/", views_precedents.search, name="precedents"),
    path("matches/<uuid:pk>/call/", views_calls.call, name="call"),
    path("calls/<uuid:pk>/withdraw/", views_calls.withdraw, name="withdraw_call"),
    path("calls/<uuid:pk>/take/", views_calls.take, name="take_call"),
    path("calls/<uuid:pk>/put-back/", views_calls.put_back, name="put_back_call"),
    path("calls/<uuid:pk>/finish/", views_calls.finish, name="finish_call"),
    path("tournaments/<slug:slug>/calls/", views_calls.queue, name="calls"),
    path("tournaments/<slug:slug>/penalties/", views_penalties.penalties, name="penalties"),
    path("tournaments/<slug:slug>/entrants/<uuid:pk>/penalties/", views_penalties.penalize, name="penalize"),
    path("tournaments/<slug:slug>/trail/", views_trail.trail, name="trail"),
    path("tournaments/<slug:slug>/checks/", views_checks.checks, name="checks"),
    path("tournaments/<slug:slug>/checks/lots/", views_checks.lots, name="check_lots"),
    path("tournaments/<slug:slug>/checks/<uuid:pk>/", views_checks.check, name="check"),
    path("tournaments/<slug:slug>/checks/<uuid:pk>/begin/", views_checks.begin, name="begin_check"),
    path("tournaments/<slug:slug>/checks/<uuid:pk>/seats/<int:number>/", views_checks.record, name="check_deck"),
    path("tournaments/<slug:slug>/checks/<uuid:pk>/finish/", views_checks.finish, name="finish_check"),
    path("tournaments/<slug:slug>/checks/<uuid:pk>/call-off/", views_checks.call_off, name="call_off_check"),
    path("penalties/<uuid:pk>/carry-out/", views_penalties.carry_out, name="carry_out"),
    path("penalties/<uuid:pk>/take-back/", views_penalties.take_back, name="take_back"),
    path("matches/<uuid:pk>/records/", views_records.records, name="records"),
    path("records/<uuid:pk>/", views_records.record, name="record"),
    path("records/<uuid:pk>/try/", views_records.try_line, name="try_line"),
    path("records/<uuid:pk>/continuations/", views_records.continuations, name="continuations"),
    path("records/<uuid:pk>/text/", views_records.record_text, name="record_text"),
]
