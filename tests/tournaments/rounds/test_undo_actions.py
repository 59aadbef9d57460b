"""Taking deeds of the desk back: what follows is said first, and exactly that is done."""

from datetime import timedelta

import pghistory
import pytest
from django.urls import reverse
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.judging.audit_log import entries
from bos_tournament.matches import bid_entry, boss_reveal, staff_results
from bos_tournament.matches.models import Match
from bos_tournament.tournaments.entrants import participation, registration
from bos_tournament.tournaments.models import Entrant, Round, Snapshot, Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import (
    result_entry,
    round_clock,
    round_cycle,
    top_cut,
    tournament_end,
    undo_actions,
)
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.stages import pulse
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory
from tests.matches.playing import seats
from tests.tournaments.running_tournaments import (
    NAMES,
    enter,
    entrant,
    opened,
    play,
    play_and_close,
    publish,
    ready,
    running,
    start,
)

pytestmark = pytest.mark.django_db
FOUR = NAMES[:4]


def take_back(tournament, key):
    tournament.refresh_from_db()
    undo_actions.undo(tournament, key, token=undo_actions.preview_undo(tournament, key).token)
    tournament.refresh_from_db()


def follows(tournament, key):
    tournament.refresh_from_db()
    return " ".join(undo_actions.preview_undo(tournament, key).consequences)


def stands_in_the_way(tournament, key):
    tournament.refresh_from_db()
    offer = undo_actions.preview_undo(tournament, key)
    with pytest.raises(Refused) as refusal:
        undo_actions.undo(tournament, key, token=offer.token)
    assert refusal.value.code == "cannot_undo"
    assert str(refusal.value) == offer.refusal
    return offer.refusal


def states(tournament):
    return {str(one.user): one.state for one in tournament.entrants.select_related("user")}


# --- the start ---


def test_a_start_is_taken_back_with_whom_it_left_out_and_the_draft():
    tournament = opened(FOUR)
    EntrantFactory(tournament=tournament, user__handle="Emil", place=5)  # has no list
    started = start(tournament)
    round_cycle.create_draft_round(started, number=1)
    assert states(tournament)["Emil"] == "removed"

    said = follows(tournament, "start")
    take_back(tournament, "start")

    assert "4 players wait for the start." in said
    assert "1 player left out at the start" in said
    assert "Draft discarded: Round 1." in said
    assert tournament.state == Tournament.State.OPEN
    assert set(states(tournament).values()) == {"registered"}
    assert not tournament.stages.exists()


def test_who_was_left_out_has_seeding_fixed_table_and_byes_again():
    tournament = opened(FOUR)
    emil = EntrantFactory(tournament=tournament, user__handle="Emil", place=5)  # has no list
    participation.seed(emil, seeding=2)
    participation.fix_table(emil, table=7)
    participation.set_earned_byes(emil, byes=1)
    tournament.refresh_from_db()
    start(tournament)
    emil.refresh_from_db()
    assert (emil.seeding, emil.fixed_table, emil.earned_byes) == (None, None, 0)

    said = follows(tournament, "start")
    take_back(tournament, "start")

    emil.refresh_from_db()
    assert "seeding, fixed table and earned byes as before" in said
    assert (emil.state, emil.seeding, emil.fixed_table, emil.earned_byes) == ("registered", 2, 7, 1)


def test_a_fixed_table_that_somebody_else_has_by_now_stays_theirs():
    tournament = opened(FOUR)
    emil = EntrantFactory(tournament=tournament, user__handle="Emil", place=5)  # has no list
    participation.seed(emil, seeding=2)
    participation.fix_table(emil, table=7)
    tournament.refresh_from_db()
    start(tournament)
    participation.fix_table(entrant(tournament, "Ben"), table=7)

    said = follows(tournament, "start")
    take_back(tournament, "start")

    emil.refresh_from_db()
    assert "Table 7 is now fixed for another player, so Emil does not get it back." in said
    assert (emil.seeding, emil.fixed_table) == (2, None)
    assert entrant(tournament, "Ben").fixed_table == 7


def test_after_it_was_taken_back_the_tournament_can_start_again():
    tournament = running(FOUR)
    take_back(tournament, "start")

    again = start(tournament)

    assert again.state == Tournament.State.RUNNING
    assert publish(again).pairings.count() == 2


def test_who_dropped_since_the_start_is_no_more_in_between_once_it_is_taken_back():
    cup = running(FOUR, capacity=4)
    waiting = EntrantFactory(tournament=cup, place=None, state=Entrant.State.WAITLISTED, user__handle="Wes")
    participation.drop(entrant(cup, "Ben"))

    assert "1 player who dropped since then counts as withdrawn" in follows(cup, "start")
    take_back(cup, "start")

    assert states(cup)["Ben"] == "withdrawn"
    assert Entrant.objects.get(pk=waiting.pk).state == "registered"  # the place is free
    assert registration.join(entrant(cup, "Ben").user, cup).state == "waitlisted"


