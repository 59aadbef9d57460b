"""The season table: closed standings give points; running tournaments do not yet; who hides is not named."""

import csv
from io import StringIO

import pytest
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bos_tournament.accounts import profiles
from bos_tournament.accounts.models import User
from bos_tournament.privacy import erasure
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.rounds import top_cut, undo_actions
from bos_tournament.tournaments.series import season_standings, series_setup
from bos_tournament.tournaments.standings import final_standings
from tests.api.conftest import Program
from tests.factories import StaffFactory, UserFactory
from tests.tournaments import running_tournaments
from tests.tournaments.played_series import ended, played, season, somebody, started
from tests.tournaments.standings.test_final_standings import turn_round

pytestmark = pytest.mark.django_db
FOUR = ("Anna", "Ben", "Cleo", "Dora")


def told(found):
    """Place, handle and total of each line, as everybody reads them."""
    names = {str(pk): handle for pk, handle in User.objects.values_list("pk", "handle")}
    return [(one.place, names[one.player], one.total) for one in season_standings.season_table(found)]


def page_of(client, found, **asked):
    return client.get(reverse("tournaments:one_series", args=[found.slug]), asked)


# --- what counts


def test_places_of_closed_standings_become_points():
    made = season(played(FOUR, planned=2))

    assert told(made) == [(1, "Anna", 10), (2, "Ben", 6), (2, "Cleo", 6), (4, "Dora", 0)]


def test_a_running_tournament_is_shown_as_not_over_yet_and_gives_nothing_until_it_is_finished(client):
    cup = started(FOUR)
    made = season(cup)
    running_tournaments.play_and_close(cup)

    assert told(made) == []
    assert "not finished" in page_of(client, made).content.decode()

    ended(cup)
    assert told(made)[0] == (1, "Anna", 10)
    assert "not finished" not in page_of(client, made).content.decode()


def test_taking_the_end_back_takes_the_points_back():
    cup = played(FOUR)
    made = season(cup)
    assert told(made)

    cup.refresh_from_db()
    undo_actions.undo(cup, "finish", token=undo_actions.preview_undo(cup, "finish").token)

    assert told(made) == []


def test_standings_that_are_closed_anew_change_the_table():
    cup = played(FOUR)
    made = season(cup)
    before = told(made)

    turn_round(cup)
    assert told(made) == before

    stage = cup.stages.get()
    final_standings.update_final_standings(
        stage, by=UserFactory(), why="A slip was wrong.", token=final_standings.differences(cup)[0].token
    )
    assert told(made) != before
    assert sorted(total for *_, total in told(made)) == sorted(total for *_, total in before)


def test_a_tournament_that_is_taken_out_gives_nothing_any_more():
    spring, may = played(("Anna", "Ben")), played(("Ben", "Cleo"))
    made = season(spring, may)
    assert told(made) == [(1, "Ben", 16), (2, "Anna", 10), (3, "Cleo", 6)]

    series_setup.take_out(made.legs.get(tournament=may))

    assert told(made) == [(1, "Anna", 10), (2, "Ben", 6)]


def test_only_the_best_results_count_and_the_page_marks_them_by_word_and_icon(client):
    cups = [played(("Anna", "Ben")), played(("Ben", "Anna")), played(("Ben", "Anna"))]
    made = season(*cups, best=2)

    assert told(made) == [(1, "Ben", 20), (2, "Anna", 16)]
    page = page_of(client, made).content.decode()
    assert page.count("</svg>does not count") == 2


def test_without_a_limit_nothing_is_marked(client):
    page = page_of(client, season(played(("Anna", "Ben")))).content.decode()

    assert "does not count" not in page


def test_the_bracket_comes_first_then_the_others_by_rank():
    cup = started(running_tournaments.NAMES[:6], planned=2, format=Tournament.Format.SWISS_CUT, cut=4)
    for _ in range(2):
        running_tournaments.play_and_close(cup)
    top_cut.start_cut(cup)
    for _ in range(2):
        cup.refresh_from_db()
        running_tournaments.play_and_close(cup)
    made = season(ended(cup), points=(10, 6, 4, 3, 2, 1))

    totals = [total for *_, total in told(made)]
    assert totals[:4] == [10, 6, 4, 4]
    assert [place for place, *_ in told(made)][:4] == [1, 2, 3, 3]
    assert all(total <= 2 for total in totals[4:])


