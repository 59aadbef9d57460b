"""Paper by program: every print is a door, lists go to judges alone and on record, and refusals stay JSON."""

from uuid import uuid4

import pytest

from bos_tournament.decks.models import DeckLook
from bos_tournament.operations.models import Job
from bos_tournament.tournaments.entrants import player_meeting
from bos_tournament.tournaments.models import Printout
from bos_tournament.tournaments.printing import kept_printouts
from tests.factories import StaffFactory, UserFactory
from tests.tournaments import running_tournaments
from tests.tournaments.printing.test_printouts import pages

pytestmark = pytest.mark.django_db
FOR_STAFF = ["rounds/1/slips.pdf", "rounds/1/log-sheets.pdf", "flyer.pdf", "badges.pdf", "pack.pdf"]


@pytest.fixture
def cup():
    """Six players after a closed round, with the second one on."""
    cup = running_tournaments.running(running_tournaments.NAMES[:6], planned=3)
    running_tournaments.play_and_close(cup)
    running_tournaments.publish(cup)
    return cup


@pytest.fixture
def staff(cup, program):
    return lambda role: program(StaffFactory(tournament=cup, role=role).user, second_factor=True)


@pytest.mark.parametrize("paper", ["rounds/2/pairings.pdf", "rounds/2/pairings.pdf?by=name", "standings.pdf"])
def test_cleo_the_onlooker_prints_what_hangs_on_the_wall(program, cup, paper):
    assert pages(program().get(f"tournaments/{cup.slug}/{paper}")) == 1


@pytest.mark.parametrize("paper", FOR_STAFF)
def test_any_staff_print_what_the_desk_needs_and_nobody_else(program, cup, staff, paper):
    path = f"tournaments/{cup.slug}/{paper}"

    assert pages(staff("scorekeeper").get(path)) >= 1
    assert program(running_tournaments.entrant(cup, "Anna").user).get(path).status_code == 403
    assert program().get(path).status_code == 401
    assert program(StaffFactory(tournament=cup).user).get(path).json()["code"] == "second_factor_needed"


def test_letter_paper_is_wider_than_a4(program, cup):
    path = f"tournaments/{cup.slug}/standings.pdf"

    assert b"/MediaBox [ 0 0 612 792 ]" in program().get(f"{path}?size=letter").content
    assert b"/MediaBox [ 0 0 612 792 ]" not in program().get(path).content
    assert list(program().get(f"{path}?size=a3").json()["fields"]) == ["size"]


def test_where_nothing_is_to_be_printed_the_answer_is_a_refusal_in_json(program, cup):
    for accept in ("*/*", "application/pdf", "application/json"):
        missing = program().get(f"tournaments/{cup.slug}/bracket.pdf", Accept=accept)

        assert missing.status_code == 404
        assert missing["Content-Type"] == "application/json"
        assert missing.json()["detail"] == "This tournament has no bracket yet."
    assert program().get(f"tournaments/{cup.slug}/standings.pdf", Accept="image/png").status_code == 406


def test_a_bracket_and_a_player_meeting_are_printed_while_there_is_one(program):
    drawn = running_tournaments.running(running_tournaments.NAMES[:4], format="single_elimination")
    running_tournaments.publish(drawn)
    open_ = running_tournaments.opened(running_tournaments.NAMES[4:8], name="Open Cup")
    meeting = f"tournaments/{open_.slug}/meeting.pdf"

    assert pages(program().get(f"tournaments/{drawn.slug}/bracket.pdf")) == 1
    assert program().get(meeting).status_code == 404
    player_meeting.seat_meeting(open_)
    assert pages(program().get(meeting)) == 1


def test_anna_prints_her_own_list_and_cleo_has_none(program, cup):
    path = f"tournaments/{cup.slug}/list.pdf"

    assert pages(program(running_tournaments.entrant(cup, "Anna").user).get(path)) == 1
    assert program(UserFactory()).get(path).status_code == 404


def test_a_judge_prints_check_sheets_and_each_look_is_on_record(staff, cup):
    path = f"tournaments/{cup.slug}/rounds/2/deck-checks.pdf"

    printed = staff("judge").post(path, {"tables": [1], "purpose": "Round 2"}, Accept="application/pdf")

    assert pages(printed) == 2
    assert list(DeckLook.objects.values_list("purpose", flat=True)) == ["Round 2", "Round 2"]


def test_check_sheets_sent_twice_with_one_key_are_one_look_and_the_same_paper(staff, cup):
    judge, path = staff("judge"), f"tournaments/{cup.slug}/rounds/2/deck-checks.pdf"
    asked, key = {"tables": [2], "purpose": "Random"}, str(uuid4())

    once, again = (judge.post(path, asked, Idempotency_Key=key) for _ in range(2))
    other = judge.post(path, {"tables": [1], "purpose": "Random"}, Idempotency_Key=key)

    assert (pages(again), again.content) == (2, once.content)
    assert again["Content-Disposition"] == once["Content-Disposition"]
    assert DeckLook.objects.count() == 2
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")