def test_a_start_stands_while_a_round_is_published():
    tournament = running(FOUR)
    publish(tournament)

    assert stands_in_the_way(tournament, "start") == "Unpublish round 1 first."


# --- rounds ---


def test_a_closed_round_is_opened_again_and_its_results_count_no_more():
    tournament = running(FOUR, planned=2)
    play_and_close(tournament)
    round_cycle.create_draft_round(tournament, number=2)
    assert max(one.points for one in stage_standings.ranks(tournament)) == 3

    said = follows(tournament, "close")
    take_back(tournament, "close")

    first = Round.objects.get(stage__tournament=tournament)
    assert "The results of round 1 no longer count until you close it again." in said
    assert "Draft discarded: Round 2." in said
    assert first.closed_at is None
    assert {one.points for one in stage_standings.ranks(tournament)} == {0}
    assert round_cycle.close(first).closed_at


def test_who_missed_a_round_is_written_down_once_when_it_is_closed_again():
    tournament = running(FOUR, planned=3)
    participation.drop(entrant(tournament, "Dora"))
    first = play_and_close(tournament)
    participation.reinstate(entrant(tournament, "Dora"), by=UserFactory())
    round_cycle.create_draft_round(tournament, number=2)
    before = first.pairings.count()

    take_back(tournament, "close")
    round_cycle.close(first)

    assert first.pairings.count() == before


def test_a_closed_round_stays_so_while_the_next_is_published():
    tournament = running(FOUR, planned=2)
    play_and_close(tournament)
    publish(tournament)

    said = stands_in_the_way(tournament, "close")

    assert said == "Unpublish round 2 first, or correct a single result."


def test_a_published_round_is_taken_back_and_its_matches_are_called_off():
    tournament = running(FOUR)
    round_ = publish(tournament)

    assert "2 matches are cancelled" in follows(tournament, "publish")
    take_back(tournament, "publish")

    assert Round.objects.get(pk=round_.pk).state == Round.State.DRAFT
    assert Match.objects.filter(called_off_at=None).count() == 0


def test_a_round_with_a_decided_game_stays_published():
    tournament = running(FOUR)
    enter(publish(tournament).pairings.get(table=1))

    assert stands_in_the_way(tournament, "publish").startswith("1 table has a decided game, so the pairings stay.")


# --- the cut and the end ---


def test_a_cut_is_taken_back_and_drawn_again_after_a_correction():
    tournament = running(FOUR, planned=1, format="swiss_cut", cut=2)
    play_and_close(tournament)
    top_cut.start_cut(tournament)

    take_back(tournament, "cut")

    assert tournament.stages.get().finished_at is None
    assert top_cut.start_cut(tournament).number == 2


def test_a_bracket_that_is_played_stays_and_so_does_the_round_it_is_drawn_from():
    tournament = running(FOUR, planned=1, format="swiss_cut", cut=2)
    play_and_close(tournament)
    top_cut.start_cut(tournament)
    assert stands_in_the_way(tournament, "close") == "The bracket was drawn from this round; undo the cut first."
    publish(tournament)

    assert stands_in_the_way(tournament, "cut") == "Unpublish the final first."


def test_an_end_is_taken_back_and_lists_are_closed_again():
    tournament = running(FOUR, planned=1, publish_lists=True)
    play_and_close(tournament)
    tournament_end.finish_tournament(tournament)

    said = follows(tournament, "finish")
    take_back(tournament, "finish")

    assert "there is no champion yet" in said
    assert "Deck lists that were public since the end are closed again." in said
    assert (tournament.state, tournament.finished_at) == (Tournament.State.RUNNING, None)
    assert tournament_end.finish_tournament(tournament).state == Tournament.State.FINISHED


def test_a_cancellation_is_taken_back_and_matches_are_played_on():
    tournament = running(FOUR)
    match = publish(tournament).pairings.get(table=1).match
    for seat in seats(match):
        boss_reveal.confirm_bosses(seat)
    bid_entry.seal_bid(seats(match)[0], amount=3)
    lifecycle.cancel(tournament, confirmation=tournament.name)

    said = follows(tournament, "cancel")
    take_back(tournament, "cancel")

    assert "The tournament is running again." in said
    assert "2 matches that ended with it can continue." in said
    assert tournament.state == Tournament.State.RUNNING
    assert not Match.objects.filter(called_off_at__isnull=False).exists()
    bid_entry.seal_bid(seats(match)[0], amount=5)  # asked for anew


