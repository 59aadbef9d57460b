"""Badges to print: everybody who has a place, by handle alone, with the code that checks them in at the door."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bos_tournament.tournaments.printing import pdf_badges, printouts
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory
from tests.pdf_text import pages_of
from tests.tournaments.printing.test_printouts import pages
from tests.tournaments.running_tournaments import entrants_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return TournamentFactory(capacity=64)


@pytest.fixture
def desk(cup, signed_in):
    return signed_in(StaffFactory(tournament=cup, role="scorekeeper").user, second_factor=True)


def url(cup, name="badges_pdf"):
    return reverse(f"tournaments:{name}", args=[cup.slug])


def test_a_badge_has_the_handle_and_the_code_that_checks_in_and_never_the_real_name(cup):
    ben = EntrantFactory(tournament=cup, user=UserFactory(handle="ben", real_name="Benjamin Example"))
    anna = EntrantFactory(tournament=cup, user=UserFactory(handle="Anna", real_name="Anna Example"))
    EntrantFactory(tournament=cup, user=UserFactory(handle="Cleo"), state="waitlisted", place=None)

    (sheet,) = printouts.badges(cup)

    assert [badge.name for badge in sheet.badges] == ["Anna", "ben"]
    for badge, entrant in zip(sheet.badges, (anna, ben), strict=True):
        assert badge.link.endswith(reverse("tournaments:door_check_in", args=[cup.slug, entrant.pk]))
    assert "Example" not in repr(sheet)


def test_the_code_of_a_badge_opens_the_page_that_checks_its_owner_in(cup, desk):
    anna = EntrantFactory(tournament=cup, user=UserFactory(handle="Anna"))
    (sheet,) = printouts.badges(cup)
    link = sheet.badges[0].link

    assert "Check in Anna" in desk.get(link[link.index("/tournaments/") :]).content.decode()
    assert link == printouts.door_check_in_link(cup, anna)


def test_ten_badges_stand_on_a_page_of_either_size(cup, desk):
    entrants_of(cup, [f"Player {number} with a rather long handle"[:30] for number in range(11)])

    assert pages(desk.get(url(cup))) == 2
    assert pages(desk.get(url(cup) + "?size=letter")) == 2
    assert url(cup) in desk.get(url(cup, "printing")).content.decode()


def test_the_longest_handle_stands_whole_on_its_badge(cup, desk):
    long = "Donaudampfschifffahrt Feather9"
    EntrantFactory(tournament=cup, user=UserFactory(handle=long))
    EntrantFactory(tournament=cup, user=UserFactory(handle="Blindtext-ohne-Leerzeichen-30x"))

    (page,) = pages_of(desk.get(url(cup)).content)

    assert long in " ".join(page.split())
    assert "Blindtext-ohne-Leerzeichen-30x" in "".join(page.split())


@pytest.mark.parametrize("name", ["山田太郎のとても長い名前です", "W" * 30])
def test_a_name_without_spaces_goes_on_in_the_next_line_rather_than_in_small_print(name):
    size, lines = pdf_badges.whole(name, 160)

    assert size >= 14
    assert 1 < len(lines) <= 3
    assert "".join(lines) == name


def test_without_people_there_are_no_badges(cup, desk):
    assert desk.get(url(cup)).status_code == 404
    assert url(cup) not in desk.get(url(cup, "printing")).content.decode()


def test_cleo_who_looks_on_prints_no_badges(cup, signed_in):
    EntrantFactory(tournament=cup)

    assert signed_in(UserFactory()).get(url(cup)).status_code == 403


def test_badges_ask_as_often_for_thirty_as_for_two():
    def asks(count):
        cup = TournamentFactory(capacity=64)
        entrants_of(cup, [f"{cup.slug[-3:]} no {number}" for number in range(count)])
        with CaptureQueriesContext(connection) as captured:
            printouts.badges(cup)
        return len(captured)

    assert asks(2) == asks(30) == 1
