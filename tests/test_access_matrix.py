"""Who may open which door: every address of the site, got and posted to, against everybody who may knock.

A door that is not in the table fails the test, so none is ever added without saying whom it lets in.
"""

import pytest
from django.db import connection, transaction
from django.urls import URLPattern, reverse

from bos_tournament.cards import catalogue
from bos_tournament.decks import drafts
from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.deck_checks import check_desk
from bos_tournament.judging.models import Appeal, DeckCheck, Dispute, Penalty, Ruling
from bos_tournament.judging.records.adjudication import find
from bos_tournament.play import challenges
from bos_tournament.play.deck_tests import testing
from bos_tournament.play.models import AnalysisTree
from bos_tournament.play.recording import recordings
from bos_tournament.tournaments.models import Printout, Staff
from bos_tournament.tournaments.rounds import separated_pairs
from bos_tournament.tournaments.series import series_setup
from bos_tournament.tournaments.series.series_setup import SeriesPlan
from bos_tournament.tournaments.webhooks import subscriptions
from bos_tournament.urls import urlpatterns
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from tests import tournament_relations
from tests.factories import DeckVersionFactory, EntrantFactory, GuestFactory, StaffFactory, UserFactory
from tests.judging.cases import at_a_table, record
from tests.play.practice import SPARKS, begun

pytestmark = pytest.mark.django_db

