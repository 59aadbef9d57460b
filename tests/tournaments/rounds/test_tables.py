"""A table at the desk: results at any step, no-shows, void bids, bids on paper; and one entrant's page."""

import pytest
from django.urls import reverse

from bos_tournament.matches import bid_entry
from bos_tournament.matches.models import BidAttempt, Match
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Entrant, Staff
from bos_tournament.tournaments.rounds import round_cycle
from tests.factories import StaffFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import NAMES, entrant, opened, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def url(name, tournament, *args):
    return reverse(f"tournaments:{name}", args=[tournament.slug, *args])


@pytest.fixture
def cup():
    return running(NAMES[:3], planned=2, bids_on_paper=True)


@pytest.fixture
def desk(cup, at_the_desk):
    return at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER))


def table_at(cup, step=Match.Step.BIDDING):
    """The only table, its game at this step."""
    pairing = publish(cup).pairings.get(table=1)
    match = pairing.match
    BidAttempt.objects.create(match=match, game=match.games.get(), number=1)
    Match.objects.filter(pk=match.pk).update(step=step)
    return pairing


def test_a_result_without_a_score_is_asked_for_and_nothing_is_lost(cup, desk):
    pairing = table_at(cup)

    answer = desk.post(url("result", cup, pairing.pk), {"winner": "1", "reason": "time", "why": "Fell asleep."})

    page = tight(answer)
    assert answer.status_code == 422
    assert 'value="Fell asleep."' in page


def test_figures_that_contradict_the_winner_are_refused_with_a_sentence(cup, desk):
    pairing = table_at(cup)

    said = {"score": "2-0", "winner": "2", "reason": "played", "why": "Told."}
    answer = desk.post(url("result", cup, pairing.pk), said)

    assert answer.status_code == 422
    assert "the player with more game wins is the winner" in tight(answer)


def test_a_result_entered_by_mistake_is_taken_back_and_the_match_goes_on(cup, desk):
    pairing = table_at(cup)
    desk.post(
        url("result", cup, pairing.pk), {"score": "2-0", "winner": "games", "reason": "played", "why": "Wrong table."}
    )

    answer = desk.post(url("undo_result", cup, pairing.pk), {"back-why": "It was table 2."})

    pairing.match.refresh_from_db()
    assert answer.status_code == 302
    assert pairing.match.step == Match.Step.BIDDING


def test_a_result_of_a_closed_round_is_corrected_not_taken_back(cup, desk):
    round_ = play_and_close(cup)
    pairing = round_.pairings.get(table=1)

    answer = desk.post(url("undo_result", cup, pairing.pk), {"back-why": "It was table 2."})

    assert answer.status_code == 422
    assert "This round is closed" in tight(answer)


def test_bids_on_paper_are_entered_together(cup, desk):
    pairing = table_at(cup)

    one_only = desk.post(url("enter_bids", cup, pairing.pk), {"bids-seat_1": "4"})
    assert one_only.status_code == 422

    assert desk.post(url("enter_bids", cup, pairing.pk), {"bids-seat_1": "4", "bids-seat_2": "2"}).status_code == 302
    pairing.match.refresh_from_db()
    assert pairing.match.step == Match.Step.CHOICE


def test_bids_are_made_void_with_a_reason_and_bid_again(cup, desk):
    pairing = table_at(cup)

    assert desk.post(url("void_bids", cup, pairing.pk), {"void-why": ""}).status_code == 422
    assert desk.post(url("void_bids", cup, pairing.pk), {"void-why": "Shown too early."}).status_code == 302

    states = list(pairing.match.attempts.values_list("state", "void_reason"))
    assert states[0] == (BidAttempt.State.VOID, "Shown too early.")
    assert states[1][0] == BidAttempt.State.OPEN


def test_the_table_never_tells_whether_a_sealed_bid_is_in(at_the_desk, settings, tmp_path):
    cup = running(["Rita", "Sam"])
    pairing = table_at(cup)
    desk = at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.HEAD_JUDGE))
    before = desk.get(url("table", cup, pairing.pk)).content
    room = desk.get(url("desk", cup)).headers["ETag"]

    bid_entry.seal_bid(pairing.match.seats.get(number=1), amount=7)

    after = desk.get(url("table", cup, pairing.pk)).content
    strip = lambda page: [line for line in page.splitlines() if b"csrf" not in line]  # noqa: E731
    assert strip(after) == strip(before)
    assert desk.get(url("desk", cup)).headers["ETag"] == room


def test_nothing_is_settled_at_a_bye(cup, desk):
    bye = publish(cup).pairings.get(match=None)

    assert desk.get(url("table", cup, bye.pk)).status_code == 200
    for door in ("result", "no_show", "void_bids", "enter_bids"):
        said = {"score": "2-0", "winner": "games", "reason": "played", "why": "Told.", "void-why": "Told."}
        assert desk.post(url(door, cup, bye.pk), said).status_code == 404
    assert desk.post(url("undo_result", cup, bye.pk), {"back-why": "Told."}).status_code == 422


def test_a_no_show_is_entered_with_one_form(cup, desk):
    pairing = table_at(cup)

    answer = desk.post(
        url("no_show", cup, pairing.pk),
        {"absent-absent": ["2"], "absent-and_drop": "on", "absent-why": "Not there after ten minutes."},
    )

    pairing.match.refresh_from_db()
    absent = pairing.match.seats.get(number=2).user
    assert answer.status_code == 302
    assert pairing.match.reason == "no_show"
    assert Entrant.objects.get(tournament=cup, user=absent).state == Entrant.State.DROPPED


