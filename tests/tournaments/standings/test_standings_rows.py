"""Standings are rows that everybody reads: they are what the results say, whoever changed these, and read at once."""

import pytest
from django.urls import reverse

from bos_tournament.matches.models import Match, Reason
from bos_tournament.pairing.forecast import forecast
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Entrant, Standings, StandingsLine, Tournament
from bos_tournament.tournaments.rounds import result_entry, round_cycle, top_cut, tournament_end, undo_actions
from bos_tournament.tournaments.standings import final_standings, leaderboard, outlooks, views
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.participants import participants
from tests.factories import TournamentFactory, UserFactory
from tests.tournaments.running_tournaments import (
    NAMES,
    entrant,
    lines_of,
    opened,
    places_of,
    play,
    play_and_close,
    publish,
    running,
    start,
)

pytestmark = pytest.mark.django_db


def computed(cup):
    cup = Tournament.objects.get(pk=cup.pk)
    return list(leaderboard.compute_board(cup, participants(cup)).lines)


def is_written(cup):
    """Whether the rows are there before anybody reads them, and up to date."""
    return Standings.objects.filter(tournament=cup, outdated=False).exists()


def corrected(cup, number=1):
    """The first match of Anna turns out to be won by the other one."""
    pairing = cup.stages.get(number=1).rounds.get(number=number).pairings.get(sittings__entrant=entrant(cup, "Anna"))
    match = Match.objects.get(pairing=pairing)
    loser = match.seats.exclude(pk=match.winner_id).get()
    wins = {seat.number: 2 if seat == loser else 0 for seat in match.seats.all()}
    said = {"by": UserFactory(), "wins": wins, "winner": loser, "reason": Reason.PLAYED, "why": "Read the other way."}
    return result_entry.enter_result(pairing, **said, seen=match.version)


@pytest.mark.parametrize(
    "settings", [{}, {"ranking": "opponents_twice"}, {"format": "groups", "cut": 2}, {"format": "round_robin"}]
)
def test_closing_a_round_writes_what_the_results_say(settings):
    cup = running(NAMES[:8], planned=None if settings.get("format") else 3, **settings)
    play_and_close(cup)
    participation.drop(entrant(cup, "Hana"))
    play_and_close(cup)

    assert is_written(cup)
    assert lines_of(cup) == computed(cup)
    assert [line.points for line in lines_of(cup) if line.rank == 1] != []


def test_reading_writes_nothing(client):
    cup = running(NAMES[:4])
    play_and_close(cup)
    before = list(StandingsLine.objects.values_list("pk", flat=True))
    for name in ("standings", "screen", "statistics"):
        client.get(reverse(f"tournaments:{name}", args=[cup.slug]))

    assert list(StandingsLine.objects.values_list("pk", flat=True)) == before


def test_a_correction_in_a_closed_round_writes_them_again():
    cup = running(NAMES[:4])
    play_and_close(cup)
    before = lines_of(cup)
    corrected(cup)

    assert is_written(cup)
    assert lines_of(cup) == computed(cup) != before


def test_whatever_changes_a_result_nobody_reads_the_old_one():
    cup = running(NAMES[:4])
    play_and_close(cup)
    match = Match.objects.filter(pairing__round__stage__tournament=cup).first()
    Match.objects.filter(pk=match.pk).update(winner=None, version=match.version + 1)

    assert not is_written(cup)
    assert lines_of(cup) == computed(cup)
    assert is_written(cup)


def test_results_drafts_and_drops_of_a_round_that_is_played_leave_them_alone():
    cup = running(NAMES[:6])
    play_and_close(cup)
    play(publish(cup))
    participation.drop(entrant(cup, "Finn"))

    assert is_written(cup)
    assert lines_of(cup) == computed(cup)


def test_whoever_is_disqualified_loses_the_rank_at_the_next_look():
    cup = running(NAMES[:4])
    play_and_close(cup)
    anna = entrant(cup, "Anna")
    participation.disqualify(anna, by=UserFactory(), why="Cheated.")

    assert [line.rank for line in lines_of(cup) if line.entrant == anna.pk] == [None]
    assert lines_of(cup) == computed(cup)


def test_whoever_comes_late_stands_below_with_a_round_missed():
    cup = opened(NAMES[:5])
    ida = entrant(cup, "Emil")
    ida.deck_version, version = None, ida.deck_version
    ida.save()
    start(cup)
    play_and_close(cup)
    participation.reinstate(entrant(cup, "Emil"), by=UserFactory())
    Entrant.objects.filter(pk=ida.pk).update(deck_version=version)
    round_cycle.create_draft_round(cup, number=2)

    assert [line.entrant for line in lines_of(cup)][-1] == ida.pk
    assert lines_of(cup) == computed(cup)


def test_closed_standings_change_by_the_deed_that_updates_them_and_by_no_correction():
    cup = running(NAMES[:4], planned=2)
    play_and_close(cup)
    play_and_close(cup)
    tournament_end.finish_tournament(cup)
    cup.refresh_from_db()
    before = lines_of(cup)
    corrected(cup)

    assert lines_of(cup) == before
    found = final_standings.differences(cup)[0]
    final_standings.update_final_standings(found.stage, by=UserFactory(), why="The slip.", token=found.token)
    assert is_written(cup)
    assert lines_of(cup) == computed(cup) != before


