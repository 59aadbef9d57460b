"""Players, pairings and standings as tables for a spreadsheet, and the one order of a finished tournament."""

import csv
from io import StringIO

import pytest

from bos_tournament.tournaments.models import Entrant
from bos_tournament.tournaments.printing import printouts
from bos_tournament.tournaments.rounds import top_cut, tournament_end
from bos_tournament.tournaments.standings import standings_rows
from bos_tournament.tournaments.structure import stage_standings
from tests.factories import EntrantFactory, TournamentFactory, UserFactory
from tests.tournaments.running_tournaments import NAMES, entrant, lines_of, places_of, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def table(client, tournament, name):
    answer = client.get(f"/tournaments/{tournament.slug}/{name}")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"].startswith(f'attachment; filename="{tournament.slug}')
    return list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))


def to_the_champion(names=NAMES[:7], *, disqualified=""):
    """Swiss rounds with a cut of four, played to the end: the better place always wins."""
    cup = running(names, format="swiss_cut", cut=4, planned=2)
    for _ in range(2):
        play_and_close(cup)
    top_cut.start_cut(cup)
    for _ in range(2):
        play_and_close(cup)
    cup.entrants.filter(user__handle=disqualified).update(state=Entrant.State.DISQUALIFIED)
    return tournament_end.finish_tournament(cup)


def test_cleo_downloads_who_plays_whom_and_how_it_ended(client):
    cup = running(NAMES[:3])
    publish(cup)

    rows = table(client, cup, "pairings/1/pairings.csv")

    assert rows[0] == ["table", "player 1", "result", "player 2"]
    assert {rows[1][1], rows[1][3], rows[2][1]} == {"Anna", "Ben", "Cleo"}


def test_the_list_of_players_holds_no_real_name_and_no_formula(client):
    tournament = TournamentFactory()
    EntrantFactory(tournament=tournament, user=UserFactory(handle="=1+1", real_name="Anna Berg"))

    assert table(client, tournament, "players/players.csv") == [["player", "state"], ["'=1+1", "registered"]]


def test_everybody_has_one_place_in_the_end_those_below_the_bracket_too(client):
    cup = to_the_champion()

    rows = table(client, cup, "standings/standings.csv")
    page = client.get(f"/tournaments/{cup.slug}/standings/")

    assert rows[0][:6] == ["place", "player", "points", "won", "lost", "drawn"]
    assert sorted(row[1] for row in rows[1:]) == sorted(NAMES[:7])
    assert [row[0] for row in rows[1:3]] == ["1", "2"]
    assert min(int(row[0]) for row in rows[5:]) == 5
    assert [[str(place or ""), who.user.handle] for place, who in page.context["places"]] == [
        row[:2] for row in rows[1:]
    ]
    assert "Final result" in page.content.decode()


def test_while_the_final_is_still_to_be_played_nobody_stands_above_the_finalists(client):
    cup = running(NAMES[:6], format="swiss_cut", cut=4, planned=1)
    play_and_close(cup)
    top_cut.start_cut(cup)
    play_and_close(cup)

    rows = table(client, cup, "standings/standings.csv")

    field = stage_standings.entrants_by_place(cup)
    ranks = lines_of(cup)
    names = {one.pk: str(one.user) for one in field}
    assert [row[:2] for row in rows[1:]] == [[str(line.rank), names[line.entrant]] for line in ranks]


def test_the_place_of_a_disqualified_finalist_stays_free():
    cup = to_the_champion(disqualified="Ben")

    assert [place for place, _pk in places_of(cup)] == [1, 3, 3, 5, 5, 7, None]


def test_the_printed_standings_have_the_final_order_of_the_page():
    cup = to_the_champion()
    play_on = running([f"{name} 2" for name in NAMES[:5]], format="swiss_cut", cut=4, planned=1)
    play_and_close(play_on)
    top_cut.start_cut(play_on)
    play_and_close(play_on)

    sheet, *_others = printouts.ranks(cup)
    before, *_others = printouts.ranks(play_on)

    entrants = {one.pk: one for one in stage_standings.entrants_by_place(cup)}
    order = places_of(cup)
    assert sheet.title == "Final result"
    assert sheet.rows == tuple((str(place or "–"), str(entrants[pk].user)) for place, pk in order)
    assert len(sheet.rows) == 7
    assert (before.title, len(before.rows)) == ("Places in the bracket", 2)


def test_who_was_disqualified_stands_below_everybody_without_a_place():
    cup = to_the_champion()
    Entrant.objects.filter(pk=entrant(cup, "Gus").pk).update(state=Entrant.State.DISQUALIFIED)
    field = stage_standings.entrants_by_place(cup)
    entrants = {one.pk: one for one in field}

    found = places_of(cup)

    assert {pk for _place, pk in found} == set(entrants)
    assert all(standings_rows.final_place(entrants[pk]) in (None, place) for place, pk in found)


def test_before_the_first_round_is_closed_there_is_no_table_of_standings(client):
    cup = running(NAMES[:4])

    assert client.get(f"/tournaments/{cup.slug}/standings/standings.csv").status_code == 404
    assert client.get(f"/tournaments/{cup.slug}/pairings/7/pairings.csv").status_code == 404
