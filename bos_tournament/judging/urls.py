"""Where the pages of disputes are."""

from django.urls import path

from bos_tournament.judging import views

app_name = "judging"
urlpatterns = [
    path("matches/<uuid:pk>/dispute/", views.new, name="new"),
    path("disputes/<uuid:pk>/", views.dispute, name="dispute"),
    path("disputes/<uuid:pk>/records/", views.add_record, name="add_record"),
    path("disputes/<uuid:pk>/ruling/", views.rule, name="rule"),
    path("disputes/<uuid:pk>/withdraw/", views.withdraw, name="withdraw"),
    path("records/<uuid:pk>/", views.record, name="record"),
    path("records/<uuid:pk>/text/", views.record_text, name="record_text"),
]