def test_a_bracket_puts_its_places_above_and_the_end_names_everybody_once():
    cup = running(NAMES[:6], format="swiss_cut", cut=4, planned=1)
    play_and_close(cup)
    top_cut.start_cut(cup)
    assert places_of(cup) == []
    play_and_close(cup)
    assert len(places_of(cup)) == 2
    play_and_close(cup)
    tournament_end.finish_tournament(cup)
    cup.refresh_from_db()

    assert sorted(pk for _place, pk in places_of(cup)) == sorted(one.pk for one in cup.entrants.all())
    assert [place for place, _pk in places_of(cup)][:2] == [1, 2]


@pytest.mark.parametrize("closed", [1, 2])
def test_who_can_still_make_the_cut_is_counted_as_the_rules_say(closed):
    cup = running(NAMES[:9], format="swiss_cut", cut=2, planned=3)
    for _ in range(closed):
        play_and_close(cup)
    publish(cup)
    participation.drop(entrant(cup, "Ida"))
    cup = Tournament.objects.get(pk=cup.pk)
    names = {one.pk: stage_standings.player_id(one) for one in cup.entrants.all()}
    tables = [
        tuple(names[row.entrant_id] for row in pairing.sittings.all())
        for pairing in cup.stages.get().rounds.get(closed_at=None).pairings.all()
    ]
    event = stage_standings.build_event(cup)
    said = outlooks.outlooks(cup, leaderboard.standings_of(cup), cup.stages.get())

    expected = forecast(event, 2, rounds_left=3 - closed, tables=tables)
    assert [(names[pk], one.points, one.chance, one.by_result) for pk, one in said[:]] == [
        (one.player, one.points, one.chance, one.by_result) for one in expected
    ]
    assert len(said) == len(expected)


def test_in_groups_everybody_has_an_outlook_within_the_own_group():
    cup = running(NAMES[:8], format="groups", groups=2, go_on=1)
    play_and_close(cup)
    cup = Tournament.objects.get(pk=cup.pk)

    said = outlooks.outlooks(cup, leaderboard.standings_of(cup), cup.stages.get())

    assert sorted(pk for pk, _ in said[:]) == sorted(one.pk for one in cup.entrants.all())


def test_an_undone_start_leaves_nobody_in_them():
    cup = running(NAMES[:4])
    found = undo_actions.preview_undo(cup, "start")
    undo_actions.undo(cup, "start", token=found.token)

    cup.refresh_from_db()
    assert lines_of(cup) == []


def test_cleo_the_onlooker_sees_no_more_than_before(client):
    draft = TournamentFactory(state=Tournament.State.DRAFT)
    cup = running(NAMES[:4])
    page = reverse("tournaments:standings", args=[cup.slug])

    assert client.get(reverse("tournaments:standings", args=[draft.slug])).status_code == 404
    assert "Anna" not in client.get(page).content.decode()
    play_and_close(cup)
    assert "Anna" in client.get(page).content.decode()
    assert not Standings.objects.filter(tournament=draft).exists()


def test_a_page_asks_as_often_for_thirty_players_as_for_two(client, django_assert_num_queries):
    few, many = (running([f"{name} {number}" for number in range(size)]) for name, size in (("A", 2), ("B", 30)))
    for cup in (few, many):
        play_and_close(cup)
    for path in ("/tournaments/{}/standings/", "/api/v1/tournaments/{}/standings/"):
        asked = []
        for cup in (few, many):
            with django_assert_num_queries(12, exact=False) as queries:
                assert client.get(path.format(cup.slug)).status_code == 200
            asked.append(len(queries))
        assert asked[0] == asked[1]


def test_anna_finds_the_page_of_her_own_row(client, monkeypatch):
    monkeypatch.setattr(views, "RANKS_AT_ONCE", 2)
    cup = running(NAMES[:6])
    play_and_close(cup)
    last = lines_of(cup)[-1]
    anna = Entrant.objects.get(pk=last.entrant).user
    client.force_login(anna)
    page = client.get(reverse("tournaments:standings", args=[cup.slug]))

    assert (page.context["own_rank"], page.context["own_page"]) == (last.rank, 3)
    assert len(page.context["tables"][0]["rows"]) == 2
    found = client.get(reverse("tournaments:standings", args=[cup.slug]), {"q": str(anna)[1:].upper()})
    assert str(anna) in [row["entrant"].user.handle for row in found.context["tables"][0]["rows"]]


def test_a_name_is_text_on_the_page_and_on_the_screen_whatever_is_in_it(client):
    cup = running(["<b>Ann</b>", "Ben & Co", "Cleo", "Dora"], format="swiss_cut", cut=2, planned=2)
    play_and_close(cup)
    publish(cup)

    for name in ("standings", "pairings", "screen"):
        page = client.get(reverse(f"tournaments:{name}", args=[cup.slug])).content.decode()
        assert "<b>Ann" not in page
        assert "&lt;b&gt;Ann&lt;/b&gt;" in page
        assert "Ben &amp; Co" in page
