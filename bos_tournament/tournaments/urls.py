"""Where the pages of tournaments are."""

from django.urls import URLPattern, URLResolver, include, path

from bos_tournament.accounts.private_page_middleware import not_indexed
from bos_tournament.tournaments.entrants import views_check_in, views_registration
from bos_tournament.tournaments.pages import views_feeds, views_home, views_join
from bos_tournament.tournaments.planning import views as planning_views
from bos_tournament.tournaments.planning import views_duplicates
from bos_tournament.tournaments.players import views as player_views
from bos_tournament.tournaments.players import views_statistics
from bos_tournament.tournaments.printing import views as printing_views
from bos_tournament.tournaments.printing import views_csv_export, views_guest_links, views_printouts
from bos_tournament.tournaments.rounds import (
    views_desk,
    views_final_standings,
    views_participation,
    views_player_clocks,
    views_round_clock,
    views_round_repair,
    views_rounds,
    views_separated_pairs,
    views_tables,
    views_undo,
)
from bos_tournament.tournaments.series import views as series_views
from bos_tournament.tournaments.staff import views as staff_views
from bos_tournament.tournaments.staff import views_decklists
from bos_tournament.tournaments.standings import (
    views as standings_views,
)
from bos_tournament.tournaments.standings import (
    views_explanations,
    views_featured_matches,
    views_hall_screen,
)
from bos_tournament.tournaments.webhooks import views as webhook_views

app_name = "tournaments"

# the site
home = [
    path("", views_home.home, name="home"),
    path("tournaments/", views_home.list_tournaments, name="list"),
    path("calendar.ics", views_feeds.calendar, name="calendar"),
    path(
        "matches/<uuid:pk>/games/<int:number>/replay/position.png",
        views_feeds.position_picture,
        name="position_picture",
    ),
    path("statistics/", views_statistics.statistics_of_all, name="statistics_of_all"),
    path("players/<uuid:pk>/", not_indexed(player_views.player), name="player"),
    path("tournaments/templates/", views_duplicates.templates, name="templates"),
    path("tournaments/templates/<uuid:pk>/use/", views_duplicates.use_template, name="use_template"),
    path("tournaments/templates/<uuid:pk>/delete/", views_duplicates.delete_template, name="delete_template"),
    path("tournaments/new/", planning_views.new, name="new"),
    path("join/", views_join.join_by_code, name="join_by_code"),
    path("join/<str:code>/", views_join.join_link, name="join_link"),
    path("staff/<str:token>/", staff_views.staff_invitation, name="staff_invitation"),
]

# /series/
series = [
    path("", series_views.list_series, name="series"),
    path("new/", series_views.new_series, name="new_series"),
    path("<slug:series>/", series_views.one_series, name="one_series"),
    path("<slug:series>/players/<uuid:pk>/", not_indexed(series_views.player), name="series_player"),
    path("<slug:series>/table.csv", series_views.series_table_csv, name="series_table_csv"),
    path("<slug:series>/calendar.ics", series_views.calendar, name="series_calendar"),
    path("<slug:series>/edit/", series_views.edit_series, name="edit_series"),
    path("<slug:series>/delete/", series_views.delete_series, name="delete_series"),
    path("<slug:series>/organizers/", series_views.add_organizer, name="add_series_organizer"),
    path("<slug:series>/organizers/<int:pk>/remove/", series_views.remove_organizer, name="remove_series_organizer"),
    path("<slug:series>/tournaments/attach/", series_views.attach, name="attach"),
    path("<slug:series>/tournaments/<slug:slug>/take-out/", series_views.take_out, name="take_out"),
]

