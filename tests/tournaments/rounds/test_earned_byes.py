"""Byes earned before the tournament: promised by the organizer, drawn, shown, counted, and fixed with the start."""

import json

import pytest
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.pairing.event_check import Verdict, check_rounds
from bos_tournament.pairing.event_file import read_event
from bos_tournament.tournaments.entrants import csv_import, participation, registration
from bos_tournament.tournaments.models import Entrant, Staff
from bos_tournament.tournaments.rounds import manual_pairing, round_cycle, tournament_start
from bos_tournament.tournaments.structure import stage_standings
from tests.api.conftest import Program
from tests.factories import StaffFactory, UserFactory
from tests.tournaments.running_tournaments import NAMES, entrant, opened, play, play_and_close, publish, running, start

pytestmark = pytest.mark.django_db


def url(name, cup, *args):
    return reverse(f"tournaments:{name}", args=[cup.slug, *args])


def code(deed):
    with pytest.raises(Refused) as refusal:
        deed()
    return refusal.value.code


def byes_of(round_):
    """Who has which bye in a round, by name."""
    rows = round_.pairings.filter(match=None).values_list("sittings__entrant__user__handle", "unplayed")
    return sorted(rows)


def finish(round_):
    play(round_)
    round_cycle.close(round_)


@pytest.fixture
def cup():
    """Seven players for three rounds; Anna earned two byes and Ben one."""
    cup = opened(NAMES[:7])
    participation.set_earned_byes(entrant(cup, "Anna"), byes=2)
    participation.set_earned_byes(entrant(cup, "Ben"), byes=1)
    cup.refresh_from_db()
    return start(cup, planned=3)


def test_whoever_earned_byes_has_them_in_the_first_rounds_and_they_count_as_won(cup):
    first = publish(cup)
    assert [row for row in byes_of(first) if row[1] == "earned_bye"] == [("Anna", "earned_bye"), ("Ben", "earned_bye")]
    assert [kind for _, kind in byes_of(first)].count("bye") == 1  # five were left

    finish(first)
    second = publish(cup)
    finish(second)
    third = publish(cup)

    assert [row for row in byes_of(second) if row[1] == "earned_bye"] == [("Anna", "earned_bye")]
    assert "earned_bye" not in [kind for _, kind in byes_of(third)]
    points = {rank.id: rank.points for rank in stage_standings.ranks(cup)}
    assert points[stage_standings.player_id(entrant(cup, "Anna"))] == 6


def test_anybody_can_draw_the_rounds_again_from_the_file(cup):
    for _ in range(3):
        play_and_close(cup)

    checked = check_rounds(read_event(json.dumps(stage_standings.export_event(cup))))

    assert [one.verdict for one in checked] == [Verdict.SAME] * 3


def test_whoever_has_an_earned_bye_keeps_it_when_pairs_are_set_by_hand(cup):
    draft = round_cycle.create_draft_round(cup, number=1)
    anna, cleo = entrant(cup, "Anna"), entrant(cup, "Cleo")

    assert (
        code(lambda: manual_pairing.swap_entrants(draft, one=cleo.pk, other=anna.pk, why="She wants to play."))
        == "bye_earned"
    )


def test_byes_are_promised_before_the_start_to_whoever_takes_part_in_swiss_rounds():
    cup = opened(NAMES[:3])
    anna, ben = entrant(cup, "Anna"), entrant(cup, "Ben")

    assert code(lambda: participation.set_earned_byes(anna, byes=4)) == "no_such_number"
    assert participation.set_earned_byes(anna, byes=3).earned_byes == 3
    assert participation.set_earned_byes(anna, byes=0).earned_byes == 0
    registration.withdraw(ben)
    assert code(lambda: participation.set_earned_byes(ben, byes=1)) == "not_entered"
    cup.refresh_from_db()
    start(cup)
    assert code(lambda: participation.set_earned_byes(anna, byes=1)) == "already_started"
    assert code(lambda: participation.set_earned_byes(anna, byes=0)) == "already_started"
    knockout = opened(NAMES[3:6], format="single_elimination", name="Knockout")
    assert code(lambda: participation.set_earned_byes(entrant(knockout, "Dora"), byes=1)) == "no_swiss_rounds"


def test_byes_end_with_the_entry_and_do_not_come_back_with_it():
    cup = opened(NAMES[:3])
    anna = participation.set_earned_byes(entrant(cup, "Anna"), byes=2)

    registration.withdraw(anna)

    assert registration.join(anna.user, cup).earned_byes == 0


