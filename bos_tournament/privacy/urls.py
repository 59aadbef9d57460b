"""Where people take their data along, and erase it."""

from django.urls import path

from bos_tournament.privacy import views

app_name = "privacy"
urlpatterns = [
    path("account/export/", views.export, name="export"),
    path("account/erase/", views.erase, name="erase"),
]