def test_a_match_with_a_decided_game_ends_with_its_tournament_and_goes_on_when_that_is_taken_back():
    tournament = running(FOUR)
    match = publish(tournament).pairings.get(table=1).match
    staff_results.decide_game(match.games.get(), by=UserFactory(), winner=seats(match)[0], why="Seen.")

    lifecycle.cancel(tournament, confirmation=tournament.name)
    assert Match.objects.get(pk=match.pk).called_off_at
    take_back(tournament, "cancel")

    assert Match.objects.get(pk=match.pk).called_off_at is None
    assert seats(match)[0].games_won == 1
    bid_entry.seal_bid(seats(match)[0], amount=5)


def test_a_cancelled_draft_is_a_draft_again():
    tournament = TournamentFactory(state="draft")
    lifecycle.cancel(tournament, confirmation=tournament.name)

    take_back(tournament, "cancel")

    assert tournament.state == Tournament.State.DRAFT


# --- before the start ---


def test_check_in_is_opened_again():
    now = timezone.now()
    tournament = TournamentFactory(
        check_in_opens_at=now - timedelta(hours=2), check_in_closes_at=now - timedelta(hours=1)
    )

    take_back(tournament, "check-in")

    assert tournament.takes_check_ins(timezone.now())


def test_an_opened_tournament_is_a_draft_again_while_nobody_entered():
    tournament = TournamentFactory()
    take_back(tournament, "open")
    assert tournament.state == Tournament.State.DRAFT

    lifecycle.open_registration(tournament)
    EntrantFactory(tournament=tournament)

    assert stands_in_the_way(tournament, "open") == "1 player has already entered; cancel it instead."


def test_somebody_removed_before_the_start_gets_a_place_again():
    tournament = TournamentFactory(capacity=2)
    anna = EntrantFactory(tournament=tournament, place=1)
    participation.remove_entrant(anna, by=UserFactory(), why="Wrong Anna.")

    back = participation.reinstate(anna, by=UserFactory())

    assert (back.state, back.place, back.note) == (Entrant.State.REGISTERED, 1, "")


def test_somebody_who_withdrew_comes_back_behind_those_who_wait_when_all_places_are_taken():
    tournament = TournamentFactory(capacity=2)
    anna, *_ = [EntrantFactory(tournament=tournament, place=place) for place in (1, 2)]
    registration.withdraw(anna)
    registration.join(UserFactory(), tournament)

    assert participation.reinstate(anna, by=UserFactory()).state == Entrant.State.WAITLISTED


# --- announcements ---


def test_the_former_announcement_is_put_back():
    tournament = TournamentFactory()
    lifecycle.announce(tournament, text="Lunch at noon.")
    lifecycle.announce(tournament, text="Lunch at nooon.")

    said = follows(tournament, "announcement")
    take_back(tournament, "announcement")

    assert said == "“Lunch at nooon.” is removed. “Lunch at noon.” is shown again."
    assert tournament.announcement == "Lunch at noon."


# --- the doors ---


def test_what_changed_meanwhile_is_shown_again_before_anything_is_done(at_the_desk):
    tournament = running(FOUR, planned=2)
    play_and_close(tournament)
    page = reverse("tournaments:undo_action", args=[tournament.slug, "close"])
    desk = at_the_desk(StaffFactory(tournament=tournament))
    token = desk.get(page).context["offer"].token
    round_cycle.create_draft_round(tournament, number=2)

    late = desk.post(page, {"token": token})

    assert late.status_code == 422
    assert "Something changed since you looked." in late.content.decode()
    assert "Draft discarded: Round 2." in late.content.decode()
    assert desk.post(page, {"token": late.context["offer"].token}).status_code == 302
    assert Round.objects.get(stage__tournament=tournament).closed_at is None


def test_the_page_says_what_can_be_taken_back_and_what_stands_in_the_way(at_the_desk):
    tournament = running(FOUR)
    play(publish(tournament))

    page = at_the_desk(StaffFactory(tournament=tournament)).get(reverse("tournaments:undo", args=[tournament.slug]))

    assert "Undo start" in page.content.decode()
    assert "Not now: 2 tables have a decided game" in page.content.decode()


def test_only_organizers_take_back(at_the_desk, signed_in):
    tournament = running(FOUR)
    page = reverse("tournaments:undo_action", args=[tournament.slug, "start"])
    anna = entrant(tournament, "Anna").user

    for person in (anna, UserFactory(), StaffFactory(tournament=tournament, role="head_judge").user):
        assert signed_in(person, second_factor=True).post(page, {"token": "x"}).status_code == 403
    organizer = at_the_desk(StaffFactory(tournament=tournament))
    assert organizer.get(page.replace("start", "everything")).status_code == 404
    assert organizer.get(page.replace("start", "finish")).status_code == 200


