"""Where the lessons are."""

from django.urls import path

from bos_tournament.play.lessons import views

urlpatterns = [
    path("learn/", views.learn, name="learn"),
    path("learn/<slug:game>/", views.lessons, name="lessons"),
    path("learn/<slug:game>/<slug:slug>/", views.lesson, name="lesson"),
    path("learn/<slug:game>/<slug:slug>/lines/", views.take_step, name="lesson_step"),
    path("learn/<slug:game>/<slug:slug>/back/", views.step_back, name="lesson_back"),
    path("learn/<slug:game>/<slug:slug>/again/", views.start_again, name="lesson_again"),
]