# /tournaments/<slug>/ for people
people = [
    path("", views_home.detail, name="detail"),
    path("calendar.ics", views_feeds.calendar_of, name="calendar_of"),
    path("share.png", views_feeds.share_picture, name="share_picture"),
    path("players/", not_indexed(views_join.players), name="players"),
    path("join/", views_join.join, name="join"),
    path("withdraw/", views_join.withdraw, name="withdraw"),
    path("check-in/", views_join.check_in, name="check_in"),
    path("deck/", views_decklists.deck, name="deck"),
    path("deck/list.pdf", printing_views.own_list, name="own_list_pdf"),
    path("meeting/", views_registration.meeting, name="meeting"),
    path("meeting/meeting.pdf", printing_views.meeting_sheet, name="meeting_pdf"),
    path("lists/", views_decklists.published_lists, name="published_lists"),
]

# /tournaments/<slug>/ for staff
staff = [
    path("duplicate/", views_duplicates.duplicate, name="duplicate"),
    path("duplicate/template/", views_duplicates.keep_template, name="keep_template"),
    path("edit/", planning_views.edit, name="edit"),
    path("open/", planning_views.open_registration, name="open"),
    path("announce/", planning_views.announce, name="announce"),
    path("cancel/", planning_views.cancel, name="cancel"),
    path("delete/", planning_views.delete, name="delete"),
    path("series/attach/", series_views.attach_own, name="attach_own"),
    path("series/<slug:series>/take-out/", series_views.take_out_own, name="take_out_own"),
    path("poster/", planning_views.poster, name="poster"),
    path("poster/code/renew/", planning_views.renew_code, name="renew_code"),
    path("poster/code/limit/", planning_views.limit_code, name="limit_code"),
    path("poster/flyer.pdf", printing_views.flyer, name="flyer_pdf"),
    path("import/", views_registration.import_people, name="import"),
    path("requests/", views_registration.requests, name="requests"),
    path("requests/<uuid:pk>/accept/", views_registration.accept, name="accept"),
    path("requests/<uuid:pk>/refuse/", views_registration.refuse, name="refuse"),
    path("meeting/seat/", views_registration.seat_meeting, name="seat_meeting"),
    path("staff/", staff_views.staff, name="staff"),
    path("staff/invite/", staff_views.invite, name="invite"),
    path("staff/invitations/<uuid:pk>/withdraw/", staff_views.withdraw_invitation, name="withdraw_invitation"),
    path("staff/<int:pk>/remove/", staff_views.remove_staff, name="remove_staff"),
    path("entrants/", staff_views.entrants, name="entrants"),
    path("entrants/check-in-all/", staff_views.check_in_all, name="check_in_all"),
    path("entrants/<uuid:pk>/check-in/", staff_views.check_in_entrant, name="check_in_entrant"),
    path("entrants/<uuid:pk>/door-check-in/", views_check_in.door_check_in, name="door_check_in"),
    path("entrants/<uuid:pk>/decklist/", views_decklists.read_decklist, name="read_decklist"),
    path("entrants/<uuid:pk>/decklist/amend/", views_decklists.amend_decklist, name="amend_decklist"),
    path("entrants/<uuid:pk>/decklist/unlock/", views_decklists.unlock_decklist, name="unlock_decklist"),
    path("webhooks/", webhook_views.webhooks, name="webhooks"),
    path("webhooks/<uuid:pk>/", webhook_views.webhook, name="webhook"),
    path("webhooks/<uuid:pk>/secret/rotate/", webhook_views.rotate_secret, name="rotate_secret"),
    path("webhooks/<uuid:pk>/switch/", webhook_views.switch_webhook, name="switch_webhook"),
    path("webhooks/<uuid:pk>/test/", webhook_views.test_webhook, name="test_webhook"),
    path("webhooks/<uuid:pk>/remove/", webhook_views.remove_webhook, name="remove_webhook"),
    path("webhooks/deliveries/<uuid:pk>/again/", webhook_views.send_again, name="send_again"),
    path("guests/", staff_views.guests, name="guests"),
    path("guests/links/", views_guest_links.print_guest_links, name="guest_links"),
    path("entrants/<uuid:pk>/link/", staff_views.renew_link, name="renew_link"),
    path("entrants/<uuid:pk>/phone/", staff_views.confirm_phone, name="confirm_phone"),
    path("entrants/<uuid:pk>/link/revoke/", staff_views.revoke_link, name="revoke_link"),
]

