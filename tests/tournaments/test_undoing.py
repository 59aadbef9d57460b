"""Taking deeds of the desk back: what follows is said first, and exactly that is done."""

from datetime import timedelta

import pghistory
import pytest
from django.urls import reverse
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.judging import trail
from bos_tournament.matches import bidding, greeting, results
from bos_tournament.matches.models import Match
from bos_tournament.tournaments import (
    cut,
    fielding,
    finishing,
    joining,
    planning,
    rounds,
    settling,
    standings,
    timing,
    undoing,
)
from bos_tournament.tournaments.models import Entrant, Round, Snapshot, Tournament
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory
from tests.matches.playing import seats
from tests.tournaments.running import (
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
    undoing.undo(tournament, key, token=undoing.offer(tournament, key).token)
    tournament.refresh_from_db()


def follows(tournament, key):
    tournament.refresh_from_db()
    return " ".join(undoing.offer(tournament, key).consequences)


def stands_in_the_way(tournament, key):
    tournament.refresh_from_db()
    offer = undoing.offer(tournament, key)
    with pytest.raises(Refused) as refusal:
        undoing.undo(tournament, key, token=offer.token)
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
    rounds.draft(started, number=1)
    assert states(tournament)["Emil"] == "removed"

    said = follows(tournament, "start")
    take_back(tournament, "start")

    assert "4 players wait for the start." in said
    assert "1 player left out at the start" in said
    assert "The draft is thrown away: Round 1." in said
    assert tournament.state == Tournament.State.OPEN
    assert set(states(tournament).values()) == {"registered"}
    assert not tournament.stages.exists()


def test_who_was_left_out_has_seeding_fixed_table_and_byes_again():
    tournament = opened(FOUR)
    emil = EntrantFactory(tournament=tournament, user__handle="Emil", place=5)  # has no list
    fielding.seed(emil, seeding=2)
    fielding.fix_table(emil, table=7)
    fielding.promise_byes(emil, byes=1)
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
    fielding.seed(emil, seeding=2)
    fielding.fix_table(emil, table=7)
    tournament.refresh_from_db()
    start(tournament)
    fielding.fix_table(entrant(tournament, "Ben"), table=7)

    said = follows(tournament, "start")
    take_back(tournament, "start")

    emil.refresh_from_db()
    assert "Table 7 is fixed for somebody else by now, so Emil does not get it back." in said
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
    fielding.drop(entrant(cup, "Ben"))

    assert "1 player who dropped since then has withdrawn" in follows(cup, "start")
    take_back(cup, "start")

    assert states(cup)["Ben"] == "withdrawn"
    assert Entrant.objects.get(pk=waiting.pk).state == "registered"  # the place is free
    assert joining.join(entrant(cup, "Ben").user, cup).state == "waitlisted"


def test_a_start_stands_while_a_round_is_published():
    tournament = running(FOUR)
    publish(tournament)

    assert stands_in_the_way(tournament, "start") == "Take round 1 back first."


# --- rounds ---


def test_a_closed_round_is_opened_again_and_its_results_count_no_more():
    tournament = running(FOUR, planned=2)
    play_and_close(tournament)
    rounds.draft(tournament, number=2)
    assert max(one.points for one in standings.ranks(tournament)) == 3

    said = follows(tournament, "close")
    take_back(tournament, "close")

    first = Round.objects.get(stage__tournament=tournament)
    assert "The results of round 1 no longer count until you close it again." in said
    assert "The draft is thrown away: Round 2." in said
    assert first.closed_at is None
    assert {one.points for one in standings.ranks(tournament)} == {0}
    assert rounds.close(first).closed_at


def test_who_missed_a_round_is_written_down_once_when_it_is_closed_again():
    tournament = running(FOUR, planned=3)
    fielding.drop(entrant(tournament, "Dora"))
    first = play_and_close(tournament)
    fielding.bring_back(entrant(tournament, "Dora"), by=UserFactory())
    rounds.draft(tournament, number=2)
    before = first.pairings.count()

    take_back(tournament, "close")
    rounds.close(first)

    assert first.pairings.count() == before


def test_a_closed_round_stays_so_while_the_next_is_published():
    tournament = running(FOUR, planned=2)
    play_and_close(tournament)
    publish(tournament)

    said = stands_in_the_way(tournament, "close")

    assert said == "Take round 2 back first, or correct a single result."


def test_a_published_round_is_taken_back_and_its_matches_are_called_off():
    tournament = running(FOUR)
    round_ = publish(tournament)

    assert "2 matches are called off" in follows(tournament, "publish")
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
    cut.start_cut(tournament)

    take_back(tournament, "cut")

    assert tournament.stages.get().finished_at is None
    assert cut.start_cut(tournament).number == 2


def test_a_bracket_that_is_played_stays_and_so_does_the_round_it_is_drawn_from():
    tournament = running(FOUR, planned=1, format="swiss_cut", cut=2)
    play_and_close(tournament)
    cut.start_cut(tournament)
    assert stands_in_the_way(tournament, "close") == "The bracket is drawn from this round; take the cut back first."
    publish(tournament)

    assert stands_in_the_way(tournament, "cut") == "Take the final back first."


def test_an_end_is_taken_back_and_lists_are_closed_again():
    tournament = running(FOUR, planned=1, publish_lists=True)
    play_and_close(tournament)
    finishing.finish(tournament)

    said = follows(tournament, "finish")
    take_back(tournament, "finish")

    assert "nobody is champion yet" in said
    assert "Lists that everybody could read since the end are closed again." in said
    assert (tournament.state, tournament.finished_at) == (Tournament.State.RUNNING, None)
    assert finishing.finish(tournament).state == Tournament.State.FINISHED


def test_a_cancellation_is_taken_back_and_matches_are_played_on():
    tournament = running(FOUR)
    match = publish(tournament).pairings.get(table=1).match
    for seat in seats(match):
        greeting.greet(seat)
    bidding.seal_bid(seats(match)[0], amount=3)
    planning.cancel(tournament, confirmation=tournament.name)

    said = follows(tournament, "cancel")
    take_back(tournament, "cancel")

    assert "The tournament is running again." in said
    assert "2 matches that ended with it can be played on." in said
    assert tournament.state == Tournament.State.RUNNING
    assert not Match.objects.filter(called_off_at__isnull=False).exists()
    bidding.seal_bid(seats(match)[0], amount=5)  # asked for anew


def test_a_match_with_a_decided_game_ends_with_its_tournament_and_goes_on_when_that_is_taken_back():
    tournament = running(FOUR)
    match = publish(tournament).pairings.get(table=1).match
    results.decide_game(match.games.get(), by=UserFactory(), winner=seats(match)[0], why="Seen.")

    planning.cancel(tournament, confirmation=tournament.name)
    assert Match.objects.get(pk=match.pk).cancelled
    take_back(tournament, "cancel")

    assert not Match.objects.get(pk=match.pk).cancelled
    assert seats(match)[0].games_won == 1
    bidding.seal_bid(seats(match)[0], amount=5)


def test_a_cancelled_draft_is_a_draft_again():
    tournament = TournamentFactory(state="draft")
    planning.cancel(tournament, confirmation=tournament.name)

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

    planning.open_registration(tournament)
    EntrantFactory(tournament=tournament)

    assert stands_in_the_way(tournament, "open") == "1 person has entered already; cancel it instead."


def test_somebody_removed_before_the_start_gets_a_place_again():
    tournament = TournamentFactory(capacity=2)
    anna = EntrantFactory(tournament=tournament, place=1)
    fielding.remove(anna, by=UserFactory(), why="Wrong Anna.")

    back = fielding.bring_back(anna, by=UserFactory())

    assert (back.state, back.place, back.note) == (Entrant.State.REGISTERED, 1, "")


def test_somebody_who_withdrew_comes_back_behind_those_who_wait_when_all_places_are_taken():
    tournament = TournamentFactory(capacity=2)
    anna, *_ = [EntrantFactory(tournament=tournament, place=place) for place in (1, 2)]
    joining.withdraw(anna)
    joining.join(UserFactory(), tournament)

    assert fielding.bring_back(anna, by=UserFactory()).state == Entrant.State.WAITLISTED


# --- announcements ---


def test_the_former_announcement_is_put_back():
    tournament = TournamentFactory()
    planning.announce(tournament, text="Lunch at noon.")
    planning.announce(tournament, text="Lunch at nooon.")

    said = follows(tournament, "announcement")
    take_back(tournament, "announcement")

    assert said == "“Lunch at nooon.” is taken down. “Lunch at noon.” is shown again."
    assert tournament.announcement == "Lunch at noon."


# --- the doors ---


def test_what_changed_meanwhile_is_shown_again_before_anything_is_done(at_the_desk):
    tournament = running(FOUR, planned=2)
    play_and_close(tournament)
    page = reverse("tournaments:undo_one", args=[tournament.slug, "close"])
    desk = at_the_desk(StaffFactory(tournament=tournament))
    token = desk.get(page).context["offer"].token
    rounds.draft(tournament, number=2)

    late = desk.post(page, {"token": token})

    assert late.status_code == 422
    assert "Something changed since you looked." in late.content.decode()
    assert "The draft is thrown away: Round 2." in late.content.decode()
    assert desk.post(page, {"token": late.context["offer"].token}).status_code == 302
    assert Round.objects.get(stage__tournament=tournament).closed_at is None


def test_the_page_says_what_can_be_taken_back_and_what_stands_in_the_way(at_the_desk):
    tournament = running(FOUR)
    play(publish(tournament))

    page = at_the_desk(StaffFactory(tournament=tournament)).get(reverse("tournaments:undo", args=[tournament.slug]))

    assert "Take the start back" in page.content.decode()
    assert "Not now: 2 tables have a decided game" in page.content.decode()


def test_only_organizers_take_back(at_the_desk, signed_in):
    tournament = running(FOUR)
    page = reverse("tournaments:undo_one", args=[tournament.slug, "start"])
    anna = entrant(tournament, "Anna").user

    for person in (anna, UserFactory(), StaffFactory(tournament=tournament, role="head_judge").user):
        assert signed_in(person, second_factor=True).post(page, {"token": "x"}).status_code == 403
    organizer = at_the_desk(StaffFactory(tournament=tournament))
    assert organizer.get(page.replace("start", "everything")).status_code == 404
    assert organizer.get(page.replace("start", "finish")).status_code == 200


def test_nothing_is_taken_back_that_was_not_done():
    with pytest.raises(Refused) as refusal:
        undoing.undo(TournamentFactory(), "finish", token="")

    assert refusal.value.code == "nothing_to_undo"


def test_closed_standings_that_go_with_the_start_stay_in_the_trail_with_their_ranks():
    tournament = running(FOUR, planned=1)
    play_and_close(tournament)
    finishing.finish(tournament)
    ranks = standings.ranks(tournament)
    for key in ("finish", "close"):
        take_back(tournament, key)
    for table in Round.objects.get(stage__tournament=tournament).pairings.select_related("match"):
        settling.take_back(table, by=UserFactory(), why="It was a rehearsal.")
    take_back(tournament, "publish")

    said = follows(tournament, "start")
    with pghistory.context(user=str(UserFactory(handle="Olga").pk)):
        take_back(tournament, "start")

    assert "Standings that were closed 1 time are thrown away; the trail keeps their ranks." in said
    assert not Snapshot.objects.filter(stage__tournament=tournament).exists()
    lines = [line.sentence for line in trail.lines(tournament)[0] if line.verb == "snapshot.taken_back"]
    names = {standings.player_id(one): str(one.user) for one in tournament.entrants.select_related("user")}
    told = [f"{rank.rank}. {names[rank.id]} ({rank.points})" for rank in ranks]
    assert lines == [
        f"Olga took the closed standings of stage 1 (Swiss) back; they said: {', '.join(told[:-1])} and {told[-1]}."
    ]


def test_who_was_removed_since_the_start_keeps_no_place_once_it_is_taken_back():
    cup = running(FOUR, capacity=4)
    waiting = EntrantFactory(tournament=cup, place=None, state=Entrant.State.WAITLISTED, user__handle="Wes")
    fielding.remove(entrant(cup, "Ben"), by=UserFactory(), why="Left the hall.")

    assert "1 player removed since then stays out, and the place is free." in follows(cup, "start")
    take_back(cup, "start")

    assert (states(cup)["Ben"], entrant(cup, "Ben").place) == ("removed", None)
    assert Entrant.objects.get(pk=waiting.pk).state == "registered"


def test_the_place_of_who_was_disqualified_before_the_start_was_taken_back_is_given_to_nobody():
    cup = running(FOUR, capacity=4)
    wes = ready(cup, "Wes", place=None, state=Entrant.State.WAITLISTED)
    fielding.disqualify(entrant(cup, "Ben"), by=UserFactory(), why="Struck a judge.")
    take_back(cup, "start")

    again = start(cup)

    assert states(again)["Ben"] == "disqualified"
    assert Entrant.objects.get(pk=wes.pk).state == "waitlisted"


def test_the_time_of_a_round_goes_with_it_and_so_do_the_minutes_of_its_tables():
    cup = running(FOUR, round_minutes=50)
    round_ = publish(cup)
    assert "The time of the round is gone" not in follows(cup, "publish")
    timing.extend(round_.pairings.get(table=1), minutes=5, why="A deck check.", by=UserFactory())

    assert "The time of the round is gone, with the minutes that tables had beyond it." in follows(cup, "publish")
    take_back(cup, "publish")

    again = rounds.publish(Round.objects.get(pk=round_.pk))
    assert [one.longer for one in again.pairings.order_by("table")] == [[], []]


def test_who_dropped_in_a_round_that_is_taken_back_is_not_drawn_again_and_may_come_back():
    cup = running(FOUR, planned=3)
    play_and_close(cup)
    second = publish(cup)
    fielding.drop(entrant(cup, "Ben"))

    assert "1 player who left since it was published is no longer to be paired." in follows(cup, "publish")
    take_back(cup, "publish")

    assert "Ben is no longer to be paired." in rounds.outdated(Round.objects.get(pk=second.pk))
    assert "Ben" not in {str(one.entrant.user) for one in rounds.redraw(second).sittings.all()}
    assert fielding.undo_drop(entrant(cup, "Ben")).state == Entrant.State.PLAYING


def test_who_left_a_bracket_comes_back_while_its_round_is_taken_back():
    cup = running(FOUR, format=Tournament.Format.SINGLE)
    publish(cup)
    fielding.drop(entrant(cup, "Ben"))
    take_back(cup, "publish")

    assert fielding.bring_back(entrant(cup, "Ben"), by=UserFactory()).state == Entrant.State.PLAYING
