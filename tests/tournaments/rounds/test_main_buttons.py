"""A whole evening of every format, from the start to the champion, by nothing but the main button of the desk."""

import re

import pytest
from django.urls import reverse

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.standings import standings_rows
from bos_tournament.tournaments.structure.bracket_stage import Bracket
from bos_tournament.tournaments.structure.stages import position
from tests.factories import StaffFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import NAMES, enter, entrant, opened, play, publish, running

pytestmark = pytest.mark.django_db

MOST_PRESSES = 60
BETTER, WORSE, UPSET = "the better player always wins", "the worse player always wins", "the undefeated loses the final"
MAIN = re.compile(r'<(a|button) class="button wide"([^>]*)>')


def kinds():
    """Every format with the sizes of a small evening, and what can be chosen with it."""
    for players in range(2, 10):
        yield players, BETTER, {"format": "single_elimination", "third_place": players % 2 == 0}
        yield players, BETTER, {"format": "double_elimination"}
        yield players, UPSET, {"format": "double_elimination"}
    for players in (2, 3, 6, 9):
        yield players, WORSE, {"format": "single_elimination", "third_place": True}
        yield players, BETTER, {"format": "swiss"}
    for players in (2, 3, 4, 7):
        yield players, BETTER, {"format": "round_robin"}
    yield 3, WORSE, {"format": "double_round_robin"}
    for players, cut in ((2, 2), (3, 4), (5, 2), (6, 4), (9, 8)):
        yield players, WORSE, {"format": "swiss_cut", "cut": cut, "swiss_rounds": 1, "third_place": True}
    yield 7, UPSET, {"format": "swiss_cut", "cut": 4, "swiss_rounds": 1, "double_cut": True}
    for players, groups, go_on in ((4, 1, 2), (6, 2, 1), (8, 2, 2), (9, 3, 2)):
        yield players, BETTER, {"format": "groups", "groups": groups, "go_on": go_on}
    yield 7, UPSET, {"format": "groups", "groups": 2, "go_on": 2, "double_cut": True}


def named(kind):
    players, who, settings = kind
    return " ".join([str(players), *map(str, settings.values()), who])


def play_round(cup, who):
    """Every table of the round that is on has a result."""
    on = position(cup).open
    if who != UPSET or not on.stage.is_bracket:
        tables = on.pairings.exclude(match=None).values_list("table", flat=True)
        play(on, upset=set(tables) if who == WORSE else ())
        return
    bracket = Bracket(on.stage)
    for pairing in on.pairings.exclude(match=None):
        one, other = (bracket.seeds[sitting.entrant_id] for sitting in pairing.sittings.order_by("number"))
        first_wins = one < other if pairing.bracket_id not in ("F1", "F2") else False
        enter(pairing, *((2, 0) if first_wins else (0, 2)))


def main_button(browser, url):
    """The first wide button of what comes next on the page: the address it leads to and what it sends."""
    page = browser.get(url)
    assert page.status_code == 200
    html = tight(page)
    step = html[html.index('class="sheet now') :]
    tag, attributes = MAIN.search(step).groups()
    assert "disabled" not in attributes, step[:600]
    if tag == "a":
        return main_button(browser, re.search(r'href="([^"]*)"', attributes)[1])
    form = step[: step.index("</form>")]
    address = re.search(r'formaction="([^"]*)"', attributes) or re.search(r' action="([^"]*)"', form)
    sent = {}
    for field in re.findall(r"<input[^>]*>", form):
        sent[re.search(r'name="([^"]*)"', field)[1]] = (re.search(r'value="([^"]*)"', field) or ["", ""])[1]
    return address[1] if address else url, sent


def press(browser, cup):
    address, sent = main_button(browser, reverse("tournaments:desk", args=[cup.slug]))
    answer = browser.post(address, sent)
    assert answer.status_code == 302, (address, tight(answer))
    cup.refresh_from_db()


def walk(cup, who, browser):
    """To the end by the main button; at the tables, everybody plays in time."""
    for _ in range(MOST_PRESSES):
        if cup.state == Tournament.State.FINISHED:
            return
        if cup.state == Tournament.State.RUNNING and position(cup).open:
            play_round(cup, who)
        press(browser, cup)
    pytest.fail("No champion after an evening of pressing.")


def champions(cup):
    return standings_rows.champions(cup)


@pytest.mark.parametrize("kind", [pytest.param(kind, id=named(kind)) for kind in kinds()])
def test_the_main_button_of_the_desk_leads_from_the_start_to_the_champion(kind, at_the_desk):
    players, who, settings = kind
    cup = opened(NAMES[:players], capacity=32, **settings)

    walk(cup, who, at_the_desk(StaffFactory(tournament=cup)))

    assert champions(cup)
    assert not Match.objects.filter(pairing__round__stage__tournament=cup, finished_at=None).exists()


@pytest.mark.parametrize(
    "settings",
    [
        {"format": "swiss", "planned": 3},
        {"format": "round_robin"},
        {"format": "single_elimination"},
        {"format": "double_elimination"},
    ],
    ids=lambda settings: settings["format"],
)
def test_the_main_button_leads_to_the_champion_when_all_others_left_during_a_round(settings, at_the_desk):
    cup = running(NAMES[:4], **settings)
    play(publish(cup))
    for name in ("Ben", "Cleo", "Dora"):
        participation.drop(entrant(cup, name))

    walk(cup, BETTER, at_the_desk(StaffFactory(tournament=cup)))

    assert "Anna" in [str(one.user) for one in champions(cup)]


def test_a_second_final_is_drawn_until_it_is_known_not_to_be_needed(at_the_desk):
    cup = running(NAMES[:4], format="double_elimination")
    browser = at_the_desk(StaffFactory(tournament=cup))
    bracket = reverse("tournaments:bracket", args=[cup.slug])
    assert "Second final, if needed" in tight(browser.get(bracket))

    walk(cup, BETTER, browser)

    page = tight(browser.get(bracket))
    assert "Champion" in page
    assert "Second final" not in page
