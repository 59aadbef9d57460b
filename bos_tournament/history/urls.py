"""Where the operator's page is; the door is that of the admin."""

from django.contrib import admin
from django.urls import path

from bos_tournament.history import views

app_name = "operating"
door = admin.site.admin_view
urlpatterns = [
    path("admin/operating/", door(views.page), name="page"),
    path("admin/operating/test-mail/", door(views.test_mail), name="test_mail"),
]
