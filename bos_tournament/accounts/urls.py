"""Where the pages about people are."""

from django.urls import include, path

urlpatterns = [path("accounts/", include("allauth.urls"))]