def test_earned_byes_ask_for_as_many_rounds_as_those_who_would_have_been_beaten():
    cup = opened(NAMES[:8])
    assert tournament_start.preview_start(cup).rounds == 3
    for name in ("Anna", "Ben"):
        participation.set_earned_byes(entrant(cup, name), byes=2)

    preview = tournament_start.preview_start(cup)

    assert (preview.players, preview.counted, preview.rounds) == (8, 14, 5)


def test_the_organizer_promises_byes_on_the_page_of_a_player_and_judges_do_not(at_the_desk):
    cup = opened(NAMES[:4])
    anna = entrant(cup, "Anna")
    desk = at_the_desk(StaffFactory(tournament=cup))

    assert "Save byes" in desk.get(url("desk_entrant", cup, anna.pk)).content.decode()
    desk.post(url("set_earned_byes", cup, anna.pk), {"byes-byes": "2"})
    wrong = desk.post(url("set_earned_byes", cup, anna.pk), {"byes-byes": "9"})

    anna.refresh_from_db()
    assert (anna.earned_byes, wrong.status_code) == (2, 422)
    assert "2 earned byes" in desk.get(url("entrants", cup)).content.decode()
    start_page = desk.get(url("start", cup)).content.decode()
    assert "2 earned byes" in start_page
    assert "With earned byes they count as 7." in start_page
    judge = at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.JUDGE))
    assert judge.post(url("set_earned_byes", cup, anna.pk), {"byes-byes": "1"}).status_code == 403
    assert "Save byes" not in judge.get(url("desk_entrant", cup, anna.pk)).content.decode()


def test_after_the_start_the_page_tells_the_byes_and_refuses_to_change_them(cup, at_the_desk):
    anna = entrant(cup, "Anna")
    desk = at_the_desk(StaffFactory(tournament=cup))

    refused = desk.post(url("set_earned_byes", cup, anna.pk), {"byes-byes": "0"})

    assert refused.status_code == 422
    page = refused.content.decode()
    assert "The tournament has started, so earned byes can no longer change." in page
    assert "Byes in the first 2 rounds, earned before the tournament." in page


def test_anna_reads_of_her_byes_and_cleo_the_onlooker_of_none_before_the_start(signed_in, client):
    cup = opened(NAMES[:4])
    anna = participation.set_earned_byes(entrant(cup, "Anna"), byes=1)

    assert "the first round counts as won" in signed_in(anna.user).get(cup.get_absolute_url()).content.decode()
    for page in (cup.get_absolute_url(), url("players", cup)):
        assert "earned bye" not in client.get(page).content.decode().casefold()


def test_everybody_reads_at_the_pairings_why_anna_does_not_play(cup, client):
    pairing = publish(cup).pairings.get(sittings__entrant=entrant(cup, "Anna"))

    assert "earned bye" in client.get(url("pairings", cup)).content.decode()
    assert "Earned bye." in client.get(url("why_pair", cup, pairing.pk)).content.decode()


def test_a_table_of_people_may_tell_their_byes():
    cup = opened(())
    dora = StaffFactory(tournament=cup).user
    text = "handle,byes\nAnna,2\nBen,\nCleo,0\nEmil,5\nFinn,one"

    reading = csv_import.import_entrants(cup, text, by=dora)

    assert dict(cup.entrants.values_list("user__handle", "earned_byes")) == {"Anna": 2, "Ben": 0, "Cleo": 0}
    assert [(fault.line, fault.column) for fault in reading.faults] == [(5, 2), (6, 2)]


def test_a_table_read_after_the_start_gives_no_byes():
    cup = running(NAMES[:4])
    dora = StaffFactory(tournament=cup).user

    reading = csv_import.preview(cup, "handle,byes\nGus,1\nHana,0", by=dora)

    assert [fault.line for fault in reading.faults] == [2]
    assert [row.handle for row in reading.entering] == ["Hana"]


def test_a_program_of_the_organizer_promises_byes():
    cup = opened(NAMES[:3])
    anna = entrant(cup, "Anna")
    path = f"tournaments/{cup.slug}/entrants/{anna.pk}/byes/"
    organizer = Program(StaffFactory(tournament=cup).user, second_factor=True)

    assert organizer.post(path, {"byes": 2}).json()["earned_byes"] == 2
    assert list(organizer.post(path, {"byes": 4}).json()["fields"]) == ["byes"]
    assert Program(anna.user).get(f"tournaments/{cup.slug}/").json()["you"]["entrant"]["earned_byes"] == 2
    assert Program(anna.user).post(path, {"byes": 3}).status_code == 403
    assert Program(UserFactory()).post(path, {"byes": 3}).status_code == 403
    assert Entrant.objects.get(pk=anna.pk).earned_byes == 2
