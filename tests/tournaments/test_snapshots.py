"""Closed standings stay as they were, and are closed anew only with a reason."""

import re

import pytest
from django.db import ProgrammingError, connection, transaction
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Reason
from bos_tournament.tournaments import board, cut, finishing, settling, snapshots, standings, undoing
from bos_tournament.tournaments.models import Snapshot, Tournament
from tests.factories import StaffFactory, UserFactory
from tests.tournaments.running import NAMES, entrant, play_and_close, running

pytestmark = pytest.mark.django_db


def url(name, tournament, *args):
    return reverse(f"tournaments:{name}", args=[tournament.slug, *args])


def finished():
    cup = running(NAMES[:4], planned=2)
    play_and_close(cup)
    play_and_close(cup)
    finishing.finish(cup)
    cup.refresh_from_db()
    return cup


def turn_round(cup):
    """The first match of Anna turns out to be won by the other one."""
    pairing = cup.stages.get(number=1).rounds.get(number=1).pairings.get(sittings__entrant=entrant(cup, "Anna"))
    match = pairing.match
    match.refresh_from_db()
    loser = match.seats.exclude(pk=match.winner_id).get()
    wins = {seat.number: 2 if seat == loser else 0 for seat in match.seats.all()}
    said = {"by": UserFactory(), "wins": wins, "winner": loser, "reason": Reason.PLAYED, "why": "Read the other way."}
    return settling.settle(pairing, **said, seen=match.version)


def shown(cup):
    return [(line.entrant, line.rank, line.points) for line in board.board(cup, standings.field(cup), "x").lines]


def fresh(cup):
    board._boards.clear()
    return shown(cup)


def test_closed_standings_stay_when_a_result_is_corrected():
    cup = finished()
    before = fresh(cup)
    told = turn_round(cup)

    assert told[-1] == "The standings shown are closed and stay, until the organizer closes them anew with a reason."
    assert fresh(cup) == before


def test_they_are_closed_anew_with_a_reason_and_the_old_ones_stay_readable(client):
    cup = finished()
    before = fresh(cup)
    turn_round(cup)
    found = snapshots.differences(cup)[0]
    assert any(said.startswith("Anna: rank") for said in found.changes)

    snapshots.close_anew(
        found.stage, by=UserFactory(handle="Olga"), why="The slip was read wrongly.", token=found.token
    )

    assert fresh(cup) != before
    assert snapshots.differences(cup) == []
    first, second = (client.get(url("kept", cup, 1, number)).content.decode() for number in (1, 2))
    assert "Closed anew, because: The slip was read wrongly." in second
    assert "Closed anew" not in first
    why = [client.get(url("why_rank", cup, entrant(cup, "Anna").pk) + f"?of={n}").content.decode() for n in (1, 2)]
    assert "6 match points" in why[0]
    assert "3 match points" in why[1]


@pytest.mark.parametrize(
    ("change", "code"),
    [({"why": "  "}, "reason_missing"), ({"token": "another"}, "anew_outdated")],
)
def test_closing_anew_is_refused(change, code):
    cup = finished()
    turn_round(cup)
    found = snapshots.differences(cup)[0]

    with pytest.raises(Refused) as refusal:
        snapshots.close_anew(found.stage, **{"by": UserFactory(), "why": "So.", "token": found.token, **change})
    assert refusal.value.code == code


def test_what_is_as_the_results_say_is_not_closed_again():
    cup = finished()

    with pytest.raises(Refused) as refusal:
        snapshots.close_anew(cup.stages.get(), by=UserFactory(), why="So.", token="x")
    assert refusal.value.code == "nothing_changes"


def test_the_database_lets_nobody_change_what_was_closed():
    cup = finished()

    with pytest.raises(ProgrammingError), transaction.atomic():
        Snapshot.objects.filter(stage__tournament=cup).update(board={})
    assert connection.is_usable()


def test_the_organizer_sees_what_changes_and_cleo_the_onlooker_does_not(client, at_the_desk):
    cup = finished()
    turn_round(cup)
    organizer = at_the_desk(StaffFactory(tournament=cup))

    assert "this would change" in organizer.get(url("anew", cup)).content.decode()
    found = snapshots.differences(cup)[0]
    empty = organizer.post(url("anew", cup), {"stage": 1, "token": found.token, "why": ""})
    assert empty.status_code == 422
    done = organizer.post(url("anew", cup), {"stage": 1, "token": found.token, "why": "The slip."})
    assert done.status_code == 302
    assert client.get(url("anew", cup)).status_code == 302


def test_standings_of_a_stage_that_is_open_again_follow_its_results_and_the_closed_ones_stay_readable(client):
    cup = finished()
    found = undoing.offer(cup, "finish")
    undoing.undo(cup, "finish", token=found.token)
    before = fresh(cup)
    turn_round(cup)

    assert fresh(cup) != before
    assert "Anna" in client.get(url("kept", cup, 1, 1)).content.decode()
    why = client.get(url("why_rank", cup, entrant(cup, "Anna").pk) + "?of=1").content.decode()
    assert "6 match points" in why

    cup.refresh_from_db()
    finishing.finish(cup)
    assert [one.number for one in board.kept(cup)] == [2]
    assert snapshots.differences(cup) == []


def cells(page):
    return re.findall(r"<title>(Anna against [^<]+)</title>", page)


def test_the_cross_table_of_a_closed_group_shows_the_results_as_closed(client):
    cup = running(NAMES[:8], format=Tournament.Format.GROUPS)
    for _ in range(3):
        play_and_close(cup)
    cut.start_cut(cup)
    before = cells(client.get(url("standings", cup)).content.decode())
    turn_round(cup)

    after = cells(client.get(url("standings", cup)).content.decode())
    kept = cells(client.get(url("kept", cup, 1, 1)).content.decode())

    assert len(before) == 3
    assert before == after == kept
    anew = snapshots.differences(cup)[0]
    snapshots.close_anew(anew.stage, by=UserFactory(), why="The slip.", token=anew.token)
    assert cells(client.get(url("standings", cup)).content.decode()) != before
