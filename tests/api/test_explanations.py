"""Ranks, pairs, chances and cross-tables worked out for programs, as the pages show them to everybody."""

from fractions import Fraction

import pytest

from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.rounds import round_cycle
from tests.factories import EntrantFactory
from tests.tournaments.running_tournaments import NAMES, entrant, play, play_and_close, publish, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    """Seven players after two closed rounds: somebody had a bye."""
    cup = running(NAMES[:7], planned=3)
    play_and_close(cup)
    play_and_close(cup)
    return cup


def test_the_working_of_annas_rank_adds_up(program, cup):
    told = program().get(f"tournaments/{cup.slug}/standings/{entrant(cup, 'Anna').pk}/why/").json()

    assert (told["name"], told["rank"], told["closing"]) == ("Anna", 1, None)
    assert sum(one["points"] for one in told["rounds"]) == told["points"] == 6
    assert len(told["figures"]) == len(cup.tie_break_order)
    for figure in told["figures"]:
        total = sum(Fraction(term["value"]) for term in figure["terms"] if not term["left_out"])
        assert Fraction(figure["total"]) == total
        assert total / figure["divided_by"] == Fraction(figure["result"])


def test_the_working_says_the_same_as_the_standings(program, cup):
    for row in program().get(f"tournaments/{cup.slug}/standings/").json()["results"]:
        told = program().get(f"tournaments/{cup.slug}/standings/{row['entrant']}/why/").json()

        assert (told["rank"], told["points"], told["reason"]) == (row["rank"], row["points"], row["reason"])
        assert [one["result"] for one in told["figures"]] == [one["exact"] for one in row["figures"]]


def test_nothing_is_explained_without_a_rank_or_of_a_closing_that_never_was(program):
    cup = running(NAMES[:4])
    path = f"tournaments/{cup.slug}/standings/{entrant(cup, 'Anna').pk}/why/"

    assert program().get(path).status_code == 404
    play_and_close(cup)
    assert program().get(path).status_code == 200
    assert program().get(f"{path}?of=1").status_code == 404
    assert program().get(f"{path}?of=zero").status_code == 400
    assert program().get(f"tournaments/{cup.slug}/standings/{EntrantFactory().pk}/why/").status_code == 404


def test_whom_else_on_annas_points_she_could_have_met(program, cup):
    pairing = publish(cup).pairings.get(sittings__entrant=entrant(cup, "Anna"))

    told = program().get(f"tournaments/{cup.slug}/pairings/{pairing.pk}/why/").json()

    anna = next(side for side in told["sides"] if side["name"] == "Anna")
    assert (told["round"], told["table"]) == (3, pairing.table)
    assert (anna["points"], anna["met_before"], anna["more"]) == (6, 0, 0)
    assert told["why"]


def test_a_draft_is_explained_to_nobody_and_drawn_again_by_nobody(program, cup):
    draft = round_cycle.create_draft_round(cup, number=3)

    assert program().get(f"tournaments/{cup.slug}/pairings/{draft.pairings.first().pk}/why/").status_code == 404
    assert program().get(f"tournaments/{cup.slug}/rounds/3/event.json").status_code == 404
    assert len(program().get(f"tournaments/{cup.slug}/rounds/2/event.json").json()["rounds"]) == 1


def test_who_can_still_make_the_cut(program):
    cup = running(NAMES[:8], planned=3, format=Tournament.Format.SWISS_CUT, cut=2)
    path = f"tournaments/{cup.slug}/standings/outlooks/"
    assert program().get(path).json()["results"] == []
    play_and_close(cup)
    play_and_close(cup)
    publish(cup)

    told = program().get(path).json()["results"]

    assert len(told) == 8
    assert {one["needs"] for one in told if one["chance"] == "out"} == {"eliminated"}
    assert all(len(one["by_result"]) == 3 for one in told if one["chance"] == "open")


def test_a_cross_table_tells_each_match_from_both_sides(program):
    cup = running(NAMES[:4], format=Tournament.Format.ROUND_ROBIN)
    play(publish(cup))

    (table,) = program().get(f"tournaments/{cup.slug}/cross-table/").json()["tables"]

    cells = [cell for row in table["rows"] for cell in row["cells"]]
    assert sorted(cell["kind"] for cell in cells) == ["lost"] * 2 + ["open"] * 8 + ["self"] * 4 + ["won"] * 2
    assert {cell["kind"]: cell["games"] for cell in cells if cell["kind"] in ("won", "lost")} == {
        "won": ["2–0"],
        "lost": ["0–2"],
    }


def test_swiss_rounds_have_no_cross_table_and_a_bracket_no_file(program, cup):
    assert program().get(f"tournaments/{cup.slug}/cross-table/").status_code == 404
    knockout = running(NAMES[7:11], format="single_elimination", name="Knockout")
    publish(knockout)
    assert program().get(f"tournaments/{knockout.slug}/rounds/1/event.json").status_code == 404


def test_explaining_asks_the_database_as_often_for_4_and_20_players(program, django_assert_max_num_queries):
    for count in (4, 20):
        swiss = running([f"{count} {number}" for number in range(count)], name=f"Swiss of {count}")
        everyone = running(
            [f"r {count} {number}" for number in range(count)], format="round_robin", name=f"All {count}"
        )
        first = publish(swiss)
        play(first)
        round_cycle.close(first)
        pairing, someone = first.pairings.first().pk, swiss.entrants.first().pk
        for path in (f"{swiss.slug}/standings/{someone}/why/", f"{swiss.slug}/pairings/{pairing}/why/"):
            with django_assert_max_num_queries(12):
                assert program().get(f"tournaments/{path}").status_code == 200
        with django_assert_max_num_queries(12):
            assert program().get(f"tournaments/{everyone.slug}/cross-table/").status_code == 200