# In this order, one letter each: nobody, Cleo (who only looks on), Anna and Ben (who play the match),
# organizer, head judge, judge, scorekeeper, a judge without a second factor, an organizer of another tournament.
CAST = ("nobody", "cleo", "anna", "ben", "organizer", "head_judge", "judge", "scorekeeper", "half_judge", "stranger")
# o let in · s led to sign in · f led to the second factor · 3 forbidden · 4 not found · m wrong method
# door: (got, posted to)
TABLE: dict[str, tuple[str, str]] = {
    "operations:security_txt": ("4444444444", "mmmmmmmmmm"),
    "accounts:profile": ("sooooooooo", "sooooooooo"),
    "accounts:claim": ("s444444444", "s444444444"),
    "accounts:tokens": ("sooooooooo", "sooooooooo"),
    "accounts:revoke_token": ("smmmmmmmmm", "s444444444"),
    "accounts:resume_form": ("sooooooooo", "smmmmmmmmm"),
    "accounts:sessions": ("sooooooooo", "sooooooooo"),
    "privacy:export": ("sooooooooo", "smmmmmmmmm"),
    "privacy:erase": ("sooooooooo", "sooooooooo"),
    "accounts:choose_language": ("mmmmmmmmmm", "oooooooooo"),
    "accounts:personal_link": ("oooooooooo", "oooooooooo"),
    "accounts:first_admin": ("oooooooooo", "oooooooooo"),
    "cards:list": ("oooooooooo", "mmmmmmmmmm"),
    "cards:detail": ("oooooooooo", "mmmmmmmmmm"),
    "cards:art": ("oooooooooo", "mmmmmmmmmm"),
    "cards:rules": ("oooooooooo", "mmmmmmmmmm"),
    "decks:list": ("oooooooooo", "mmmmmmmmmm"),
    "decks:check": ("oooooooooo", "oooooooooo"),
    "decks:new": ("sooooooooo", "sooooooooo"),
    "decks:submitted_lists": ("sooooooooo", "smmmmmmmmm"),
    "decks:add": ("sooooooooo", "sooooooooo"),
    "decks:copy_starter": ("smmmmmmmmm", "sooooooooo"),
    "decks:edit": ("s4o4444444", "s4o4444444"),
    "decks:copy": ("smmmmmmmmm", "s4o4444444"),
    "decks:delete": ("s4o4444444", "s4o4444444"),
    "decks:text": ("s4o4444444", "smmmmmmmmm"),
    "decks:json": ("s4o4444444", "smmmmmmmmm"),
    "play:start": ("oooooooooo", "oooooooooo"),
    "play:challenge": ("44o4444444", "mmmmmmmmmm"),
    "play:accept_challenge": ("oooooooooo", "oooooooooo"),
    "play:game": ("44o4444444", "mmmmmmmmmm"),
    "play:play": ("mmmmmmmmmm", "44o4444444"),
    "play:pass": ("mmmmmmmmmm", "44o4444444"),
    "play:take_back": ("mmmmmmmmmm", "44o4444444"),
    "play:give_up": ("mmmmmmmmmm", "44o4444444"),
    "play:bid": ("mmmmmmmmmm", "44o4444444"),
    "play:choose": ("mmmmmmmmmm", "44o4444444"),
    "play:leave_choice": ("mmmmmmmmmm", "44o4444444"),
    "play:swap": ("mmmmmmmmmm", "44o4444444"),
    "play:wizards": ("mmmmmmmmmm", "44o4444444"),
    "play:next": ("mmmmmmmmmm", "44o4444444"),
    "play:record": ("44o4444444", "mmmmmmmmmm"),
    "play:learn": ("oooooooooo", "mmmmmmmmmm"),
    "play:lessons": ("oooooooooo", "mmmmmmmmmm"),
    "play:lesson": ("oooooooooo", "mmmmmmmmmm"),
    "play:lesson_step": ("mmmmmmmmmm", "oooooooooo"),
    "play:lesson_back": ("mmmmmmmmmm", "oooooooooo"),
    "play:lesson_again": ("mmmmmmmmmm", "oooooooooo"),
    "recording:board": ("s3oo333333", "mmmmmmmmmm"),
    "recording:start": ("mmmmmmmmmm", "s3oo333333"),
    "recording:record_line": ("mmmmmmmmmm", "s3oo333333"),
    "recording:take_back_lines": ("mmmmmmmmmm", "s3oo333333"),
    "recording:answer_take_back": ("mmmmmmmmmm", "s3oo333333"),
    "recording:ask_for_change": ("mmmmmmmmmm", "s3oo333333"),
    "recording:answer_change": ("mmmmmmmmmm", "s3oo333333"),
    "recording:place_wizards": ("mmmmmmmmmm", "s3oo333333"),
    "recording:pass": ("mmmmmmmmmm", "s3oo333333"),
    "recording:concede": ("mmmmmmmmmm", "s3oo333333"),
    "recording:draw": ("mmmmmmmmmm", "s3oo333333"),
    "recording:say": ("mmmmmmmmmm", "s3oo333333"),
    "recording:confirm": ("mmmmmmmmmm", "s3oo333333"),
    "recording:replay": ("4444444444", "mmmmmmmmmm"),
    "recording:recorded": ("s3oo333333", "mmmmmmmmmm"),
    "deck_tests:start": ("sooooooooo", "sooooooooo"),
    "deck_tests:shared": ("oooooooooo", "mmmmmmmmmm"),
    "deck_tests:test": ("s4o4444444", "mmmmmmmmmm"),
    "deck_tests:compare": ("s4o4444444", "mmmmmmmmmm"),
    "deck_tests:cancel": ("smmmmmmmmm", "s4o4444444"),
    "deck_tests:share": ("smmmmmmmmm", "s4o4444444"),
    "deck_tests:delete": ("s4o4444444", "s4o4444444"),
    "analysis:start": ("oooooooooo", "oooooooooo"),
    "analysis:position": ("oooooooooo", "oooooooooo"),
    "analysis:practice": ("mmmmmmmmmm", "44o4444444"),
    "analysis:tree": ("44o4444444", "mmmmmmmmmm"),
    "analysis:add_line": ("mmmmmmmmmm", "44o4444444"),
    "analysis:comment": ("mmmmmmmmmm", "44o4444444"),
    "analysis:make_main": ("mmmmmmmmmm", "44o4444444"),
    "analysis:best_lines": ("mmmmmmmmmm", "44o4444444"),
    "analysis:delete_branch": ("44o4444444", "44o4444444"),
    "analysis:rename": ("mmmmmmmmmm", "44o4444444"),
    "analysis:share": ("mmmmmmmmmm", "44o4444444"),
    "analysis:copy": ("smmmmmmmmm", "s4o4444444"),
    "analysis:delete": ("44o4444444", "44o4444444"),
    "analysis:record": ("44o4444444", "mmmmmmmmmm"),
    "matches:detail": ("oooooooooo", "mmmmmmmmmm"),
    "matches:live": ("oooooooooo", "mmmmmmmmmm"),
    "matches:clocks": ("oooooooooo", "mmmmmmmmmm"),
    "matches:start_clocks": ("oooooooooo", "s3oo333333"),
    "matches:end_turn": ("oooooooooo", "s3oo333333"),
    "matches:pause_clocks": ("oooooooooo", "s3oo333333"),
    "matches:resume_clocks": ("oooooooooo", "s3oo333333"),
    "matches:confirm_bosses": ("oooooooooo", "s3oo333333"),
    "matches:bid": ("oooooooooo", "s3oo333333"),
    "matches:paper_bids": ("oooooooooo", "s3oo333333"),
    "matches:name_chooser": ("oooooooooo", "s3oo333333"),
    "matches:choose": ("oooooooooo", "s3oo333333"),
    "matches:swap": ("oooooooooo", "s3oo333333"),
    "matches:report": ("oooooooooo", "s3oo333333"),
    "matches:agree": ("oooooooooo", "s3oo333333"),
    "matches:withdraw": ("oooooooooo", "s3oo333333"),
    "matches:phone": ("oooooooooo", "s3oo333333"),
    "matches:phone_paper": ("oooooooooo", "s3oo333333"),
    "matches:verify": ("oooooooooo", "mmmmmmmmmm"),
    "matches:check_program": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:home": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:list": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:new": ("sfffoooofo", "sfffoooofo"),
    "tournaments:join_by_code": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:join_link": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:staff_invitation": ("s444444444", "s444444444"),
    "tournaments:detail": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:players": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:join": ("oooooooooo", "oooooooooo"),
    "tournaments:withdraw": ("smmmmmmmmm", "s4oo444444"),
    "tournaments:check_in": ("smmmmmmmmm", "s4oo444444"),
    "tournaments:deck": ("s4oo444444", "s4oo444444"),
    "tournaments:published_lists": ("4444444444", "mmmmmmmmmm"),
    "tournaments:calendar": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:calendar_of": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:share_picture": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:position_picture": ("4444444444", "mmmmmmmmmm"),
    "tournaments:player": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:series": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:new_series": ("sfffoooofo", "sfffoooofo"),
    "tournaments:one_series": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:series_player": ("4444444444", "mmmmmmmmmm"),
    "tournaments:series_table_csv": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:series_calendar": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:edit_series": ("s333o33333", "s333o33333"),
    "tournaments:delete_series": ("smmmmmmmmm", "s333o33333"),
    "tournaments:add_series_organizer": ("smmmmmmmmm", "s333o33333"),
    "tournaments:remove_series_organizer": ("smmmmmmmmm", "s333o33333"),
    "tournaments:attach": ("smmmmmmmmm", "s333o33333"),
    "tournaments:take_out": ("smmmmmmmmm", "s333o33333"),
    "tournaments:attach_own": ("smmmmmmmmm", "s333o33333"),
    "tournaments:take_out_own": ("smmmmmmmmm", "s333o33333"),
    "tournaments:templates": ("sfffoooofo", "smmmmmmmmm"),
    "tournaments:use_template": ("smmmmmmmmm", "sfff4444f4"),
    "tournaments:delete_template": ("smmmmmmmmm", "sfff4444f4"),
    "tournaments:duplicate": ("s333o33333", "s333o33333"),
    "tournaments:keep_template": ("smmmmmmmmm", "s333o33333"),
    "tournaments:edit": ("s333o33333", "s333o33333"),
    "tournaments:open": ("smmmmmmmmm", "s333o33333"),
    "tournaments:announce": ("smmmmmmmmm", "s333o33333"),
    "tournaments:delete": ("s333o33333", "s333o33333"),
    "tournaments:cancel": ("smmmmmmmmm", "s333o33333"),
    "tournaments:poster": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:renew_code": ("smmmmmmmmm", "s333o33333"),
    "tournaments:limit_code": ("smmmmmmmmm", "s333o33333"),
    "tournaments:flyer_pdf": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:import": ("s333oooof3", "s333oooof3"),
    "tournaments:requests": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:accept": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:refuse": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:meeting": ("4444444444", "mmmmmmmmmm"),
    "tournaments:meeting_pdf": ("4444444444", "mmmmmmmmmm"),
    "tournaments:seat_meeting": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:own_list_pdf": ("s4o4444444", "smmmmmmmmm"),
    "tournaments:list_sheets_pdf": ("smmmmmmmmm", "s3333oo3f3"),
    "tournaments:undo": ("s333o33333", "smmmmmmmmm"),
    "tournaments:undo_action": ("s333o33333", "s333o33333"),
    "judging:activity_log": ("s333oo3333", "smmmmmmmmm"),
    "tournaments:staff": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:webhooks": ("s333o33333", "s333o33333"),
    "tournaments:webhook": ("s333o33333", "s333o33333"),
    "tournaments:rotate_secret": ("smmmmmmmmm", "s333o33333"),
    "tournaments:switch_webhook": ("smmmmmmmmm", "s333o33333"),
    "tournaments:test_webhook": ("smmmmmmmmm", "s333o33333"),
    "tournaments:remove_webhook": ("smmmmmmmmm", "s333o33333"),
    "tournaments:send_again": ("smmmmmmmmm", "s333o33333"),
    "tournaments:invite": ("smmmmmmmmm", "s333o33333"),
    "tournaments:withdraw_invitation": ("smmmmmmmmm", "s333433333"),
    "tournaments:remove_staff": ("smmmmmmmmm", "s333o3o3f3"),
    "tournaments:entrants": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:check_in_all": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:check_in_entrant": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:read_decklist": ("s3333oo3f3", "s3333oo3f3"),
    "tournaments:amend_decklist": ("smmmmmmmmm", "s3333oo3f3"),
    "tournaments:door_check_in": ("s333oooof3", "s333oooof3"),
    "tournaments:unlock_decklist": ("smmmmmmmmm", "s333ooo3f3"),
    "tournaments:guests": ("s333oooof3", "s333oooof3"),
    "tournaments:guest_links": ("s333o33333", "s333o33333"),
    "tournaments:renew_link": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:revoke_link": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:confirm_phone": ("smmmmmmmmm", "s3333o33f3"),
    "tournaments:pairings": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:round_pairings": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:standings": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:outlooks": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:standings_event_file": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:why_rank": ("4444444444", "mmmmmmmmmm"),
    "tournaments:why_pair": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:screen": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:statistics": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:statistics_of_all": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:cross_table": ("4444444444", "mmmmmmmmmm"),
    "tournaments:round_event_file": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:final_standings": ("4444444444", "mmmmmmmmmm"),
    "tournaments:bracket": ("4444444444", "mmmmmmmmmm"),
    "tournaments:pairings_pdf": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:printout": ("3333oooof3", "3333oooof3"),
    "tournaments:printout_pdf": ("3333oooof3", "mmmmmmmmmm"),
    "tournaments:standings_pdf": ("4444444444", "mmmmmmmmmm"),
    "tournaments:bracket_pdf": ("4444444444", "mmmmmmmmmm"),
    "tournaments:players_csv": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:pairings_csv": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:standings_csv": ("4444444444", "mmmmmmmmmm"),
    "tournaments:drop": ("smmmmmmmmm", "s4oo444444"),
    "tournaments:announcement_banner": ("oooooooooo", "mmmmmmmmmm"),
    "tournaments:nudge": ("s4oo444444", "smmmmmmmmm"),
    "tournaments:undo_drop": ("smmmmmmmmm", "s4oo444444"),
    "tournaments:desk": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:update_final_standings": ("s333o33333", "s333o33333"),
    "tournaments:start": ("s333o33333", "s333o33333"),
    "tournaments:cut": ("smmmmmmmmm", "s333o33333"),
    "tournaments:finish": ("smmmmmmmmm", "s333o33333"),
    "tournaments:desk_round": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:draw": ("smmmmmmmmm", "s333o33333"),
    "tournaments:close_and_start_next": ("smmmmmmmmm", "s333o33333"),
    "tournaments:redraw": ("smmmmmmmmm", "s333o33333"),
    "tournaments:swap_entrants": ("smmmmmmmmm", "s333o33333"),
    "tournaments:discard": ("smmmmmmmmm", "s333o33333"),
    "tournaments:publish": ("smmmmmmmmm", "s333o33333"),
    "tournaments:unpublish": ("smmmmmmmmm", "s333o33333"),
    "tournaments:separated_pairs": ("s333o33333", "s333o33333"),
    "tournaments:remove_separation": ("smmmmmmmmm", "s333o33333"),
    "tournaments:seed": ("smmmmmmmmm", "s333o33333"),
    "tournaments:repair": ("s333o33333", "s333o33333"),
    "tournaments:close": ("smmmmmmmmm", "s333o33333"),
    "tournaments:start_round_clock": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:pause_round_clock": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:resume_round_clock": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:lengthen_round_clock": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:slips_pdf": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:log_sheets_pdf": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:deck_check_sheets_pdf": ("smmmmmmmmm", "s3333oo3f3"),
    "tournaments:enter_slips": ("s333oooof3", "s333oooof3"),
    "tournaments:printing": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:badges_pdf": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:pack_pdf": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:table": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:pause_clocks": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:resume_clocks": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:set_clocks": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:decide_by_time": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:feature": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:unfeature": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:extend": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:withdraw_extension": ("smmmmmmmmm", "s3334444f3"),
    "tournaments:result": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:undo_result": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:no_show": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:void_bids": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:enter_bids": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:decide_phone": ("smmmmmmmmm", "s3333o33f3"),
    "tournaments:expected_list": ("smmmmmmmmm", "s3333oo3f3"),
    "tournaments:desk_entrant": ("s333oooof3", "smmmmmmmmm"),
    "tournaments:drop_entrant": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:reinstate": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:remove_entrant": ("smmmmmmmmm", "s333oooof3"),
    "tournaments:disqualify": ("smmmmmmmmm", "s3333o3333"),
    "tournaments:fix_table": ("smmmmmmmmm", "s333o33333"),
    "tournaments:set_earned_byes": ("smmmmmmmmm", "s333o33333"),
    "judging:file_dispute": ("s4oooooof4", "s4oooooof4"),
    "judging:dispute": ("s4oooooof4", "smmmmmmmmm"),
    "judging:add_record": ("smmmmmmmmm", "s4oooooof4"),
    "judging:open_records": ("smmmmmmmmm", "s4333oo3f4"),
    "judging:rule_on_dispute": ("smmmmmmmmm", "s4333oo3f4"),
    "judging:withdraw": ("smmmmmmmmm", "s4oooooof4"),
    "judging:records": ("s4oooooof4", "s4oooooof4"),
    "judging:record": ("s4o3oooof4", "smmmmmmmmm"),
    "judging:try_line": ("s4333oo3f4", "smmmmmmmmm"),
    "judging:continuations": ("s4333oo3f4", "smmmmmmmmm"),
    "judging:analyse": ("smmmmmmmmm", "s4333oo3f4"),
    "judging:record_text": ("s4o3oooof4", "smmmmmmmmm"),
    "judging:appeal": ("smmmmmmmmm", "s4oo3333f4"),
    "judging:uphold": ("smmmmmmmmm", "s4333o33f4"),
    "judging:precedents": ("s3333oo3f3", "smmmmmmmmm"),
    "judging:call": ("smmmmmmmmm", "s3oo333333"),
    "judging:withdraw_call": ("smmmmmmmmm", "s4oo444444"),
    "judging:take_call": ("smmmmmmmmm", "s433oooof4"),
    "judging:release_call": ("smmmmmmmmm", "s433oooof4"),
    "judging:decide_board_change": ("smmmmmmmmm", "s433oooof4"),
    "judging:resolve_call": ("smmmmmmmmm", "s433oooof4"),
    "judging:calls": ("s333oooof3", "smmmmmmmmm"),
    "judging:penalties": ("s4oooooof4", "smmmmmmmmm"),
    "judging:penalize": ("s333oooof3", "s3333oo3f3"),
    "judging:checks": ("s3333oo3f3", "s3333oo3f3"),
    "judging:check_draws": ("oooooooooo", "mmmmmmmmmm"),
    "judging:check": ("s3333oo3f3", "smmmmmmmmm"),
    "judging:begin_check": ("smmmmmmmmm", "s3333oo3f3"),
    "judging:check_deck": ("smmmmmmmmm", "s3333oo3f3"),
    "judging:finish_check": ("smmmmmmmmm", "s3333oo3f3"),
    "judging:cancel_check": ("smmmmmmmmm", "s3333oo3f3"),
    "judging:apply_penalty": ("smmmmmmmmm", "s434oooof4"),
    "judging:undo_penalty": ("smmmmmmmmm", "s4343oo3f4"),
}