def test_of_groups_those_who_did_not_go_on_are_ordered_by_their_rank_within_the_group():
    cup = started(running_tournaments.NAMES[:8], planned=None, format=Tournament.Format.GROUPS)
    for _ in range(3):
        running_tournaments.play_and_close(cup)
    top_cut.start_cut(cup)
    for _ in range(2):
        cup.refresh_from_db()
        running_tournaments.play_and_close(cup)
    made = season(ended(cup), points=(20, 15, 10, 9, 8, 7, 6, 5))

    assert [(place, total) for place, _, total in told(made)][4:] == [(5, 8), (5, 8), (7, 6), (7, 6)]


def test_who_was_taken_out_gets_nothing_and_those_behind_move_up():
    cup = played(FOUR, planned=2)
    made = season(cup)
    Entrant.objects.filter(tournament=cup, user=somebody("Anna")).update(state="disqualified")
    Tournament.objects.filter(pk=cup.pk).update(version=cup.version + 1)

    assert told(made)[0][0] == 1
    assert "Anna" not in [name for _, name, _ in told(made)]
    assert told(made)[0][2] == 10


def test_who_left_before_the_first_round_did_not_take_part():
    cup = played(("Anna", "Ben"))
    Entrant.objects.filter(tournament=cup, user=somebody("Ben")).update(state="dropped", dropped_after=0)

    assert told(season(cup, taking_part=2)) == [(1, "Anna", 12)]


# --- who is named


def test_who_hides_their_history_keeps_the_place_but_neither_name_nor_results(client, signed_in):
    made = season(played(("Anna", "Ben")))
    anna = somebody("Anna")
    profiles.rename(anna, handle="Anna", real_name="", hides_history=True)
    where = reverse("tournaments:series_player", args=[made.slug, anna.pk])

    page = page_of(client, made).content.decode()
    assert "Anna" not in page
    assert str(anna.pk) not in page
    assert "a player whose history is private" in page
    assert "Anna" not in client.get(reverse("tournaments:series_table_csv", args=[made.slug])).content.decode()
    assert client.get(where).status_code == 404
    assert "a player whose history is private" not in page_of(client, made, q="Ann").content.decode()
    row = Program().get(f"series/{made.slug}/table/").json()["results"][0]
    assert row == {"place": 1, "player": None, "handle": None, "total": 10, "results": []}

    own = signed_in(anna)
    assert "Anna" in page_of(own, made).content.decode()
    assert "Only you see this page" in own.get(where).content.decode()


def test_an_erased_person_keeps_their_points_under_the_pseudonym():
    made = season(played(("Anna", "Ben")))

    erased = erasure.erase(somebody("Anna"))

    assert told(made)[0] == (1, erased.handle, 10)


def test_a_guest_stands_in_the_table_and_has_no_page_of_matches(client):
    cup = played(("Anna", "Ben"))
    User.objects.filter(handle="Anna").update(guest=True, email=None)
    made = season(cup)

    there = client.get(reverse("tournaments:series_player", args=[made.slug, somebody("Anna").pk]))

    assert told(made)[0] == (1, "Anna", 10)
    assert there.status_code == 200
    assert "All matches of this player" not in there.content.decode()


def test_no_real_name_is_in_any_of_it(client):
    cup = played(("Anna", "Ben"))
    User.objects.filter(handle="Anna").update(real_name="Anna Berg")
    made = season(cup)

    for address in ("one_series", "series_table_csv", "series_calendar"):
        assert "Berg" not in client.get(reverse(f"tournaments:{address}", args=[made.slug])).content.decode()


# --- pages and files


def test_somebody_opens_a_players_tournaments_from_the_table(client):
    cup = played(("Anna", "Ben"))
    made = season(cup)

    page = client.get(reverse("tournaments:series_player", args=[made.slug, somebody("Anna").pk])).content.decode()

    assert reverse("tournaments:standings", args=[cup.slug]) in page
    with pytest.raises(Http404):
        season_standings.row_of(made, UserFactory().pk, UserFactory())


