"""Slips that come back on paper: typed in fast, marked as from paper, and refused with everything kept."""

import re

import pytest
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.judging.audit_log import entries
from bos_tournament.matches.models import Correction
from bos_tournament.tournaments.models import Staff
from bos_tournament.tournaments.printing import slip_entry
from bos_tournament.tournaments.rounds import round_cycle
from tests.factories import StaffFactory, UserFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import NAMES, enter, publish, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return running(NAMES[:6], planned=3)


@pytest.fixture
def round_(cup):
    return publish(cup)


@pytest.fixture
def desk(cup, at_the_desk):
    return at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER))


def url(name, tournament, *args):
    return reverse(f"tournaments:{name}", args=[tournament.slug, *args])


def won(round_, table):
    return [seat.games_won for seat in round_.pairings.get(table=table).match.seats.order_by("number")]


@pytest.mark.parametrize("typed", ["21", "2-1", "2 1", "2:1", " 2 – 1 ", "2/1"])
def test_games_are_read_as_people_type_them(typed):
    assert slip_entry.games_of(typed) == (2, 1)


@pytest.mark.parametrize("typed", ["", "2", "211", "two one", "2-", "a1"])
def test_games_that_say_nothing_are_refused_with_an_example(typed):
    with pytest.raises(Refused, match="like 2-1 or 21"):
        slip_entry.games_of(typed)


def test_a_slip_ends_its_match_and_the_cursor_is_back_for_the_next_one(cup, round_, desk):
    answer = desk.post(url("enter_slips", cup, 1), {"table": "2", "games": "12", "note": ""}, follow=True)

    page = tight(answer)
    match = round_.pairings.get(table=2).match
    assert won(round_, 2) == [1, 2]
    assert match.winner == match.seats.get(number=2)
    assert "Entered." in page
    assert "autofocus" in page
    assert "Still missing (2)" in page


def test_the_trail_and_both_players_see_that_it_came_from_paper(cup, round_):
    by = StaffFactory(tournament=cup).user

    slip_entry.enter(round_, table=1, games=(2, 0), by=by, note="Ben drops out.")

    lines, _ = entries.lines(cup)
    assert Correction.objects.get().reason_words == "From the result slip. Ben drops out."
    assert any("From the result slip. Ben drops out." in line.sentence for line in lines)


def test_equal_games_are_a_drawn_match(cup, round_):
    slip_entry.enter(round_, table=1, games=(1, 1), by=StaffFactory(tournament=cup).user)

    match = round_.pairings.get(table=1).match
    assert match.finished_at
    assert match.winner is None


def test_a_slip_that_agrees_with_the_site_changes_nothing(cup, round_):
    enter(round_.pairings.get(table=1), 2, 1)

    told = slip_entry.enter(round_, table=1, games=(2, 1), by=UserFactory())

    assert told[0].endswith("Already entered.")
    assert Correction.objects.count() == 1


def test_a_slip_that_differs_from_the_site_is_not_believed_blindly(cup, round_, desk):
    pairing = round_.pairings.get(table=1)
    enter(pairing, 2, 0)

    answer = desk.post(url("enter_slips", cup, 1), {"table": "1", "games": "0-2", "note": "Signed by both."})

    page = tight(answer)
    assert answer.status_code == 422
    assert "Compare them" in page
    assert 'value="0-2"' in page
    assert 'value="Signed by both."' in page
    assert url("table", cup, pairing.pk) in page
    assert won(round_, 1) == [2, 0]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"table": "9", "games": "21"}, "Round 1 has no table 9."),
        ({"table": "1", "games": "2"}, "Type the games of seat 1, then those of seat 2"),
        ({"table": "one", "games": "21"}, "Enter a whole number."),
        ({"table": "1", "games": "31"}, "from 0 to 2"),
        ({"table": "1", "games": "22"}, "Only one player can win 2 games"),
        ({"table": "", "games": "21"}, "This field is required."),
    ],
)
def test_a_slip_that_cannot_be_is_refused_and_stays_as_it_was_typed(cup, round_, desk, typed, said):
    answer = desk.post(url("enter_slips", cup, 1), {**typed, "note": "A remark"})

    page = tight(answer)
    assert answer.status_code == 422
    assert said in page
    assert f'value="{typed["games"]}"' in page
    assert 'value="A remark"' in page
    assert not Correction.objects.exists()


def test_the_code_on_a_slip_opens_the_page_with_its_table_and_the_cursor_at_the_games(cup, round_, desk):
    page = tight(desk.get(url("enter_slips", cup, 1), {"table": "2"}))
    nonsense = tight(desk.get(url("enter_slips", cup, 1), {"table": '"><b>'}))

    one, other = (str(seat.user) for seat in round_.pairings.get(table=2).match.seats.order_by("number"))
    assert f"<b>{one}</b> is seat 1, <b>{other}</b> is seat 2." in page
    assert re.search(r'name="table" value="2"(?![^>]*autofocus)', page)
    assert re.search(r'name="games"[^>]*autofocus', page)
    assert re.search(r'name="table"(?![^>]*value)[^>]*autofocus', nonsense)


def test_what_the_players_reported_meanwhile_is_not_overwritten(cup, round_):
    seen_before = round_.pairings.get(table=1)
    enter(round_.pairings.get(table=1), 2, 0)

    with pytest.raises(Refused) as refusal:
        slip_entry.enter(seen_before.round, table=1, games=(1, 2), by=UserFactory())

    assert refusal.value.code == "differs_from_slip"


def test_nobody_types_in_the_slip_of_their_own_table(cup, round_, at_the_desk):
    playing = StaffFactory(
        tournament=cup, role=Staff.Role.SCOREKEEPER, user=round_.pairings.get(table=1).match.seats.get(number=1).user
    )

    answer = at_the_desk(playing).post(url("enter_slips", cup, 1), {"table": "1", "games": "20"})

    assert answer.status_code == 422
    assert "another staff member" in tight(answer)
    assert won(round_, 1) == [0, 0]


def test_a_draft_has_no_slips_yet(cup, desk):
    round_cycle.create_draft_round(cup, number=1)

    answer = desk.post(url("enter_slips", cup, 1), {"table": "1", "games": "20"})

    assert answer.status_code == 422
    assert "publish the round first" in tight(answer)


def test_a_drawn_match_of_a_bracket_is_refused_with_what_to_do(at_the_desk):
    cup = running(NAMES[:4], format="single_elimination")
    publish(cup)
    desk = at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER))

    answer = desk.post(url("enter_slips", cup, 1), {"table": "1", "games": "11"})

    assert answer.status_code == 422
    assert "Choose who advances" in tight(answer)


def test_cleo_who_looks_on_enters_no_slips(cup, round_, signed_in):
    cleo = signed_in(UserFactory())

    assert cleo.get(url("enter_slips", cup, 1)).status_code == 403
    assert cleo.post(url("enter_slips", cup, 1), {"table": "1", "games": "20"}).status_code == 403
    assert won(round_, 1) == [0, 0]


def test_the_page_of_slips_asks_the_same_for_two_tables_and_for_thirty(at_the_desk, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counted = []
    for players in (4, 60):
        cup = running([f"{players} {number}" for number in range(players)], planned=3)
        enter(publish(cup).pairings.get(table=1))
        desk = at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER))
        with CaptureQueriesContext(connection) as asked:
            assert desk.get(url("enter_slips", cup, 1)).status_code == 200
        counted.append(len(asked))

    assert counted[0] == counted[1]