# /tournaments/<slug>/ for everybody, once it runs
public = [
    path("pairings/", standings_views.pairings, name="pairings"),
    path("pairings/<int:number>/", standings_views.pairings, name="round_pairings"),
    path("standings/", standings_views.standings_page, name="standings"),
    path("standings/outlooks/", views_explanations.outlooks_page, name="outlooks"),
    path("standings/<uuid:pk>/why/", views_explanations.why_rank, name="why_rank"),
    path("pairings/<uuid:pk>/why/", views_explanations.why_pair, name="why_pair"),
    path("final-standings/<int:stage>/<int:number>/", standings_views.final_standings_page, name="final_standings"),
    path("standings/event.json", standings_views.standings_event_file, name="standings_event_file"),
    path("rounds/<int:number>/event.json", standings_views.round_event_file, name="round_event_file"),
    path("screen/", views_hall_screen.screen, name="screen"),
    path("statistics/", views_statistics.statistics_of_tournament, name="statistics"),
    path("cross-table/", standings_views.cross_table, name="cross_table"),
    path("bracket/", standings_views.bracket, name="bracket"),
    path("pairings/<int:number>/pairings.pdf", printing_views.pairings_sheet, name="pairings_pdf"),
    path("standings/standings.pdf", printing_views.standings_sheet, name="standings_pdf"),
    path("bracket/bracket.pdf", printing_views.bracket_sheet, name="bracket_pdf"),
    path("printouts/<uuid:pk>/", views_printouts.printout, name="printout"),
    path("printouts/<uuid:pk>/file.pdf", views_printouts.printout_pdf, name="printout_pdf"),
    path("players/players.csv", views_csv_export.players_csv, name="players_csv"),
    path("pairings/<int:number>/pairings.csv", views_csv_export.pairings_csv, name="pairings_csv"),
    path("standings/standings.csv", views_csv_export.standings_csv, name="standings_csv"),
    path("drop/", views_join.drop, name="drop"),
    path("nudge/", views_participation.nudge, name="nudge"),
    path("announcement/banner/", standings_views.announcement_banner, name="announcement_banner"),
    path("drop/undo/", views_join.undo_drop, name="undo_drop"),
]