def test_lists_are_closed_to_scorekeepers_and_to_judges_who_play(program, staff, cup):
    anna = running_tournaments.entrant(cup, "Anna").user
    StaffFactory(tournament=cup, role="judge", user=anna)
    asked = {"purpose": "Curious"}

    for path in (f"tournaments/{cup.slug}/rounds/2/deck-checks.pdf", f"tournaments/{cup.slug}/lists.pdf"):
        assert staff("scorekeeper").post(path, asked).status_code == 403
        assert program(anna, second_factor=True).post(path, asked).status_code == 403
    assert DeckLook.objects.count() == 0


def test_a_table_that_does_not_play_is_named(staff, cup):
    refused = staff("judge").post(
        f"tournaments/{cup.slug}/rounds/2/deck-checks.pdf", {"tables": [9], "purpose": "x"}, Accept="application/pdf"
    )

    assert (refused.status_code, refused.json()["code"]) == (409, "unknown_table")
    assert refused["Content-Type"] == "application/json"


def test_before_the_first_round_lists_are_printed_as_they_were_handed_in(program):
    cup = running_tournaments.opened(running_tournaments.NAMES[:4])
    judge = program(StaffFactory(tournament=cup, role="judge").user, second_factor=True)

    printed = judge.post(f"tournaments/{cup.slug}/lists.pdf", {"purpose": "Before the start"})

    assert pages(printed) == 4
    assert DeckLook.objects.count() == 4


def test_a_long_pdf_is_answered_with_where_to_look_until_it_is_drawn(program, cup, monkeypatch):
    monkeypatch.setattr(kept_printouts, "MOST_ROWS", 2)
    path = f"tournaments/{cup.slug}/standings.pdf"

    waiting = program().get(path)

    printout = Printout.objects.get()
    assert waiting.status_code == 202
    assert waiting["Location"] == waiting.json()["url"] == f"/api/v1/tournaments/{cup.slug}/printouts/{printout.pk}/"
    assert waiting["Retry-After"] == "2"
    assert waiting.json() | {"url": ""} == {"id": str(printout.pk), "page": 0, "pages": 0, "url": ""}
    assert program().get(f"tournaments/{cup.slug}/printouts/{printout.pk}/").json() == waiting.json()
    kept_printouts.draw(printout.pk)
    assert pages(program().get(f"tournaments/{cup.slug}/printouts/{printout.pk}/")) == 1
    assert pages(program().get(path)) == 1


def test_a_pdf_that_was_given_up_is_a_refusal_until_it_is_asked_for_again(program, cup, monkeypatch):
    monkeypatch.setattr(kept_printouts, "MOST_ROWS", 2)
    program().get(f"tournaments/{cup.slug}/standings.pdf")
    path = f"tournaments/{cup.slug}/printouts/{Printout.objects.get().pk}/"
    Job.objects.filter(task=kept_printouts.TASK).update(state=Job.State.FAILED)

    refused = program().get(path)

    assert (refused.status_code, refused.json()["code"]) == (409, "printout_failed")
    program().get(f"tournaments/{cup.slug}/standings.pdf")
    assert program().get(path).status_code == 202


def test_long_sheets_of_deck_lists_wait_for_one_judge_and_a_repeated_request_gets_them(cup, staff, monkeypatch):
    monkeypatch.setattr(kept_printouts, "MOST_ROWS", 2)
    judge, other = staff("judge"), staff("head_judge")
    path, key = f"tournaments/{cup.slug}/rounds/2/deck-checks.pdf", str(uuid4())

    waiting = judge.post(path, {"purpose": "Check"}, Idempotency_Key=key)

    printout = Printout.objects.get()
    kept_printouts.draw(printout.pk)
    assert waiting.status_code == 202
    assert pages(judge.post(path, {"purpose": "Check"}, Idempotency_Key=key)) == 6
    assert DeckLook.objects.count() == 6
    assert other.get(f"tournaments/{cup.slug}/printouts/{printout.pk}/").status_code == 404


@pytest.mark.parametrize("paper", FOR_STAFF[:2])
def test_cleo_gets_no_kept_file_of_what_the_desk_needs(program, cup, staff, paper, monkeypatch):
    monkeypatch.setattr(kept_printouts, "MOST_ROWS", 2)
    staff("scorekeeper").get(f"tournaments/{cup.slug}/{paper}")
    printout = Printout.objects.get()
    kept_printouts.draw(printout.pk)
    path = f"tournaments/{cup.slug}/printouts/{printout.pk}/"

    assert pages(staff("scorekeeper").get(path)) >= 1
    assert program(UserFactory()).get(path).status_code == 403
    assert program().get(path).status_code == 403
