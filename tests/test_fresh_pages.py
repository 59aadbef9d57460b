"""A page that stays open says after each deed what the same page says to whoever loads it then, all of it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bos_tournament.accounts import profiles
from bos_tournament.accounts.models import User
from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.disputes import appeals, dispute_rulings, filing
from bos_tournament.matches.models import Match, Reason
from bos_tournament.tournaments.models import Pairing, Round, Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import result_entry, round_clock, round_cycle
from bos_tournament.tournaments.standings import featured_matches
from tests.factories import StaffFactory
from tests.html_whitespace import tight
from tests.judging.cases import at_a_table
from tests.matches.playing import person
from tests.open_pages import Open
from tests.tournaments.running_tournaments import enter, opened, play, publish, running, start

pytestmark = pytest.mark.django_db
NAMES = ["Anna", "Ben", "Carl", "Dora"]


def now(cup):
    return Tournament.objects.get(pk=cup.pk)


def first_table():
    return Pairing.objects.select_related("match").get(round__number=1, table=1)


def goes_stale(pages):
    """What open pages, asked as their browsers ask, do not tell of."""
    for page in pages:
        page.ask()
    return {(page.who, page.url): lines for page in pages if (lines := page.differs())}


@pytest.fixture
def evening(signed_in):
    """A tournament of four before its start, and those who look at it: Cleo, Anna and Olga, who organizes it."""
    cup = opened(NAMES, round_minutes=50, clock_minutes=20)
    olga = StaffFactory(tournament=cup).user
    anna = User.objects.get(handle="Anna")
    readers = {"Cleo": Client(), "Anna": signed_in(anna), "Olga": signed_in(olga, second_factor=True)}
    return cup, olga, readers


def all_open(cup, readers, *pages):
    """The pages that each of them may see."""
    found = [
        Open(browser, who, f"{cup.get_absolute_url()}{page}") for who, browser in readers.items() for page in pages
    ]
    return [page for page in found if page.status == 200]


def test_from_the_announcement_to_the_first_round(evening):
    cup, olga, readers = evening
    pages = all_open(cup, readers, "", "pairings/", "desk/")
    pages += all_open(cup, {"Cleo": readers["Cleo"]}, "standings/", "screen/")
    told = []

    for deed in (
        lambda: lifecycle.announce(now(cup), text="Lunch at noon."),
        lambda: start(now(cup)),
        lambda: (publish(now(cup)), round_clock.start_round_clock(Round.objects.get())),
        lambda: (featured_matches.feature(first_table()), lifecycle.announce(now(cup), text="")),
    ):
        deed()
        told.append(goes_stale(pages))

    assert told == [{}] * 4


def test_a_result_that_is_entered_taken_back_and_entered_again(evening):
    cup, olga, readers = evening
    start(cup)
    publish(now(cup))
    match = first_table().match
    pages = all_open(cup, readers, "", "pairings/", "desk/")
    pages += [Open(browser, who, match.get_absolute_url()) for who, browser in readers.items()]
    result = {"wins": {1: 2, 2: 0}, "winner": match.seats.get(number=1), "reason": Reason.PLAYED, "why": "A slip."}
    told = []

    for deed in (
        lambda: result_entry.enter_result(first_table(), by=olga, **result, seen=None),
        lambda: result_entry.undo_result(first_table(), by=olga, why="Another table."),
        lambda: result_entry.enter_result(first_table(), by=olga, **result, seen=None),
    ):
        deed()
        told.append(goes_stale(pages))

    assert told == [{}] * 3


def test_the_next_round_a_call_and_a_new_name(evening):
    cup, olga, readers = evening
    start(cup)
    play(publish(now(cup)))
    pages = all_open(cup, readers, "pairings/", "calls/")
    told = []

    round_cycle.close(Round.objects.get())
    publish(now(cup))
    told.append(goes_stale(pages))
    match = Match.objects.get(pairing__round__number=2, pairing__table=1)
    pages += [Open(browser, who, match.get_absolute_url()) for who, browser in readers.items()]
    judge_calls.call_judge(match.seats.get(number=1), reason="Who goes first?")
    told.append(goes_stale(pages))
    profiles.rename(match.seats.get(number=2).user, handle="Zoe", real_name="")
    for page in pages:
        page.ask()

    assert told == [{}, {}]
    assert [page.url for page in pages[-3:] if page.page.count("Zoe") < 2] == []


def test_a_match_that_is_over_when_its_round_is_closed_and_its_player_renamed(evening):
    cup, _olga, readers = evening
    start(cup)
    play(publish(now(cup)))
    match = Match.objects.get(seats__user__handle="Anna")
    page = Open(readers["Anna"], "Anna", match.get_absolute_url())
    assert "Call a judge" in page.page

    round_cycle.close(Round.objects.get())
    page.ask()
    assert "Call a judge" not in page.page
    profiles.rename(match.seats.exclude(user__handle="Anna").get().user, handle="Zoe", real_name="")
    page.ask()

    assert "Zoe" in page.page


def test_a_dispute_with_its_ruling_and_appeal(signed_in):
    case = at_a_table()
    head = StaffFactory(tournament=case.tournament, role="head_judge", user=person(second_factor=True)).user
    filed = case.dispute()
    readers = {"Anna": signed_in(case.anna.user), "Ben": signed_in(case.ben.user)}
    readers |= {str(one): signed_in(one, second_factor=True) for one in (case.judge, head)}
    pages = [Open(browser, who, filed.get_absolute_url()) for who, browser in readers.items()]
    told = []

    for deed in (
        lambda: filing.add_record(filed, by=case.ben.user, seat=case.ben, text="1. T1 P2"),
        lambda: dispute_rulings.rule_on_dispute(filed, by=case.judge, decision="go_on", reason="Nobody saw it."),
        lambda: appeals.appeal(filed, by=case.anna.user, why="Cleo saw it."),
        lambda: appeals.uphold(filed.__class__.objects.get().appeal, by=head, reason="She did not."),
    ):
        deed()
        told.append(goes_stale(pages))

    assert told == [{}] * 4


def test_an_open_page_that_nothing_happened_to_is_not_sent_again(evening):
    cup, _olga, readers = evening
    start(cup)
    publish(now(cup))
    pages = all_open(cup, readers, "", "pairings/", "standings/", "screen/")
    pages += [Open(browser, who, first_table().match.get_absolute_url()) for who, browser in readers.items()]

    for page in pages:
        page.ask()

    asked = [(page.who, page.url, page.answered) for page in pages if "banner" not in page.page]
    assert [one for one in asked if one[2]] == []


def test_a_table_that_becomes_late_is_reminded_on_the_page_that_is_open(signed_in):
    cup = running(NAMES)
    for pairing in publish(cup).pairings.filter(table=1):
        enter(pairing)
    late = first_table().round.pairings.get(table=2).sittings.first().entrant.user
    page = Open(signed_in(late), "Dora", cup.get_absolute_url())
    assert "Is your match over?" not in page.page

    Match.objects.filter(finished_at__isnull=False).update(finished_at=timezone.now() - timedelta(minutes=16))
    page.ask()

    assert "Is your match over?" in page.page


def test_what_stands_beside_the_news_comes_with_it_and_not_with_a_whole_page(client):
    cup = running(NAMES, announcement="Lunch at noon.")
    publish(cup)
    door = reverse("tournaments:pairings", args=[cup.slug])

    whole = tight(client.get(door))
    part = tight(client.get(door, headers={"HX-Request": "true"}))

    assert "hx-swap-oob" not in whole
    assert part.count('hx-swap-oob="true"') == 3
    assert "Lunch at noon." in part