# /tournaments/<slug>/desk/
desk = [
    path("", views_desk.desk, name="desk"),
    path("start/", views_rounds.start_tournament, name="start"),
    path("undo/", views_undo.undo, name="undo"),
    path("undo/<slug:key>/", views_undo.undo_action, name="undo_action"),
    path("cut/", views_rounds.start_cut, name="cut"),
    path("finish/", views_rounds.finish_tournament, name="finish"),
    path("final-standings/", views_final_standings.update_final_standings, name="update_final_standings"),
    path("rounds/<int:number>/", views_rounds.round_page, name="desk_round"),
    path("rounds/<int:number>/draw/", views_rounds.draw_round, name="draw"),
    path("rounds/<int:number>/close-and-start-next/", views_rounds.close_and_start_next, name="close_and_start_next"),
    path("rounds/<int:number>/redraw/", views_rounds.redraw, name="redraw"),
    path("rounds/<int:number>/swap/", views_rounds.swap_entrants, name="swap_entrants"),
    path("rounds/<int:number>/discard/", views_rounds.discard, name="discard"),
    path("rounds/<int:number>/publish/", views_rounds.publish, name="publish"),
    path("rounds/<int:number>/unpublish/", views_rounds.unpublish, name="unpublish"),
    path("rounds/<int:number>/repair/", views_round_repair.repair, name="repair"),
    path("rounds/<int:number>/close/", views_rounds.close, name="close"),
    path("rounds/<int:number>/clock/start/", views_round_clock.start_round_clock, name="start_round_clock"),
    path("rounds/<int:number>/clock/pause/", views_round_clock.pause_round_clock, name="pause_round_clock"),
    path("rounds/<int:number>/clock/resume/", views_round_clock.resume_round_clock, name="resume_round_clock"),
    path("rounds/<int:number>/clock/lengthen/", views_round_clock.lengthen_round_clock, name="lengthen_round_clock"),
    path("rounds/<int:number>/slips.pdf", printing_views.result_slips, name="slips_pdf"),
    path("rounds/<int:number>/log-sheets.pdf", printing_views.log_sheets, name="log_sheets_pdf"),
    path("rounds/<int:number>/deck-checks.pdf", printing_views.deck_check_sheets, name="deck_check_sheets_pdf"),
    path("rounds/<int:number>/enter-slips/", printing_views.enter_slips, name="enter_slips"),
    path("separated-pairs/", views_separated_pairs.separated_pairs_page, name="separated_pairs"),
    path("separated-pairs/<uuid:pk>/remove/", views_separated_pairs.remove_separation, name="remove_separation"),
    path("printing/", printing_views.printing_page, name="printing"),
    path("printing/lists.pdf", printing_views.list_sheets, name="list_sheets_pdf"),
    path("printing/badges.pdf", printing_views.badges, name="badges_pdf"),
    path("printing/pack.pdf", printing_views.pack, name="pack_pdf"),
    path("tables/<uuid:pk>/", views_tables.table, name="table"),
    path("tables/<uuid:pk>/feature/", views_featured_matches.feature, name="feature"),
    path("tables/<uuid:pk>/unfeature/", views_featured_matches.unfeature, name="unfeature"),
    path("tables/<uuid:pk>/extend/", views_round_clock.extend, name="extend"),
    path("tables/<uuid:pk>/extend/withdraw/", views_round_clock.withdraw_extension, name="withdraw_extension"),
    path("tables/<uuid:pk>/clocks/pause/", views_player_clocks.pause_player_clocks, name="pause_clocks"),
    path("tables/<uuid:pk>/clocks/resume/", views_player_clocks.resume_player_clocks, name="resume_clocks"),
    path("tables/<uuid:pk>/clocks/set/", views_player_clocks.set_clocks, name="set_clocks"),
    path("tables/<uuid:pk>/clocks/decide/", views_player_clocks.decide_by_time, name="decide_by_time"),
    path("tables/<uuid:pk>/result/", views_tables.result, name="result"),
    path("tables/<uuid:pk>/undo-result/", views_tables.undo_result, name="undo_result"),
    path("tables/<uuid:pk>/no-show/", views_tables.no_show, name="no_show"),
    path("tables/<uuid:pk>/void/", views_tables.void_bids, name="void_bids"),
    path("tables/<uuid:pk>/phone/", views_tables.decide_phone, name="decide_phone"),
    path("tables/<uuid:pk>/bids/", views_tables.enter_bids, name="enter_bids"),
    path("tables/<uuid:pk>/list/", views_tables.expected_list, name="expected_list"),
    path("entrants/<uuid:pk>/", views_participation.entrant, name="desk_entrant"),
    path("entrants/<uuid:pk>/drop/", views_participation.drop_entrant, name="drop_entrant"),
    path("entrants/<uuid:pk>/reinstate/", views_participation.reinstate, name="reinstate"),
    path("entrants/<uuid:pk>/remove/", views_participation.remove_entrant, name="remove_entrant"),
    path("entrants/<uuid:pk>/disqualify/", views_participation.disqualify, name="disqualify"),
    path("entrants/<uuid:pk>/fixed-table/", views_participation.fix_table, name="fix_table"),
    path("entrants/<uuid:pk>/seed/", views_participation.seed, name="seed"),
    path("entrants/<uuid:pk>/earned-byes/", views_participation.set_earned_byes, name="set_earned_byes"),
]

# one is tried after another, so first what a whole hall asks for
of_tournament: list[URLPattern | URLResolver] = [*public, *people, *staff, path("desk/", include(desk))]
urlpatterns = [*home, path("series/", include(series)), path("tournaments/<slug:slug>/", include(of_tournament))]
