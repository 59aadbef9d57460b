"""What a round of thousands needs: as many statements as a small one, all of it or nothing, and no look that draws."""

from datetime import timedelta

import pghistory
import pytest
from django.apps import apps
from django.db import DatabaseError
from django.utils import timezone

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Pairing, Round, Staff, Tournament
from bos_tournament.tournaments.rounds import result_entry, round_cycle, separated_pairs, top_cut, views_desk
from bos_tournament.tournaments.rounds.draw_inputs import draw_inputs
from bos_tournament.tournaments.structure.stages import pulse
from tests.factories import StaffFactory, UserFactory
from tests.tournaments.running_tournaments import NAMES, entrant, play, play_and_close, publish, ready, running

pytestmark = pytest.mark.django_db


def of_many(count, name="Anna", **settings):
    return running([f"{name} {number}" for number in range(count)], planned=2, **settings)


def test_drafting_publishing_and_the_cut_take_the_same_statements_for_4_and_30_players(django_assert_max_num_queries):
    def statements(count, name):
        cup = of_many(count, name, format=Tournament.Format.SWISS_CUT, cut=4)
        play_and_close(cup)
        with django_assert_max_num_queries(34) as drafting:
            draft = round_cycle.create_draft_round(cup, number=2)
        with django_assert_max_num_queries(25) as publishing:
            round_cycle.publish(draft)
        play(draft)
        round_cycle.close(draft)
        with django_assert_max_num_queries(26) as cutting:
            top_cut.start_cut(cup)
        return [len(captured) for captured in (drafting, publishing, cutting)]

    assert statements(4, "Few") == statements(30, "Many")


def test_a_draft_that_fits_is_not_drawn_again_to_see_that(django_assert_num_queries):
    cup = running(NAMES[:8])
    play_and_close(cup)
    draft, now = round_cycle.create_draft_round(cup, number=2), pulse(cup)

    with django_assert_num_queries(1):
        assert round_cycle.outdated(draft, now) == []


def drops(cup):
    participation.drop(entrant(cup, "Anna"))


def comes_late(cup):
    ready(cup, "Zoe", place=9, state="playing")


def keeps_a_table(cup):
    participation.fix_table(entrant(cup, "Ben"), table=4)


def are_kept_apart(cup):
    separated_pairs.separate_pair(entrant(cup, "Anna"), entrant(cup, "Ben"), never=True)


def is_corrected(cup):
    match = Match.objects.filter(pairing__round__number=1).first()
    loser = match.seats.exclude(pk=match.winner_id).get()
    wins = {seat.number: 2 * (seat == loser) for seat in match.seats.all()}
    said = {"reason": "played", "why": "Swapped.", "seen": match.version}
    result_entry.enter_result(match.pairing, by=UserFactory(), wins=wins, winner=loser, **said)


@pytest.mark.parametrize("change", [drops, comes_late, keeps_a_table, are_kept_apart, is_corrected])
def test_whatever_a_round_is_drawn_from_is_seen_to_have_changed(change):
    cup = running(NAMES[:8])
    play_and_close(cup)
    draft = round_cycle.create_draft_round(cup, number=2)
    assert draft.drawn_from == draw_inputs(cup, pulse(cup))

    change(cup)

    assert draft.drawn_from != draw_inputs(cup, pulse(cup))


def test_a_publication_that_fails_at_its_end_leaves_the_draft_as_it_was(monkeypatch):
    cup = running(NAMES[:8])
    draft = round_cycle.create_draft_round(cup, number=1)

    def fails(tournament):
        raise DatabaseError("The disk is full.")

    monkeypatch.setattr(round_cycle, "bump_version", fails)
    with pytest.raises(DatabaseError):
        round_cycle.publish(draft)

    assert Round.objects.get(pk=draft.pk).state == Round.State.DRAFT
    assert not Match.objects.exists()
    assert draft.pairings.exclude(match=None).count() == 0


def test_a_draft_that_fails_at_its_end_leaves_nothing(monkeypatch):
    cup = running(NAMES[:8])

    def fails(tournament):
        raise DatabaseError("The disk is full.")

    monkeypatch.setattr(round_cycle, "bump_version", fails)
    with pytest.raises(DatabaseError):
        round_cycle.create_draft_round(cup, number=1)

    assert not Round.objects.exists()
    assert not Pairing.objects.exists()


def test_the_trail_has_every_row_of_a_published_round_with_who_published_it():
    cup, organizer = running(NAMES[:8]), UserFactory(handle="Olga")

    with pghistory.context(user=str(organizer.pk)):
        publish(cup)

    kept = {
        name: sorted(
            apps.get_model(app, f"{name}Event").objects.values_list("pgh_label", "pgh_context__metadata__user")
        )
        for app, name in (("tournaments", "Pairing"), ("matches", "Match"), ("matches", "Seat"), ("matches", "Game"))
    }
    by = str(organizer.pk)
    assert kept == {
        "Pairing": [("insert", by)] * 4 + [("update", by)] * 4,
        "Match": [("insert", by)] * 4,
        "Seat": [("insert", by)] * 8,
        "Game": [("insert", by)] * 4,
    }


def test_the_desk_names_the_first_late_tables_and_counts_the_others(signed_in, monkeypatch):
    monkeypatch.setattr(views_desk, "MOST_WAITING", 2)
    cup = running(NAMES[:10])
    round_ = publish(cup)
    Round.objects.filter(pk=round_.pk).update(published_at=timezone.now() - timedelta(hours=2))
    desk = signed_in(StaffFactory(tournament=cup, role=Staff.Role.ORGANIZER).user, second_factor=True)

    shown = desk.get(f"/tournaments/{cup.slug}/desk/").context

    assert [one.title for one in shown["waiting"]] == ["Table 1: not seated", "Table 2: not seated"]
    assert shown["more_waiting"] == 3