@pytest.fixture
def place(signed_in, client):
    """A running tournament whose table 1 is disputed, and the browsers of everybody."""
    catalogue.load(sample_pool().write(), publish=True)
    case = at_a_table()
    tournament = case.tournament
    entrant = tournament.entrants.get(user=case.anna.user)
    entrant.deck_version = DeckVersionFactory(owner=case.anna.user)
    entrant.save()
    kept = separated_pairs.separate_pair(*tournament.entrants.order_by("place")[:2], never=True)
    walk_in = EntrantFactory(tournament=tournament, user=GuestFactory(), place=9, state="playing")
    dispute = case.dispute(text=record(case, "1. T1 P2"))
    handed = dispute.records.get()
    find(handed.pk)
    appealed = appealed_at(tournament, case)
    called = judge_calls.call_judge(case.anna)
    given = Penalty.objects.create(
        entrant=entrant, infraction="record", level="warning", proposed="warning", note="No totals.", by=case.judge
    )
    check_desk.seed_of(tournament)
    checked = DeckCheck.objects.create(pairing=case.match.pairing, rule="hand", state="begun", picked_by=case.judge)
    checked.decks.create(seat=case.anna, expected=case.anna.deck_version.text)
    recordings.start_recording(case.anna).signed_by.add(case.anna, case.ben)
    deck = drafts.save_draft(case.anna.user, None, name="Grove", text=next(iter(starter_decks().values())))
    told, _ = subscriptions.add_webhook(tournament, url="https://chat.example/", topics=["results"])
    sent = subscriptions.send_test(told)
    people = {"cleo": UserFactory(), "anna": case.anna.user, "ben": case.ben.user, "judge": case.judge}
    for role in (Staff.Role.ORGANIZER, Staff.Role.HEAD_JUDGE, Staff.Role.SCOREKEEPER):
        people[role.value] = StaffFactory(tournament=tournament, role=role).user
    people["stranger"] = StaffFactory().user
    browsers = {
        name: signed_in(user, second_factor=name not in ("cleo", "anna", "ben")) for name, user in people.items()
    }
    browsers["half_judge"] = signed_in(StaffFactory(tournament=tournament, role=Staff.Role.JUDGE).user)
    browsers["nobody"] = client
    season = series_setup.create(people["organizer"], SeriesPlan(name="Moon Season"))
    series_setup.attach(season, tournament)
    role_held = tournament.staff.first()
    printed = Printout.objects.create(
        tournament=tournament, kind="slips", round=1, content=b"%PDF-", done_at=tournament.starts_at
    )
    game = begun(case.anna.user)
    annas = analysis_of(case.anna.user)
    challenge = challenges.challenge_friend(case.anna.user, deck=SPARKS)
    tested = deck_test_of(case.anna.user)
    known = {
        "slug": tournament.slug, "code": tournament.join_code, "number": 1, "stage": 1, "key": "start",
        "series": season.slug,
        "line": annas.lines.get().pk, "match_pk": case.match.pk, "token": "no-such-token", "link": challenge.key,
        "other": tested.pk, "shared": tested.share_key,
        "pk": {
            "judging:file_dispute": case.match.pk, "judging:records": case.match.pk, "judging:record": handed.pk,
            "judging:analyse": handed.pk,
            "judging:record_text": handed.pk, "judging:try_line": handed.pk, "judging:continuations": handed.pk,
            "judging:appeal": dispute.pk, "judging:uphold": appealed.pk, "judging:call": case.match.pk,
            "judging:withdraw_call": called.pk, "judging:take_call": called.pk, "judging:release_call": called.pk,
            "judging:decide_board_change": called.pk,
            "judging:resolve_call": called.pk, "judging:penalize": entrant.pk, "judging:apply_penalty": given.pk,
            "judging:undo_penalty": given.pk, "judging:check": checked.pk, "judging:begin_check": checked.pk,
            "judging:check_deck": checked.pk, "judging:finish_check": checked.pk, "judging:cancel_check": checked.pk,
            "judging": dispute.pk, "decks": deck.pk, "matches": case.match.pk, "tables": case.match.pairing.pk,
            "entrants": entrant.pk, "guests": walk_in.pk, "invitations": dispute.pk, "staff": role_held.pk,
            "account": deck.pk, "separated-pairs": kept.pk, "standings": entrant.pk, "pairings": case.match.pairing.pk,
            "tournaments:series_player": case.anna.user.pk, "organizers": season.organizers.get().pk,
            "tournaments:player": case.anna.user.pk, "templates": deck.pk, "webhooks": told.pk,
            "analysis": annas.pk, "analysis:practice": game.pk, "deck_tests": tested.pk,
            "play": game.pk, "play:challenge": challenge.pk,
            "deliveries": sent.pk, "printouts": printed.pk, "requests": entrant.pk,
            "tournaments:renew_link": walk_in.pk,
            "tournaments:revoke_link": walk_in.pk, "tournaments:confirm_phone": walk_in.pk,
        },
    }  # fmt: skip
    return browsers, known


