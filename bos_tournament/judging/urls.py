"""Where the pages of disputes and records are."""

from django.urls import path

from bos_tournament.judging import views, views_records

app_name = "judging"
urlpatterns = [
    path("matches/<uuid:pk>/dispute/", views.new, name="new"),
    path("disputes/<uuid:pk>/", views.dispute, name="dispute"),
    path("disputes/<uuid:pk>/records/", views.add_record, name="add_record"),
    path("disputes/<uuid:pk>/ruling/", views.rule, name="rule"),
    path("disputes/<uuid:pk>/withdraw/", views.withdraw, name="withdraw"),
    path("matches/<uuid:pk>/records/", views_records.records, name="records"),
    path("records/<uuid:pk>/", views_records.record, name="record"),
    path("records/<uuid:pk>/try/", views_records.try_line, name="try_line"),
    path("records/<uuid:pk>/continuations/", views_records.continuations, name="continuations"),
    path("records/<uuid:pk>/text/", views_records.record_text, name="record_text"),
]
