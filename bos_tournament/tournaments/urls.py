"""Where the pages of tournaments are."""

from django.urls import URLPattern, URLResolver, include, path

from bos_tournament.tournaments import (
    views_apart,
    views_copying,
    views_desk,
    views_entrants,
    views_home,
    views_joining,
    views_lists,
    views_outside,
    views_paper,
    views_people,
    views_planning,
    views_players,
    views_public,
    views_repair,
    views_rounds,
    views_staff,
    views_tables,
    views_time,
    views_undo,
    views_why,
)

app_name = "tournaments"

# the site
home = [
    path("", views_home.home, name="home"),
    path("tournaments/", views_home.tournaments, name="list"),
    path("calendar.ics", views_outside.calendar, name="calendar"),
    path("players/<uuid:pk>/", views_players.player, name="player"),
    path("tournaments/templates/", views_copying.templates, name="templates"),
    path("tournaments/templates/<uuid:pk>/use/", views_copying.use_template, name="use_template"),
    path("tournaments/templates/<uuid:pk>/delete/", views_copying.delete_template, name="delete_template"),
    path("tournaments/new/", views_planning.new, name="new"),
    path("join/", views_people.code, name="code"),
    path("join/<str:code>/", views_people.by_code, name="by_code"),
    path("staff/<str:token>/", views_staff.invitation, name="invitation"),
]

# /tournaments/<slug>/ for people
people = [
    path("", views_home.detail, name="detail"),
    path("calendar.ics", views_outside.calendar_of, name="calendar_of"),
    path("share.png", views_outside.picture, name="picture"),
    path("players/", views_people.players, name="players"),
    path("join/", views_people.join, name="join"),
    path("withdraw/", views_people.withdraw, name="withdraw"),
    path("check-in/", views_people.check_in, name="check_in"),
    path("deck/", views_lists.deck, name="deck"),
    path("deck/list.pdf", views_paper.own_list, name="own_list_pdf"),
    path("meeting/", views_joining.meeting, name="meeting"),
    path("meeting/meeting.pdf", views_joining.meeting_sheet, name="meeting_pdf"),
    path("lists/", views_lists.published, name="lists"),
]