def deck_test_of(user):
    """A test of a deck that is shared and does not run."""
    test = testing.start_test(user, deck=SPARKS, opponents=[SPARKS], games=2)
    testing.cancel_test(test)
    testing.share_test(test, shared=True)
    test.refresh_from_db()
    return test


def analysis_of(user):
    """An analysis of an empty table."""
    lists = dict(zip(("deck_one", "deck_two"), starter_decks().values(), strict=False))
    row = AnalysisTree.objects.create(owner=user, name="Table", headers="[First P1]", pool=catalogue.pin(), **lists)
    row.lines.create()
    return row


def appealed_at(tournament, case):
    """A dispute of the same match in which Ben appealed."""
    dispute = Dispute.objects.create(game=case.game, filed_by=case.ben.user, claim="Once.", state="withdrawn")
    by = UserFactory()
    ruling = Ruling.objects.create(dispute=dispute, by=by, decision="uphold", reason="It stands.")
    Appeal.objects.create(dispute=dispute, ruling=ruling, by=case.ben.user, why="It does not.")
    return dispute


def doors(patterns=None, names="", route=""):
    """Every named address of our own pages: (name, route)."""
    for pattern in patterns or urlpatterns:
        here = route + str(pattern.pattern)
        if names == "api:":
            return
        if here.startswith("admin"):
            continue
        if isinstance(pattern, URLPattern):
            yield f"{names}{pattern.name}", here
        elif not here.startswith(("api", "accounts")):
            yield from doors(pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else names, here)


