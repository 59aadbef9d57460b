"""Closed standings stay as they were, and are closed anew only with a reason."""

import re
from urllib.parse import urljoin

import pytest
from django.db import ProgrammingError, connection, transaction
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Reason
from bos_tournament.messages import localize
from bos_tournament.tournaments.models import Snapshot, Tournament
from bos_tournament.tournaments.rounds import result_entry, top_cut, tournament_end, undo_actions
from bos_tournament.tournaments.standings import final_standings, leaderboard
from tests.factories import StaffFactory, UserFactory
from tests.tournaments.running_tournaments import NAMES, entrant, lines_of, play_and_close, running

pytestmark = pytest.mark.django_db


def url(name, tournament, *args):
    return reverse(f"tournaments:{name}", args=[tournament.slug, *args])


def finished():
    cup = running(NAMES[:4], planned=2)
    play_and_close(cup)
    play_and_close(cup)
    tournament_end.finish_tournament(cup)
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
    return result_entry.enter_result(pairing, **said, seen=match.version)


def shown(cup):
    return [(line.entrant, line.rank, line.points) for line in lines_of(cup)]


def test_closed_standings_stay_when_a_result_is_corrected():
    cup = finished()
    before = shown(cup)
    told = turn_round(cup)

    assert localize(told[-1]) == "The final standings stay as they are until an organizer updates them with a reason."
    assert shown(cup) == before


def test_each_row_leads_to_its_working_of_now_and_of_then(client):
    cup = finished()
    people = {entrant for entrant, _, _ in shown(cup)}

    for page, then in ((url("standings", cup), ""), (url("final_standings", cup, 1, 1), "?of=1")):
        links = re.findall(r'href="([^"]*/why/[^"]*)"', client.get(page).content.decode())
        assert {urljoin(page, link) for link in links} == {url("why_rank", cup, pk) + then for pk in people}


def test_they_are_closed_anew_with_a_reason_and_the_old_ones_stay_readable(client):
    cup = finished()
    before = shown(cup)
    turn_round(cup)
    found = final_standings.differences(cup)[0]
    assert any(said.startswith("Anna: rank") for said in found.changes)

    final_standings.update_final_standings(
        found.stage, by=UserFactory(handle="Olga"), why="The slip was read wrongly.", token=found.token
    )

    assert shown(cup) != before
    assert final_standings.differences(cup) == []
    first, second = (client.get(url("final_standings", cup, 1, number)).content.decode() for number in (1, 2))
    assert "Updated, because: The slip was read wrongly." in second
    assert "Updated" not in first
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
    found = final_standings.differences(cup)[0]

    with pytest.raises(Refused) as refusal:
        final_standings.update_final_standings(
            found.stage, **{"by": UserFactory(), "why": "So.", "token": found.token, **change}
        )
    assert refusal.value.code == code


def test_what_is_as_the_results_say_is_not_closed_again():
    cup = finished()

    with pytest.raises(Refused) as refusal:
        final_standings.update_final_standings(cup.stages.get(), by=UserFactory(), why="So.", token="x")
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

    assert "what would change" in organizer.get(url("update_final_standings", cup)).content.decode()
    found = final_standings.differences(cup)[0]
    empty = organizer.post(url("update_final_standings", cup), {"stage": 1, "token": found.token, "why": ""})
    assert empty.status_code == 422
    done = organizer.post(url("update_final_standings", cup), {"stage": 1, "token": found.token, "why": "The slip."})
    assert done.status_code == 302
    assert client.get(url("update_final_standings", cup)).status_code == 302


def test_standings_of_a_stage_that_is_open_again_follow_its_results_and_the_closed_ones_stay_readable(client):
    cup = finished()
    found = undo_actions.preview_undo(cup, "finish")
    undo_actions.undo(cup, "finish", token=found.token)
    before = shown(cup)
    turn_round(cup)

    assert shown(cup) != before
    assert "Anna" in client.get(url("final_standings", cup, 1, 1)).content.decode()
    why = client.get(url("why_rank", cup, entrant(cup, "Anna").pk) + "?of=1").content.decode()
    assert "6 match points" in why

    cup.refresh_from_db()
    tournament_end.finish_tournament(cup)
    assert [one.number for one in leaderboard.latest_snapshots(cup)] == [2]
    assert final_standings.differences(cup) == []


def cells(page):
    """Those of Anna."""
    row = re.search(r'<th scope="row"><span>\d+</span> Anna</th>(.*?)</tr>', page, re.DOTALL)[1]
    return re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)


def test_the_cross_table_of_a_closed_group_shows_the_results_as_closed(client):
    cup = running(NAMES[:8], format=Tournament.Format.GROUPS)
    for _ in range(3):
        play_and_close(cup)
    top_cut.start_cut(cup)
    before = cells(client.get(url("cross_table", cup)).content.decode())
    turn_round(cup)

    after = cells(client.get(url("cross_table", cup)).content.decode())
    kept = cells(client.get(url("final_standings", cup, 1, 1)).content.decode())

    assert len(before) == 4
    assert before == after == kept
    anew = final_standings.differences(cup)[0]
    final_standings.update_final_standings(anew.stage, by=UserFactory(), why="The slip.", token=anew.token)
    assert cells(client.get(url("cross_table", cup)).content.decode()) != before
