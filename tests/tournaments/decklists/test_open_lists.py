"""Which deck lists are open to whom and when: closed, to opponents, to everybody by stage, and all after the end."""

from dataclasses import replace

import pytest
from django.urls import reverse

from bos_tournament.decks.models import DeckLook
from bos_tournament.errors import Refused
from bos_tournament.tournaments.decklists import open_lists
from bos_tournament.tournaments.entrants import player_meeting
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.printing import deck_sheets
from bos_tournament.tournaments.rounds import round_cycle, top_cut, tournament_end
from tests.api.conftest import Program
from tests.factories import StaffFactory, UserFactory
from tests.tournaments.running_tournaments import NAMES, entrant, opened, play_and_close, publish, running

pytestmark = pytest.mark.django_db
CLOSED, OPPONENTS, OPEN = Tournament.Lists


def who(cup, viewer=None):
    """Whose lists somebody reads."""
    cup = Tournament.objects.get(pk=cup.pk)
    user = entrant(cup, viewer).user.pk if viewer else None
    return {str(one.user) for one in open_lists.open_to(user, cup)}


def address(cup):
    return reverse("tournaments:published_lists", args=[cup.slug])


def test_closed_lists_are_read_by_nobody_else_while_it_is_played(client, signed_in):
    cup = running(NAMES[:4])
    publish(cup)

    assert (who(cup), who(cup, "Anna")) == (set(), set())
    assert client.get(address(cup)).status_code == 404
    assert signed_in(entrant(cup, "Anna").user).get(address(cup)).status_code == 404


def test_opponents_read_each_others_lists_once_the_round_is_published(client, signed_in):
    cup = running(NAMES[:4], planned=2, stage_lists=OPPONENTS)
    round_ = round_cycle.create_draft_round(cup, number=1)
    assert who(cup, "Anna") == set()

    round_cycle.publish(round_)

    (other,) = who(cup, "Anna")
    assert who(cup, other) == {"Anna"}
    assert client.get(address(cup)).status_code == 404
    assert signed_in(UserFactory()).get(address(cup)).status_code == 404
    assert other in signed_in(entrant(cup, "Anna").user).get(address(cup)).content.decode()


def test_open_lists_of_a_stage_are_read_by_everybody_from_its_start(client):
    cup = opened(NAMES[:4], stage_lists=OPEN)
    assert client.get(address(cup)).status_code == 404

    cup = running(("Ida", "Jon"), stage_lists=OPEN)

    assert who(cup) == {"Ida", "Jon"}
    assert client.get(address(cup)).status_code == 200


def test_in_the_cut_only_lists_of_those_who_play_on_are_open():
    cup = running(NAMES[:6], planned=1, format="swiss_cut", cut=2, cut_lists=OPEN)
    play_and_close(cup)
    assert who(cup) == set()

    stage = top_cut.start_cut(Tournament.objects.get(pk=cup.pk))

    assert len(who(cup)) == 2
    assert {str(one.pk) for one in open_lists.open_to(None, cup)} == set(map(str, stage.seeds))


def test_in_the_cut_opponents_only():
    cup = running(NAMES[:6], planned=1, format="swiss_cut", cut=2, cut_lists=OPPONENTS)
    play_and_close(cup)
    stage = top_cut.start_cut(Tournament.objects.get(pk=cup.pk))
    publish(Tournament.objects.get(pk=cup.pk))

    one, other = (str(cup.entrants.get(pk=pk).user) for pk in stage.seeds)
    third = next(name for name in NAMES[:6] if name not in (one, other))

    assert (who(cup, one), who(cup, third), who(cup)) == ({other}, set(), set())


def test_after_the_end_all_are_open_where_the_organizer_chose_so():
    cup = running(NAMES[:4], planned=1, publish_lists=True)
    play_and_close(cup)
    assert who(cup) == set()

    tournament_end.finish_tournament(Tournament.objects.get(pk=cup.pk))

    assert who(cup) == set(NAMES[:4])


def test_once_a_list_is_in_a_setting_only_becomes_stricter():
    cup = opened(NAMES[:2], stage_lists=OPPONENTS, online=True)
    plan = lifecycle.plan_of(cup)

    with pytest.raises(Refused) as refusal:
        lifecycle.edit(cup, replace(plan, stage_lists=OPEN))
    lifecycle.edit(cup, replace(plan, stage_lists=CLOSED))

    assert "stage_lists" in refusal.value.facts["fields"]
    cup.refresh_from_db()
    assert cup.stage_lists == CLOSED


def test_players_are_told_before_they_hand_in(client):
    cup = opened((), format="swiss_cut", cut=4, stage_lists=OPPONENTS, cut_lists=OPEN, publish_lists=True)

    told = list(open_lists.describe_visibility(cup))

    assert [sentence.split(",")[0].split(" ", 2)[2] for sentence in told[:2]] == ["first stage", "cut"]
    assert "public" in told[2]


def test_a_program_reads_what_its_user_may():
    cup = running(NAMES[:2], stage_lists=OPPONENTS)
    publish(cup)
    path = f"tournaments/{cup.slug}/lists/"

    mine = Program(entrant(cup, "Anna").user).get(path).json()["results"]

    assert [one["name"] for one in mine] == ["Ben"]
    assert Program().get(path).status_code == 404


def test_judges_print_all_lists_before_the_first_round_and_each_look_is_kept(at_the_desk):
    cup = opened(NAMES[:5])
    judge = StaffFactory(tournament=cup, role="judge")

    sheets = deck_sheets.list_sheets(cup, tables=None, by=judge.user, purpose="Before play")

    assert [sheet.name for sheet in sheets] == list(NAMES[:5])
    assert DeckLook.objects.filter(viewer=judge.user, purpose="Before play").count() == 5
    printed = at_the_desk(judge).post(reverse("tournaments:list_sheets_pdf", args=[cup.slug]), {"purpose": "Again"})
    assert printed.content.startswith(b"%PDF-")


def test_judges_are_told_that_there_is_no_list_to_print_yet(at_the_desk):
    cup = opened(())
    paper = at_the_desk(StaffFactory(tournament=cup, role="judge")).get(
        reverse("tournaments:printing", args=[cup.slug])
    )

    assert "No deck list submitted yet." in paper.content.decode()
    assert reverse("tournaments:list_sheets_pdf", args=[cup.slug]) not in paper.content.decode()


def test_lists_are_printed_by_the_tables_of_the_player_meeting():
    cup = opened(NAMES[:5])
    by = StaffFactory(tournament=cup, role="judge").user
    with pytest.raises(Refused) as refusal:
        deck_sheets.list_sheets(cup, tables={2}, by=by, purpose="Some")
    assert refusal.value.code == "no_meeting"

    player_meeting.seat_meeting(cup)
    cup.refresh_from_db()
    sheets = deck_sheets.list_sheets(cup, tables={2}, by=by, purpose="Some")

    assert [(sheet.table, sheet.name) for sheet in sheets] == [("Table 2", "Cleo"), ("Table 2", "Dora")]


def test_anna_prints_her_own_list_and_cleo_none(signed_in):
    cup = opened(NAMES[:1])
    address = reverse("tournaments:own_list_pdf", args=[cup.slug])

    assert signed_in(entrant(cup, "Anna").user).get(address).content.startswith(b"%PDF-")
    assert signed_in(UserFactory()).get(address).status_code == 404