def address(name, route, known):
    arguments = {}
    for word in ("slug", "code", "stage", "number", "match_pk", "token", "key", "series", "link"):
        if f":{word}>" in route:
            arguments[word] = known[word]
    if ":pk>" in route:
        app = "matches" if route.startswith("matches/") else name.split(":")[0]
        parts = [part for part in route.split("/") if part in known["pk"]]
        key = (
            name
            if name in known["pk"]
            else (parts[-1] if app == "tournaments" else parts[0] if app == "accounts" else app)
        )
        arguments["pk"] = known["pk"][key]
    if name.endswith(("cards:detail", "decks:add")):
        arguments["slug"] = "cinder-imp"
    if name.endswith("copy_starter"):
        arguments["slug"] = "open-meadow"
    if name.startswith("play:lesson"):
        arguments = {"game": "bos", **({"slug": "first-game"} if ":slug>" in route.partition("game")[2] else {})}
    if name == "deck_tests:shared":
        arguments = {"link": known["shared"]}
    if name == "deck_tests:compare":
        arguments["other"] = known["other"]
    if name == "cards:art":
        arguments = {"color": "red", "digest": "of-an-older-page"}
    return reverse(name, kwargs=arguments)


def letter(browser, method, where):
    with transaction.atomic():
        answer = getattr(browser, method)(where)
        transaction.set_rollback(True)
    return told_by(answer)


