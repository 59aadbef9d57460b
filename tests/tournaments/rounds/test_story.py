"""A whole tournament from the start to its champion, told by the deeds behind the pages."""

import json
import subprocess
import sys

import pytest

from bos_tournament.pairing.event import Unplayed
from bos_tournament.pairing.event_file import read_event
from bos_tournament.pairing.standings import standings as plain_standings
from bos_tournament.tournaments.entrants import guests, participation
from bos_tournament.tournaments.models import Entrant, Pairing, Tournament
from bos_tournament.tournaments.rounds import round_cycle, top_cut, tournament_end
from bos_tournament.tournaments.standings import standings_rows
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.next_step import Next, next_deed
from bos_tournament.tournaments.structure.stages import position
from tests.factories import DeckVersionFactory, UserFactory
from tests.tournaments.running_tournaments import entrant, lines_of, play, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def test_eight_players_three_rounds_a_drop_a_bye_a_walk_in_a_cut_and_a_champion(tmp_path):
    cup = running(planned=3, format=Tournament.Format.SWISS_CUT, cut=2)
    play_and_close(cup)

    participation.drop(entrant(cup, "Hana"))
    second = publish(cup)
    byes = second.pairings.filter(match=None)
    assert byes.get().unplayed == Unplayed.BYE
    play(second)
    round_cycle.close(second)

    mia, _ = guests.add_guest(cup, handle="Mia", real_name="", by=UserFactory())
    mia.deck_version = DeckVersionFactory(owner=mia.user)
    mia.save()
    third = play_and_close(cup)
    assert third.sittings.filter(entrant=mia).exists()
    missed = Pairing.objects.filter(sittings__entrant=mia, unplayed=Unplayed.LATE)
    assert missed.count() == 2

    exported = tmp_path / "event.json"
    exported.write_text(json.dumps(stage_standings.export_event(cup)))
    said = subprocess.run(
        [sys.executable, "-m", "bos_tournament.pairing", "standings", str(exported), "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    ours = [
        {"id": f"P{Entrant.objects.get(pk=line.entrant).place}", "rank": line.rank, "points": line.points}
        for line in lines_of(cup)
    ]
    assert [{key: rank[key] for key in ("id", "rank", "points")} for rank in json.loads(said.stdout)] == ours

    assert next_deed(position(cup)) == Next.CUT
    top_cut.start_cut(cup)
    final = publish(cup)
    assert final.number == 4
    assert final.pairings.get().match.draws_allowed is False
    play(final)
    round_cycle.close(final)
    tournament_end.finish_tournament(cup)

    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED
    assert [str(one.user) for one in standings_rows.champions(cup)] == ["Anna"]


def test_the_exported_file_is_the_event_the_site_ranks():
    cup = running(planned=2)
    play_and_close(cup)

    event = read_event(json.dumps(stage_standings.export_event(cup)))

    assert plain_standings(event) == stage_standings.ranks(cup)