def test_a_table_of_another_tournament_is_not_found(cup, desk):
    other = running(["Rita", "Sam"])
    pairing = publish(other).pairings.get()

    assert desk.get(url("table", cup, pairing.pk)).status_code == 404


def test_staff_drop_and_bring_back_by_the_entrants_page(cup, desk):
    ben = entrant(cup, "Ben")

    desk.post(url("drop_entrant", cup, ben.pk), {"drop-why": "Has to catch a train."})
    page = tight(desk.get(url("desk_entrant", cup, ben.pk)))
    assert "Has to catch a train." in page
    assert "Reinstate Ben" in page

    desk.post(url("reinstate", cup, ben.pk))
    ben.refresh_from_db()
    assert ben.state == Entrant.State.PLAYING


def test_a_refused_deed_on_an_entrant_says_why(cup, desk):
    ben = participation.drop(entrant(cup, "Ben"))

    answer = desk.post(url("drop_entrant", cup, ben.pk), {"drop-why": ""})

    assert answer.status_code == 422
    assert "is no longer playing" in tight(answer)


def test_only_a_head_judge_brings_back_whom_one_disqualified(cup, desk, at_the_desk):
    judge = StaffFactory(tournament=cup, role=Staff.Role.HEAD_JUDGE)
    ben = participation.disqualify(entrant(cup, "Ben"), by=judge.user, why="Shouted.")

    assert desk.post(url("reinstate", cup, ben.pk)).status_code == 403
    assert at_the_desk(judge).post(url("reinstate", cup, ben.pk)).status_code == 302


def test_nobody_on_the_staff_removes_or_disqualifies_an_opponent_or_themselves(cup, at_the_desk):
    pairing = table_at(cup)
    one, other = (sitting.entrant for sitting in pairing.sittings.all())
    desk = at_the_desk(StaffFactory(tournament=cup, user=one.user, role=Staff.Role.HEAD_JUDGE))

    for door in ("remove_entrant", "disqualify"):
        for who in (one, other):
            assert desk.post(url(door, cup, who.pk), {"remove-why": "x", "disqualify-why": "x"}).status_code == 403


def test_a_fixed_table_is_given_by_the_organizer(cup, at_the_desk):
    desk = at_the_desk(StaffFactory(tournament=cup))
    ben = entrant(cup, "Ben")

    desk.post(url("fix_table", cup, ben.pk), {"fixed-table": "12"})
    ben.refresh_from_db()
    assert ben.fixed_table == 12

    assert desk.post(url("fix_table", cup, ben.pk), {"fixed-table": "0"}).status_code == 422


def test_anna_drops_and_undoes_it_by_her_own_page(cup, signed_in):
    anna = entrant(cup, "Anna")
    browser = signed_in(anna.user)

    assert browser.post(url("drop", cup)).status_code == 302
    anna.refresh_from_db()
    assert anna.state == Entrant.State.DROPPED
    assert browser.post(url("drop", cup)).status_code == 422

    assert browser.post(url("undo_drop", cup)).status_code == 302
    anna.refresh_from_db()
    assert anna.state == Entrant.State.PLAYING


def test_somebody_who_is_not_entered_has_nothing_to_drop_from(cup, signed_in):
    stranger = StaffFactory().user

    assert signed_in(stranger).post(url("drop", cup)).status_code == 404


def test_the_page_of_the_tournament_shows_anna_her_table(signed_in):
    cup = running(NAMES[:2])
    publish(cup)

    page = tight(signed_in(entrant(cup, "Anna").user).get(cup.get_absolute_url()))

    assert "<b>Table 1</b>, against Ben" in page


def test_an_outdated_start_is_shown_again_with_what_is_true_now(at_the_desk):
    cup = opened(NAMES[:3])
    desk = at_the_desk(StaffFactory(tournament=cup))

    answer = desk.post(url("start", cup), {"token": "0" * 32, "rounds": 3})

    assert answer.status_code == 422
    assert "Something changed since you looked" in tight(answer)
    assert "Start with 3 players" in tight(answer)


def test_a_draft_set_by_hand_shows_its_reason_to_everybody(at_the_desk, client):
    cup = running(NAMES[:4])
    desk = at_the_desk(StaffFactory(tournament=cup))
    draft = round_cycle.create_draft_round(cup, number=1)
    one, other = (str(pairing.sittings.first().entrant.user) for pairing in draft.pairings.all())

    assert desk.post(url("swap_entrants", cup, 1), {"one": one, "other": other, "why": ""}).status_code == 422
    assert desk.post(url("swap_entrants", cup, 1), {"one": one, "other": other, "why": "Siblings."}).status_code == 302
    round_cycle.publish(draft)

    page = tight(client.get(url("pairings", cup)))
    assert page.count("set by hand") == 2
    assert "Siblings." in page


def test_names_read_from_the_right_keep_their_side_of_the_table(at_the_desk):
    cup = running(("ירח", "نجمة"))
    publish(cup)

    page = tight(at_the_desk(StaffFactory(tournament=cup)).get(url("desk", cup)))

    assert any(f"\u2068{one}\u2069 – \u2068{other}\u2069" in page for one, other in (("ירח", "نجمة"), ("نجمة", "ירח")))