def told_by(answer):
    there = answer.get("Location", "")
    if there.startswith(("/accounts/login/", "/accounts/reauthenticate/")):
        return "s"
    if there.startswith("/accounts/2fa/"):
        return "f"
    return {403: "3", 404: "4", 405: "m"}.get(answer.status_code, "o" if answer.status_code < 500 else "!")


def test_every_door_lets_in_whom_the_table_says_and_nobody_else(place):
    browsers, known = place
    found = {
        name: tuple(
            "".join(letter(browsers[who], method, address(name, route, known)) for who in CAST)
            for method in ("get", "post")
        )
        for name, route in doors()
    }

    assert found == TABLE


def test_every_door_answers_every_relation_as_the_rules_say(place, signed_in):
    """Doors open to everybody apart, and methods that a door does not know: those ask nobody who they are."""
    _browsers, known = place
    asked = {
        f"{method} {route}": (method, address(name, route, known), letters)
        for name, route in doors()
        for method, letters in zip(("get", "post"), TABLE[name], strict=True)
        if not set(letters) <= {"s", "m"} and set(letters) != {"o"}
    }

    def sign_in(user, second_factor):
        browser = signed_in(user, second_factor=second_factor)
        return lambda doors_: {door: letter(browser, *asked[door][:2]) for door in doors_}

    rows = {door: dict(zip(CAST, letters, strict=True)) for door, (_, _, letters) in asked.items()}
    assert tournament_relations.wrongly_answered(tournament_relations.Scene.of(known), rows, sign_in, half="f") == []


def test_no_page_takes_put_patch_or_delete_not_even_from_who_may_do_everything(place, signed_in):
    browsers, known = place
    admin = signed_in(UserFactory(is_staff=True, is_superuser=True), second_factor=True)
    before = rows()

    let_in = [
        (method, name, who, answer.status_code)
        for name, route in doors()
        for method in ("put", "patch", "delete")
        for who, browser in {"organizer": browsers["organizer"], "admin": admin}.items()
        if told_by(answer := getattr(browser, method)(address(name, route, known))) not in "sf34m"
    ]

    assert let_in == []
    assert rows() == before


def rows():
    """How many rows each table has, the trail's included, which grows with every change of what it keeps."""
    with connection.cursor() as cursor:
        counted = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
            counted[table] = cursor.fetchone()[0]
    return counted
