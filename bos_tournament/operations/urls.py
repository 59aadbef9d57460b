"""Where the operator's page is, whose door is that of the admin, and where faults of the site are told."""

from django.contrib import admin
from django.urls import path

from bos_tournament.operations import views

app_name = "operations"
door = admin.site.admin_view
urlpatterns = [
    path(".well-known/security.txt", views.security_txt, name="security_txt"),
    path("admin/health/", door(views.health_page), name="health"),
    path("admin/health/test-mail/", door(views.test_mail), name="test_mail"),
]
