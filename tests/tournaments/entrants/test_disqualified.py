"""A disqualified player has no rank and no place anywhere; what was played still counts for the opponents."""

import json

import pytest
from django.urls import reverse

from bos_tournament.pairing.event_file import read_event
from bos_tournament.pairing.standings import standings as plain_standings
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.rounds import round_cycle, tournament_end
from bos_tournament.tournaments.standings import leaderboard, standings_rows
from bos_tournament.tournaments.structure import stage_standings
from tests.factories import StaffFactory
from tests.html_whitespace import tight
from tests.pdf_text import pages_of
from tests.tournaments.running_tournaments import NAMES, entrant, lines_of, play, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def disqualify(cup, name):
    judge = StaffFactory(tournament=cup, role="head_judge")
    participation.disqualify(entrant(cup, name), by=judge.user, why="Looked into the opponent's list.")


def finished_without_anna(names=NAMES[:4]):
    """Anna wins everything, and is disqualified after the last round."""
    cup = running(names, planned=2)
    play_and_close(cup)
    play_and_close(cup)
    disqualify(cup, "Anna")
    tournament_end.finish_tournament(cup)
    cup.refresh_from_db()
    return cup


def shown(cup):
    field = {one.pk: one for one in stage_standings.entrants_by_place(cup)}
    lines = [(line.rank, str(field[line.entrant].user)) for line in lines_of(cup)]
    return lines, standings_rows.champions(cup)


def test_whoever_is_disqualified_stands_last_without_a_rank_and_the_others_close_up():
    cup = finished_without_anna()

    lines, champions = shown(cup)

    assert lines == [(1, "Ben"), (1, "Cleo"), (3, "Dora"), (None, "Anna")]
    assert [str(one.user) for one in champions] == ["Ben", "Cleo"]


def test_pages_papers_and_programs_show_no_rank_of_who_was_disqualified(client):
    cup = finished_without_anna()
    address = f"tournaments/{cup.slug}/standings"

    page = tight(client.get(f"/{address}/"))
    why = tight(client.get(reverse("tournaments:why_rank", args=[cup.slug, entrant(cup, "Anna").pk])))
    told = client.get(f"/api/v1/{address}/").json()["results"]
    paper = " ".join(pages_of(client.get(reverse("tournaments:standings_pdf", args=[cup.slug])).content)).split()

    assert page.count('<td class="number" data-label="#">–</td>') == 1
    assert "A disqualified player has no rank" in page
    assert "No rank: Anna" in why
    assert (told[-1]["name"], told[-1]["rank"], told[-1]["reason"]) == ("Anna", None, "disqualified: no rank")
    assert paper[paper.index("Anna") - 1] == "–"


def test_the_exported_file_ranks_as_the_site_does():
    cup = finished_without_anna()

    event = read_event(json.dumps(stage_standings.export_event(cup)))

    assert [(one.rank, one.points) for one in plain_standings(event)] == [
        (one.rank, one.points) for one in stage_standings.ranks(cup)
    ]
    assert stage_standings.ranks(cup)[-1].rank is None


def test_whoever_is_disqualified_in_a_bracket_has_no_place_in_it(client):
    cup = running(NAMES[:4], format="single_elimination")
    play_and_close(cup)
    final = publish(cup)
    play(final)
    disqualify(cup, "Ben")
    round_cycle.close(final)
    tournament_end.finish_tournament(cup)
    cup.refresh_from_db()

    page = tight(client.get(reverse("tournaments:bracket", args=[cup.slug])))
    kept = tight(client.get(reverse("tournaments:final_standings", args=[cup.slug, 1, 1])))
    places = [(place, str(cup.entrants.get(pk=pk).user)) for place, pk in leaderboard.bracket_places(cup)]

    assert (places[0], places[-1]) == ((1, "Anna"), (None, "Ben"))
    assert '<b class="number">–</b> Ben' in page
    assert '<b class="number">–</b> Ben' in kept


def test_a_champion_who_is_disqualified_is_none():
    cup = running(NAMES[:2], format="single_elimination")
    final = publish(cup)
    play(final)
    disqualify(cup, "Anna")
    round_cycle.close(final)
    tournament_end.finish_tournament(cup)
    cup.refresh_from_db()

    assert shown(cup)[1] == []
