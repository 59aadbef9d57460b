"""Where the pages of analyses are."""

from django.urls import path

from bos_tournament.play.analysis import views

app_name = "analysis"
urlpatterns = [
    path("analysis/", views.start, name="start"),
    path("analysis/position/", views.set_position, name="position"),
    path("analysis/practice/<uuid:pk>/", views.open_practice, name="practice"),
    path("analysis/<uuid:pk>/", views.tree, name="tree"),
    path("analysis/<uuid:pk>/lines/", views.add_line, name="add_line"),
    path("analysis/<uuid:pk>/comment/", views.comment, name="comment"),
    path("analysis/<uuid:pk>/main/", views.make_main, name="make_main"),
    path("analysis/<uuid:pk>/best/", views.best_lines, name="best_lines"),
    path("analysis/<uuid:pk>/branch/", views.delete_branch, name="delete_branch"),
    path("analysis/<uuid:pk>/name/", views.rename_tree, name="rename"),
    path("analysis/<uuid:pk>/share/", views.share, name="share"),
    path("analysis/<uuid:pk>/copy/", views.copy, name="copy"),
    path("analysis/<uuid:pk>/delete/", views.delete_tree, name="delete"),
    path("analysis/<uuid:pk>/record.bln", views.record, name="record"),
]
