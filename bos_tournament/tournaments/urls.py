"""Where the pages of tournaments are."""

from django.urls import include, path

from bos_tournament.tournaments import views_home, views_lists, views_people, views_planning, views_staff, views_trail

app_name = "tournaments"

# the site
home = [
    path("", views_home.home, name="home"),
    path("tournaments/", views_home.tournaments, name="list"),
    path("tournaments/new/", views_planning.new, name="new"),
    path("join/", views_people.code, name="code"),
    path("join/<str:code>/", views_people.by_code, name="by_code"),
    path("staff/<str:token>/", views_staff.invitation, name="invitation"),
]

# /tournaments/<slug>/ for people
people = [
    path("", views_home.detail, name="detail"),
    path("players/", views_people.players, name="players"),
    path("join/", views_people.join, name="join"),
    path("withdraw/", views_people.withdraw, name="withdraw"),
    path("check-in/", views_people.check_in, name="check_in"),
    path("deck/", views_lists.deck, name="deck"),
    path("lists/", views_lists.published, name="lists"),
]

# /tournaments/<slug>/ for staff
staff = [
    path("edit/", views_planning.edit, name="edit"),
    path("open/", views_planning.open_registration, name="open"),
    path("announcement/", views_planning.announce, name="announce"),
    path("cancel/", views_planning.cancel, name="cancel"),
    path("poster/", views_planning.poster, name="poster"),
    path("trail/", views_trail.trail, name="trail"),
    path("staff/", views_staff.staff, name="staff"),
    path("staff/invite/", views_staff.invite, name="invite"),
    path("staff/invitations/<uuid:pk>/withdraw/", views_staff.withdraw_invitation, name="withdraw_invitation"),
    path("staff/<int:pk>/remove/", views_staff.remove, name="remove_staff"),
    path("entrants/", views_staff.entrants, name="entrants"),
    path("entrants/<uuid:pk>/check-in/", views_staff.mark, name="mark"),
    path("entrants/<uuid:pk>/list/", views_lists.read, name="read_list"),
    path("entrants/<uuid:pk>/list/amend/", views_lists.amend, name="amend_list"),
    path("guests/", views_staff.guests, name="guests"),
    path("guests/<uuid:pk>/link/", views_staff.renew_link, name="renew_link"),
    path("guests/<uuid:pk>/link/end/", views_staff.revoke_link, name="revoke_link"),
]

urlpatterns = [*home, path("tournaments/<slug:slug>/", include([*people, *staff]))]