def test_nothing_is_taken_back_that_was_not_done():
    with pytest.raises(Refused) as refusal:
        undo_actions.undo(TournamentFactory(), "finish", token="")

    assert refusal.value.code == "nothing_to_undo"


def test_closed_standings_that_go_with_the_start_stay_in_the_trail_with_their_ranks():
    tournament = running(FOUR, planned=1)
    play_and_close(tournament)
    tournament_end.finish_tournament(tournament)
    ranks = stage_standings.ranks(tournament)
    for key in ("finish", "close"):
        take_back(tournament, key)
    for table in Round.objects.get(stage__tournament=tournament).pairings.select_related("match"):
        result_entry.undo_result(table, by=UserFactory(), why="It was a rehearsal.")
    take_back(tournament, "publish")

    said = follows(tournament, "start")
    with pghistory.context(user=str(UserFactory(handle="Olga").pk)):
        take_back(tournament, "start")

    assert "Standings that were closed 1 time are discarded; the activity log keeps their ranks." in said
    assert not Snapshot.objects.filter(stage__tournament=tournament).exists()
    lines = [line.sentence for line in entries.lines(tournament)[0] if line.verb == "snapshot.taken_back"]
    names = {stage_standings.player_id(one): str(one.user) for one in tournament.entrants.select_related("user")}
    told = [f"{rank.rank}. {names[rank.id]} ({rank.points})" for rank in ranks]
    assert lines == [
        f"Olga withdrew the final standings of stage 1 (Swiss); they said: {', '.join(told[:-1])} and {told[-1]}."
    ]


def test_who_was_removed_since_the_start_keeps_no_place_once_it_is_taken_back():
    cup = running(FOUR, capacity=4)
    waiting = EntrantFactory(tournament=cup, place=None, state=Entrant.State.WAITLISTED, user__handle="Wes")
    participation.remove_entrant(entrant(cup, "Ben"), by=UserFactory(), why="Left the hall.")

    assert "1 player removed since then stays out, and the place is free." in follows(cup, "start")
    take_back(cup, "start")

    assert (states(cup)["Ben"], entrant(cup, "Ben").place) == ("removed", None)
    assert Entrant.objects.get(pk=waiting.pk).state == "registered"


def test_the_place_of_who_was_disqualified_before_the_start_was_taken_back_is_given_to_nobody():
    cup = running(FOUR, capacity=4)
    wes = ready(cup, "Wes", place=None, state=Entrant.State.WAITLISTED)
    participation.disqualify(entrant(cup, "Ben"), by=UserFactory(), why="Struck a judge.")
    take_back(cup, "start")

    again = start(cup)

    assert states(again)["Ben"] == "disqualified"
    assert Entrant.objects.get(pk=wes.pk).state == "waitlisted"


def test_the_time_of_a_round_goes_with_it_and_so_do_the_minutes_of_its_tables():
    cup = running(FOUR, round_minutes=50)
    round_ = publish(cup)
    assert "The round timer is reset" not in follows(cup, "publish")
    round_clock.extend(round_.pairings.get(table=1), minutes=5, why="A deck check.", by=UserFactory())

    assert "The round timer is reset, including the extra minutes of tables." in follows(cup, "publish")
    take_back(cup, "publish")

    again = round_cycle.publish(Round.objects.get(pk=round_.pk))
    assert [one.longer for one in again.pairings.order_by("table")] == [[], []]


def test_who_dropped_in_a_round_that_is_taken_back_is_not_drawn_again_and_may_come_back():
    cup = running(FOUR, planned=3)
    play_and_close(cup)
    second = publish(cup)
    participation.drop(entrant(cup, "Ben"))

    assert "1 player who left since it was published is no longer paired." in follows(cup, "publish")
    take_back(cup, "publish")

    assert "Ben is no longer to be paired." in round_cycle.outdated(Round.objects.get(pk=second.pk), pulse(cup))
    assert "Ben" not in {str(one.entrant.user) for one in round_cycle.redraw_round(second).sittings.all()}
    assert participation.undo_drop(entrant(cup, "Ben")).state == Entrant.State.PLAYING


def test_who_left_a_bracket_comes_back_while_its_round_is_taken_back():
    cup = running(FOUR, format=Tournament.Format.SINGLE)
    publish(cup)
    participation.drop(entrant(cup, "Ben"))
    take_back(cup, "publish")

    assert participation.reinstate(entrant(cup, "Ben"), by=UserFactory()).state == Entrant.State.PLAYING