def test_of_many_results_the_table_shows_those_that_count_first_and_says_how_many_more(monkeypatch, client):
    monkeypatch.setattr(season_standings, "MOST_SHOWN", 2)
    cups = [played(("Ben", "Anna")), played(("Ben", "Anna")), played(("Anna", "Ben"))]
    made = season(*cups, best=1)

    (anna,) = [row for row in page_of(client, made).context["page"] if str(row.user) == "Anna"]

    assert (len(anna.results), anna.more) == (2, 1)
    assert anna.results[-1].tournament == cups[2]
    assert "and 1 more" in page_of(client, made).content.decode()


def test_the_table_comes_in_pages_finds_people_and_says_where_one_stands(client, signed_in):
    names = [f"Player no {number:02}" for number in range(34)]
    made = season(played(names))

    first, second = page_of(client, made), page_of(client, made, page="2")
    found = page_of(client, made, q="no 33")

    assert (len(first.context["page"]), len(second.context["page"])) == (30, 4)
    assert [str(row.user) for row in found.context["page"]] == ["Player no 33"]
    assert "Nothing found for “Zoe”" in page_of(client, made, q="Zoe").content.decode()
    own = page_of(signed_in(somebody("Player no 33")), made)
    assert "You are on place" in own.content.decode()
    assert own.context["own_page"] == 2


def test_the_file_has_a_column_for_each_tournament_and_computes_nothing_in_a_spreadsheet(client):
    cups = [played(("Anna", "Ben"), name="=1+1"), played(("Ben", "Cleo"), name="May Cup")]
    made = season(*cups)

    answer = client.get(reverse("tournaments:series_table_csv", args=[made.slug]))

    assert answer["Content-Disposition"] == f'attachment; filename="{made.slug}.csv"'
    assert list(csv.reader(StringIO(answer.content.decode()))) == [
        ["place", "player", "total", "'=1+1", "May Cup"],
        ["1", "Ben", "16", "6", "10"],
        ["2", "Anna", "10", "10", ""],
        ["3", "Cleo", "6", "", "6"],
    ]


def test_the_calendar_has_its_tournaments_but_no_draft(client, signed_in):
    cup, draft = played(("Anna", "Ben")), StaffFactory(tournament__state="draft", tournament__name="Secret Cup")
    made = season(cup, draft.tournament)

    text = signed_in(draft.user).get(reverse("tournaments:series_calendar", args=[made.slug])).content.decode()

    assert text.startswith("BEGIN:VCALENDAR")
    assert f"SUMMARY:{cup.name}" in text
    assert "Secret Cup" not in text


def test_a_draft_is_shown_to_its_staff_only(client, signed_in):
    draft = StaffFactory(tournament__state="draft", tournament__name="Secret Cup")
    made = season(draft.tournament)

    assert "Secret Cup" not in page_of(client, made).content.decode()
    assert "0 tournaments" in client.get(reverse("tournaments:series")).content.decode()
    assert "Secret Cup" in page_of(signed_in(draft.user, second_factor=True), made).content.decode()


def test_the_page_says_how_points_are_given(client):
    made = season(points=(10, 5), taking_part=1, best=3, full_at=8)

    page = page_of(client, made).content.decode()

    assert "From first place down: 10, 5 points. Later places get none." in page
    assert "Each player who took part gets 1 extra point." in page
    assert "The best 3 results of each player count." in page
    assert "With fewer than 8 players a place gives its share of the points, rounded up." in page
    assert "No points yet" in page


def test_the_pages_ask_as_often_for_many_rows_as_for_few(client):
    def asks(made, address):
        where = reverse(f"tournaments:{address}", args=[made.slug])
        client.get(where)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(where).status_code == 200
        return len(captured)

    few = season(played(("Anna", "Ben")))
    many = season(
        played([f"Player no {number:02}" for number in range(30)]),
        *(played(("Ben", "Anna"), starts_at=timezone.now()) for _ in range(4)),
        organizer=UserFactory(),
    )

    for address in ("one_series", "series_table_csv", "series_calendar"):
        assert asks(few, address) == asks(many, address) <= 12
