"""A long bracket comes in parts: everybody reads every match, and whoever plays sees their own part first."""

import pytest
from django.urls import reverse

from bos_tournament.tournaments.standings import bracket_layout, bracket_pages
from bos_tournament.tournaments.structure.bracket_stage import Bracket
from tests import crowded_site
from tests.tournaments.running_tournaments import NAMES, running

pytestmark = pytest.mark.django_db


def page_of(cup, reader, page=""):
    return reader.get(reverse("tournaments:bracket", args=[cup.slug]) + page)


@pytest.mark.parametrize("format_", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("number", [2, 5, 33, 70])
def test_every_match_stands_on_one_page_and_no_page_is_long(format_, number):
    cup = crowded_site.started(number, planned=None, format=format_, third_place=True)
    bracket = Bracket(cup.stages.get())
    pages = bracket_pages.pages(bracket)
    shown = [match.id for page in pages for match in page.matches]

    assert sorted(shown) == sorted(match.id for _title, side in bracket_layout.sides(bracket) for match in side)
    assert max(len(page.matches) for page in pages) <= bracket_pages.MOST
    assert len({page.label for page in pages}) == len(pages)
    for page in pages:
        boxes = [box for drawn in page.pictures(bracket) for column in drawn.columns for box in column.boxes]
        assert [box.id for box in boxes if box.y < 0] == []


def test_a_player_sees_their_own_part_first_and_cleo_the_onlooker_one_that_is_played(client, signed_in):
    cup = crowded_site.in_a_bracket(70, format="single_elimination")
    last = cup.entrants.get(pk=cup.stages.get().seeds[1]).user
    own = page_of(cup, signed_in(last))

    assert str(last) in own.content.decode()
    assert own.context["page"].number > 1
    cleos = page_of(cup, client)
    assert any(box.is_on for drawn in cleos.context["pictures"] for column in drawn.columns for box in column.boxes)
    assert page_of(cup, signed_in(last), "?page=1").context["page"].number == 1


def test_a_small_bracket_stays_whole(client):
    cup = running(NAMES[:8], format="double_elimination")

    assert page_of(cup, client).content.decode().count('class="bracket"') == 3
    assert "parts of the bracket" not in page_of(cup, client).content.decode()


@pytest.mark.parametrize("number", [4, 8, 16, 40])
def test_the_last_match_of_a_double_elimination_is_called_the_final_however_many_play(number):
    cup = crowded_site.started(number, planned=None, format="double_elimination")
    bracket = Bracket(cup.stages.get())
    last = next(match for match in bracket.plan.matches if match.id == "F1")

    assert bracket.title(last) == "Final"