# /tournaments/<slug>/ for staff
staff = [
    path("duplicate/", views_copying.duplicate, name="duplicate"),
    path("duplicate/template/", views_copying.keep_template, name="keep_template"),
    path("edit/", views_planning.edit, name="edit"),
    path("open/", views_planning.open_registration, name="open"),
    path("announcement/", views_planning.announce, name="announce"),
    path("cancel/", views_planning.cancel, name="cancel"),
    path("poster/", views_planning.poster, name="poster"),
    path("poster/flyer.pdf", views_joining.flyer, name="flyer_pdf"),
    path("import/", views_joining.import_people, name="import"),
    path("requests/", views_joining.requests, name="requests"),
    path("entrants/<uuid:pk>/accept/", views_joining.accept, name="accept"),
    path("entrants/<uuid:pk>/refuse/", views_joining.refuse, name="refuse"),
    path("meeting/seat/", views_joining.seat_meeting, name="seat_meeting"),
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

# /tournaments/<slug>/ for everybody, once it runs
public = [
    path("pairings/", views_public.pairings, name="pairings"),
    path("pairings/<int:number>/", views_public.pairings, name="round"),
    path("standings/", views_public.standings_, name="standings"),
    path("standings/<uuid:pk>/", views_why.why_rank, name="why_rank"),
    path("pairings/<uuid:pk>/why/", views_why.why_pair, name="why_pair"),
    path("standings/event.json", views_public.standings_file, name="standings_file"),
    path("rounds/<int:number>/event.json", views_public.round_file, name="round_file"),
    path("cross-table/", views_public.cross_table, name="cross_table"),
    path("bracket/", views_public.bracket, name="bracket"),
    path("pairings/<int:number>/pairings.pdf", views_paper.pairings, name="pairings_pdf"),
    path("standings/standings.pdf", views_paper.standings, name="standings_pdf"),
    path("bracket/bracket.pdf", views_paper.bracket, name="bracket_pdf"),
    path("drop/", views_entrants.drop, name="drop"),
    path("nudge/", views_entrants.nudge, name="nudge"),
    path("drop/undo/", views_entrants.undo_drop, name="undo_drop"),
]

# /tournaments/<slug>/desk/
desk = [
    path("", views_desk.desk, name="desk"),
    path("start/", views_rounds.start, name="start"),
    path("undo/", views_undo.undo, name="undo"),
    path("undo/<slug:key>/", views_undo.undo_one, name="undo_one"),
    path("cut/", views_rounds.start_cut, name="cut"),
    path("finish/", views_rounds.finish, name="finish"),
    path("rounds/<int:number>/", views_rounds.round_, name="desk_round"),
    path("rounds/<int:number>/draw/", views_rounds.draw, name="draw"),
    path("rounds/<int:number>/redraw/", views_rounds.redraw, name="redraw"),
    path("rounds/<int:number>/exchange/", views_rounds.exchange, name="exchange"),
    path("rounds/<int:number>/discard/", views_rounds.discard, name="discard"),
    path("rounds/<int:number>/publish/", views_rounds.publish, name="publish"),
    path("rounds/<int:number>/unpublish/", views_rounds.unpublish, name="unpublish"),
    path("rounds/<int:number>/repair/", views_repair.repair, name="repair"),
    path("rounds/<int:number>/close/", views_rounds.close, name="close"),
    path("rounds/<int:number>/time/start/", views_time.start, name="start_time"),
    path("rounds/<int:number>/time/pause/", views_time.pause, name="pause_time"),
    path("rounds/<int:number>/time/go-on/", views_time.go_on, name="go_on_time"),
    path("rounds/<int:number>/time/lengthen/", views_time.lengthen, name="lengthen_time"),
    path("rounds/<int:number>/slips.pdf", views_paper.result_slips, name="slips_pdf"),
    path("rounds/<int:number>/log-sheets.pdf", views_paper.log_sheets, name="log_sheets_pdf"),
    path("rounds/<int:number>/deck-checks.pdf", views_paper.check_sheets, name="deck_sheets_pdf"),
    path("rounds/<int:number>/enter-slips/", views_paper.enter_slips, name="enter_slips"),
    path("apart/", views_apart.pairs, name="apart"),
    path("apart/<uuid:pk>/end/", views_apart.let_meet, name="let_meet"),
    path("paper/", views_paper.index, name="paper"),
    path("paper/lists.pdf", views_paper.list_sheets, name="list_sheets_pdf"),
    path("paper/pack.pdf", views_paper.pack, name="pack_pdf"),
    path("tables/<uuid:pk>/", views_tables.table, name="table"),
    path("tables/<uuid:pk>/extend/", views_time.extend, name="extend"),
    path("tables/<uuid:pk>/extend/withdraw/", views_time.withdraw_extension, name="withdraw_extension"),
    path("tables/<uuid:pk>/result/", views_tables.result, name="result"),
    path("tables/<uuid:pk>/take-back/", views_tables.take_back, name="take_back"),
    path("tables/<uuid:pk>/no-show/", views_tables.no_show, name="no_show"),
    path("tables/<uuid:pk>/void/", views_tables.void, name="void_bids"),
    path("tables/<uuid:pk>/bids/", views_tables.paper_bids, name="enter_bids"),
    path("tables/<uuid:pk>/list/", views_tables.expected_list, name="expected_list"),
    path("entrants/<uuid:pk>/", views_entrants.entrant, name="desk_entrant"),
    path("entrants/<uuid:pk>/drop/", views_entrants.drop_by_staff, name="drop_entrant"),
    path("entrants/<uuid:pk>/bring-back/", views_entrants.bring_back, name="bring_back"),
    path("entrants/<uuid:pk>/remove/", views_entrants.remove, name="remove_entrant"),
    path("entrants/<uuid:pk>/disqualify/", views_entrants.disqualify, name="disqualify"),
    path("entrants/<uuid:pk>/fixed-table/", views_entrants.fix_table, name="fix_table"),
    path("entrants/<uuid:pk>/seeding/", views_entrants.seed, name="seed"),
]

of_tournament: list[URLPattern | URLResolver] = [*people, *staff, *public, path("desk/", include(desk))]
urlpatterns = [*home, path("tournaments/<slug:slug>/", include(of_tournament))]
