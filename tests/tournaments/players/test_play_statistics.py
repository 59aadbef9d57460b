"""The page of figures: bosses, who beat whom, what going first was worth; of closed rounds, and of what was played."""

import pytest
from django.urls import reverse

from bos_tournament.decks.models import DeckVersion
from bos_tournament.matches.models import Match
from bos_tournament.tournaments.players import play_statistics
from bos_tournament.tournaments.rounds import round_cycle, tournament_end
from tests.factories import TournamentFactory
from tests.tournaments.running_tournaments import NAMES, enter, entrant, opened, play, play_and_close, publish, start

pytestmark = pytest.mark.django_db


def with_bosses(bosses, **settings):
    """A running tournament of as many players, each with this boss, in the order of their places."""
    cup = opened(NAMES[: len(bosses)], **settings)
    for name, boss in zip(NAMES, bosses, strict=False):
        color = "red" if boss == "Tyrant" else "blue"
        version = DeckVersion.objects.get(owner__handle=name)
        version.boss, version.color = boss, color
        version.save()
    return start(cup, planned=2)


def with_games(round_, *, ether, first_wins=True):
    """Each match of the round has one game more, in which seat 1 went first and seat 2 had this ether."""
    for match in Match.objects.filter(pairing__round=round_):
        one, two = match.seats.order_by("number")
        game = match.games.order_by("-number").first()
        game.first, game.ether = one, {"1": 0, "2": ether}
        game.outcome, game.reason, game.winner = "won", "played", one if first_wins else two
        game.save()


def of(cup):
    return play_statistics.of([cup])


def test_bosses_are_told_with_players_and_what_they_won():
    cup = with_bosses(["Tyrant", "Tyrant", "Seer", "Seer", "Seer"])
    round_ = publish(cup)
    for pairing in round_.pairings.exclude(match=None):
        tyrant = next((s for s in pairing.match.seats.all() if s.deck_version.boss == "Tyrant"), None)
        first = pairing.match.seats.get(number=1)
        enter(pairing, *((2, 1) if tyrant in (None, first) else (1, 2)))
    round_cycle.close(round_)

    found = of(cup)

    assert [(boss.name, boss.players, boss.share) for boss in found.bosses] == [("Seer", 3, 60), ("Tyrant", 2, 40)]
    assert found.matches == 2
    for pair in found.matchups:
        assert (pair.one, pair.other, pair.matches.won, pair.matches.of) == ("Tyrant", "Seer", *[pair.matches.of] * 2)


def test_equal_bosses_against_each_other_count_in_no_rate():
    cup = with_bosses(["Seer", "Seer"])
    play_and_close(cup)

    found = of(cup)

    assert (found.matches, found.matchups, found.bosses[0].matches.of) == (1, (), 0)


def test_what_was_not_played_and_what_is_open_count_nowhere():
    cup = with_bosses(["Tyrant", "Seer", "Tyrant", "Seer"])
    round_ = publish(cup)
    play(round_)
    assert of(cup).matches == 0
    Match.objects.filter(pairing=round_.pairings.get(table=1)).update(reason="no_show")
    round_cycle.close(round_)

    assert of(cup).matches == 1


def test_going_first_is_counted_by_the_ether_the_other_had_more():
    cup = with_bosses(["Tyrant", "Seer", "Tyrant", "Seer"])
    round_ = play_and_close(cup)
    with_games(round_, ether=3)
    assert [(band.least, band.first.won, band.first.of) for band in of(cup).bands] == [(3, 2, 2)]

    for game in Match.objects.filter(pairing__round=round_).first().games.filter(outcome="won"):
        game.first = game.match.seats.get(number=2)  # then the ether was that of who went first
        game.save()

    assert [(band.least, band.first.won, band.first.of) for band in of(cup).bands] == [(-3, 0, 1), (3, 1, 1)]


def test_games_decided_by_a_judge_say_nothing_about_going_first():
    cup = with_bosses(["Tyrant", "Seer"])
    round_ = play_and_close(cup)
    with_games(round_, ether=3)
    Match.objects.get(pairing__round=round_).games.update(reason="judged")

    assert of(cup).first.of == 0


def test_who_reached_the_bracket_is_counted_by_boss():
    cup = with_bosses(["Tyrant", "Tyrant", "Seer", "Seer"], format="swiss_cut", cut=2)
    play_and_close(cup)
    play_and_close(cup)
    stage = cup.stages.create(
        number=2, format="single_elimination", rounds_planned=1, size=2,
        seeds=[str(entrant(cup, "Anna").pk), str(entrant(cup, "Ben").pk)],
    )  # fmt: skip

    found = of(cup)

    assert stage.is_bracket
    assert found.has_bracket
    assert {boss.name: boss.in_bracket for boss in found.bosses} == {"Tyrant": 2, "Seer": 0}


def test_the_page_is_open_to_cleo_and_says_when_there_is_nothing_yet(client):
    cup = with_bosses(["Tyrant", "Seer"])
    page = reverse("tournaments:statistics", args=[cup.slug])
    assert "No statistics yet" in client.get(page).content.decode()

    with_games(play_and_close(cup), ether=4)

    shown = client.get(page).content.decode()
    assert "Tyrant" in shown
    assert "A fair price in ether cannot be estimated from these games yet." in shown
    assert page in client.get(reverse("tournaments:standings", args=[cup.slug])).content.decode()


def test_nobody_reads_figures_of_a_draft(client):
    draft = TournamentFactory(state="draft")

    assert client.get(reverse("tournaments:statistics", args=[draft.slug])).status_code == 404


def test_all_that_are_over_are_counted_together(client):
    over, goes_on = with_bosses(["Tyrant", "Seer"]), None
    play_and_close(over)
    play_and_close(over)
    tournament_end.finish_tournament(over)
    goes_on = opened(["Hana", "Ida"])
    play_and_close(start(goes_on, planned=2))

    shown = client.get(reverse("tournaments:statistics_of_all"))

    assert shown.context["found"].matches == 2
    assert "From 1 finished tournament." in shown.content.decode()


def test_programs_read_the_same(client):
    cup = with_bosses(["Tyrant", "Seer"])
    with_games(play_and_close(cup), ether=4)

    told = client.get(f"/api/v1/tournaments/{cup.slug}/statistics/").json()

    assert told["bands"] == [
        {"least": 4, "most": 4, "first": {"won": 1, "of": 1, "percent": 100, "low": 21, "high": 100}}
    ]
    assert told["fair"] is None
    assert client.get("/api/v1/statistics/").json()["matches"] == 0


def test_it_costs_four_queries_whatever_was_played(django_assert_num_queries):
    cup = with_bosses(["Tyrant", "Seer", "Tyrant", "Seer"])
    play_and_close(cup)
    with django_assert_num_queries(4):
        of(cup)
    play_and_close(cup)

    with django_assert_num_queries(4):
        of(cup)
