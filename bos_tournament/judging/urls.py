"""Where the pages of disputes, records, calls, penalties and precedents are."""

from django.urls import path

from bos_tournament.judging.audit_log import views as audit_log_views
from bos_tournament.judging.calls import views as call_views
from bos_tournament.judging.deck_checks import views as deck_check_views
from bos_tournament.judging.disputes import views, views_precedents
from bos_tournament.judging.penalties import views as penalty_views
from bos_tournament.judging.records import views as record_views

app_name = "judging"
urlpatterns = [
    path("matches/<uuid:pk>/dispute/", views.file_dispute, name="file_dispute"),
    path("disputes/<uuid:pk>/", views.dispute, name="dispute"),
    path("disputes/<uuid:pk>/records/", views.add_record, name="add_record"),
    path("disputes/<uuid:pk>/open-records/", views.open_records, name="open_records"),
    path("disputes/<uuid:pk>/rule/", views.rule_on_dispute, name="rule_on_dispute"),
    path("disputes/<uuid:pk>/withdraw/", views.withdraw_dispute, name="withdraw"),
    path("disputes/<uuid:pk>/appeal/", views.appeal, name="appeal"),
    path("disputes/<uuid:pk>/appeal/uphold/", views.uphold, name="uphold"),
    path("precedents/", views_precedents.search_precedents, name="precedents"),
    path("matches/<uuid:pk>/call/", call_views.call, name="call"),
    path("calls/<uuid:pk>/withdraw/", call_views.withdraw_call, name="withdraw_call"),
    path("calls/<uuid:pk>/take/", call_views.take_call, name="take_call"),
    path("calls/<uuid:pk>/release/", call_views.release_call, name="release_call"),
    path("calls/<uuid:pk>/board-change/", call_views.decide_board_change, name="decide_board_change"),
    path("calls/<uuid:pk>/resolve/", call_views.resolve_call, name="resolve_call"),
    path("tournaments/<slug:slug>/calls/", call_views.list_calls, name="calls"),
    path("tournaments/<slug:slug>/penalties/", penalty_views.penalties, name="penalties"),
    path("tournaments/<slug:slug>/entrants/<uuid:pk>/penalize/", penalty_views.penalize, name="penalize"),
    path("tournaments/<slug:slug>/activity-log/", audit_log_views.activity_log, name="activity_log"),
    path("tournaments/<slug:slug>/checks/", deck_check_views.checks, name="checks"),
    path("tournaments/<slug:slug>/checks/draws/", deck_check_views.check_draws, name="check_draws"),
    path("tournaments/<slug:slug>/checks/<uuid:pk>/", deck_check_views.check, name="check"),
    path("tournaments/<slug:slug>/checks/<uuid:pk>/begin/", deck_check_views.begin_deck_check, name="begin_check"),
    path(
        "tournaments/<slug:slug>/checks/<uuid:pk>/decks/<int:number>/", deck_check_views.check_deck, name="check_deck"
    ),
    path("tournaments/<slug:slug>/checks/<uuid:pk>/finish/", deck_check_views.finish_deck_check, name="finish_check"),
    path("tournaments/<slug:slug>/checks/<uuid:pk>/cancel/", deck_check_views.cancel_check, name="cancel_check"),
    path("penalties/<uuid:pk>/apply/", penalty_views.apply_penalty, name="apply_penalty"),
    path("penalties/<uuid:pk>/undo/", penalty_views.undo_penalty, name="undo_penalty"),
    path("matches/<uuid:pk>/records/", record_views.records, name="records"),
    path("records/<uuid:pk>/", record_views.record, name="record"),
    path("records/<uuid:pk>/try/", record_views.try_line, name="try_line"),
    path("records/<uuid:pk>/continuations/", record_views.continuations, name="continuations"),
    path("records/<uuid:pk>/analyse/", record_views.analyse, name="analyse"),
    path("records/<uuid:pk>/text/", record_views.record_text, name="record_text"),
]
