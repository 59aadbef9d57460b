"""Rounds: drawn, looked at, set by hand, published, taken back, closed; and what each of them refuses."""

import json
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bos_tournament.errors import Refused
from bos_tournament.judging.models import Dispute
from bos_tournament.matches.models import Match
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Tournament
from bos_tournament.tournaments.rounds import manual_pairing, result_entry, round_cycle, top_cut, tournament_end
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.next_step import Next, next_deed
from bos_tournament.tournaments.structure.stages import position
from tests.factories import UserFactory
from tests.tournaments.running_tournaments import (
    NAMES,
    enter,
    entrant,
    names_at,
    play,
    play_and_close,
    publish,
    running,
)

pytestmark = pytest.mark.django_db


def code_of(refusal):
    return refusal.value.code


def test_a_draft_is_no_chance_drawn_again_it_is_the_same():
    cup = running(NAMES[:7])
    round_ = round_cycle.create_draft_round(cup, number=1)
    before = names_at(round_)

    round_cycle.redraw_round(round_)

    assert names_at(round_) == before


def test_asked_twice_it_is_one_draft():
    cup = running(NAMES[:4])

    assert round_cycle.create_draft_round(cup, number=1) == round_cycle.create_draft_round(cup, number=1)


def test_the_round_after_the_next_cannot_be_drawn():
    with pytest.raises(Refused) as refusal:
        round_cycle.create_draft_round(running(NAMES[:4]), number=2)

    assert code_of(refusal) == "not_next"


def test_publishing_starts_a_match_at_every_table_with_the_pinned_lists():
    cup = running(NAMES[:5], bids_on_paper=True)

    round_ = publish(cup)

    matches = Match.objects.filter(pairing__round=round_)
    assert [pairing.table for pairing in round_.pairings.exclude(match=None)] == [1, 2]
    assert {(one.pool, one.edition, one.draws_allowed, one.bids_on_paper) for one in matches} == {
        (cup.pool, cup.edition, True, True)
    }
    for seat in matches[0].seats.all():
        assert seat.deck_version == entrant(cup, seat.user.handle).deck_version


def test_published_twice_it_starts_once():
    cup = running(NAMES[:4])
    round_ = publish(cup)

    round_cycle.publish(round_)

    assert Match.objects.count() == 2


def test_a_draft_that_somebody_left_is_not_published():
    cup = running(NAMES[:4])
    round_ = round_cycle.create_draft_round(cup, number=1)
    participation.drop(entrant(cup, "Ben"))

    with pytest.raises(Refused) as refusal:
        round_cycle.publish(round_)
    assert code_of(refusal) == "draft_outdated"
    assert "Ben is no longer to be paired." in str(refusal.value)

    round_cycle.redraw_round(round_)
    assert round_cycle.publish(round_).state == Round.State.PUBLISHED


def test_a_draft_is_not_published_after_a_result_before_it_changed():
    cup = running(NAMES[:8], planned=3)
    first = play_and_close(cup)
    draft = round_cycle.create_draft_round(cup, number=2)
    for table in (1, 2):
        pairing = first.pairings.get(table=table)
        enter(pairing, *((0, 2) if pairing.match.winner.number == 1 else (2, 0)))

    with pytest.raises(Refused) as refusal:
        round_cycle.publish(draft)

    assert code_of(refusal) == "draft_outdated"


def test_a_published_round_is_taken_back_while_no_game_is_decided():
    cup = running(NAMES[:4])
    round_ = publish(cup)
    match = round_.pairings.first().match

    round_cycle.unpublish(round_)

    match.refresh_from_db()
    round_.refresh_from_db()
    assert match.called_off_at is not None
    assert round_.state == Round.State.DRAFT
    assert not round_.pairings.exclude(match=None).exists()
    assert round_cycle.publish(round_).state == Round.State.PUBLISHED


def test_a_round_with_a_result_is_not_taken_back():
    cup = running(NAMES[:4])
    round_ = publish(cup)
    enter(round_.pairings.get(table=2))

    with pytest.raises(Refused) as refusal:
        round_cycle.unpublish(round_)

    assert code_of(refusal) == "match_has_result"
    assert not Match.objects.exclude(called_off_at=None).exists()


def test_a_closed_round_is_not_taken_back():
    cup = running(NAMES[:4])

    with pytest.raises(Refused) as refusal:
        round_cycle.unpublish(play_and_close(cup))

    assert code_of(refusal) == "round_closed"


def test_a_round_closes_only_with_every_result():
    cup = running(NAMES[:4])
    round_ = publish(cup)
    enter(round_.pairings.get(table=1))

    with pytest.raises(Refused) as refusal:
        round_cycle.close(round_)

    assert code_of(refusal) == "results_missing"
    assert "1 table has no result." in str(refusal.value)


def test_a_round_does_not_close_while_a_dispute_waits():
    cup = running(NAMES[:4])
    round_ = publish(cup)
    play(round_)
    match = round_.pairings.first().match
    dispute = Dispute.objects.create(game=match.games.get(), filed_by=match.seats.first().user, claim="That attack.")

    with pytest.raises(Refused) as refusal:
        round_cycle.close(round_)
    assert "dispute" in str(refusal.value)

    dispute.state = Dispute.State.RULED
    dispute.save()
    assert round_cycle.close(round_).closed_at


def test_a_dispute_filed_after_the_close_holds_the_next_round_back():
    cup = running(NAMES[:4])
    round_ = play_and_close(cup)
    match = round_.pairings.first().match
    Dispute.objects.create(game=match.games.get(), filed_by=match.seats.first().user, claim="That attack.")

    with pytest.raises(Refused) as refusal:
        round_cycle.create_draft_round(cup, number=2)

    assert code_of(refusal) == "results_missing"


def test_a_draft_is_not_closed_and_a_published_round_not_thrown_away():
    cup = running(NAMES[:4])
    draft = round_cycle.create_draft_round(cup, number=1)
    with pytest.raises(Refused) as refusal:
        round_cycle.close(draft)
    assert code_of(refusal) == "not_published"

    round_cycle.publish(draft)
    for deed in (round_cycle.discard, round_cycle.redraw_round):
        with pytest.raises(Refused) as refusal:
            deed(draft)
        assert code_of(refusal) == "round_published"


def test_a_draft_thrown_away_by_somebody_else_says_so():
    cup = running(NAMES[:4])
    draft = round_cycle.create_draft_round(cup, number=1)
    gone = Round.objects.select_related("stage__tournament").get(pk=draft.pk)
    round_cycle.discard(draft)

    with pytest.raises(Refused) as refusal:
        round_cycle.publish(gone)

    assert code_of(refusal) == "draft_gone"


def test_two_people_change_places_by_hand_with_a_public_reason():
    cup = running(NAMES[:4])
    draft = round_cycle.create_draft_round(cup, number=1)
    one, other = (pairing.sittings.get(number=1).entrant for pairing in draft.pairings.all())
    before = names_at(draft)

    manual_pairing.swap_entrants(draft, one=one.pk, other=other.pk, why="They are siblings.")

    assert names_at(draft) == {
        1: before[1] - {str(one.user)} | {str(other.user)},
        2: before[2] - {str(other.user)} | {str(one.user)},
    }
    assert set(draft.pairings.values_list("by_hand", flat=True)) == {"They are siblings."}
    assert round_cycle.publish(draft).state == Round.State.PUBLISHED


def test_the_bye_changes_hands_too():
    cup = running(NAMES[:5])
    draft = round_cycle.create_draft_round(cup, number=1)
    free = draft.pairings.get(unplayed="bye").sittings.get().entrant
    seated = draft.pairings.get(table=1).sittings.get(number=2).entrant

    manual_pairing.swap_entrants(draft, one=free.pk, other=seated.pk, why="Came by the late train.")

    assert draft.pairings.get(unplayed="bye").sittings.get().entrant == seated
    assert draft.pairings.get(table=1).sittings.get(number=2).entrant == free


def hand_refusals(draft):
    table = draft.pairings.get(table=1)
    one, other = (sitting.entrant.pk for sitting in table.sittings.all())
    third = draft.pairings.get(table=2).sittings.first().entrant.pk
    stranger = Entrant(pk=None).pk or UserFactory().pk
    return {
        "reason_missing": {"one": one, "other": third, "why": "  "},
        "same_pairing": {"one": one, "other": other, "why": "Why not."},
        "not_in_draft": {"one": one, "other": stranger, "why": "Why not."},
    }


@pytest.mark.parametrize("code", ["reason_missing", "same_pairing", "not_in_draft"])
def test_by_hand_is_refused(code):
    draft = round_cycle.create_draft_round(running(NAMES[:4]), number=1)

    with pytest.raises(Refused) as refusal:
        manual_pairing.swap_entrants(draft, **hand_refusals(draft)[code])

    assert code_of(refusal) == code


def test_a_published_round_and_a_bracket_are_not_set_by_hand():
    cup = running(NAMES[:4])
    round_ = publish(cup)
    one, other = (pairing.sittings.first().entrant.pk for pairing in round_.pairings.all())
    with pytest.raises(Refused) as refusal:
        manual_pairing.swap_entrants(round_, one=one, other=other, why="Too late.")
    assert code_of(refusal) == "round_published"

    single = running([f"{name} B" for name in NAMES[:4]], format=Tournament.Format.SINGLE)
    draft = round_cycle.create_draft_round(single, number=1)
    one, other = (pairing.sittings.first().entrant.pk for pairing in draft.pairings.all())
    with pytest.raises(Refused) as refusal:
        manual_pairing.swap_entrants(draft, one=one, other=other, why="As friends wish.")
    assert code_of(refusal) == "bracket_not_by_hand"


def test_a_fixed_table_is_kept_in_every_round():
    cup = running(NAMES[:6], planned=2)
    participation.fix_table(entrant(cup, "Ben"), table=9)

    for _ in range(2):
        round_ = publish(cup)
        assert "Ben" in names_at(round_)[9]
        assert sorted(names_at(round_)) == [1, 2, 9]
        play(round_)
        round_cycle.close(round_)


def test_two_people_cannot_have_the_same_fixed_table():
    cup = running(NAMES[:4])
    participation.fix_table(entrant(cup, "Ben"), table=9)

    with pytest.raises(Refused) as refusal:
        participation.fix_table(entrant(cup, "Anna"), table=9)

    assert code_of(refusal) == "table_taken"


def test_the_cut_takes_the_best_who_still_play_in_the_order_of_the_standings():
    cup = running(NAMES[:8], planned=3, format=Tournament.Format.SWISS_CUT, cut=4)
    for _ in range(3):
        play_and_close(cup)
    field = {stage_standings.player_id(one): one for one in stage_standings.entrants_by_place(cup)}
    ranks = {str(field[rank.id].pk): rank.rank for rank in stage_standings.ranks(cup)}
    second = next(field[rank.id] for rank in stage_standings.ranks(cup) if rank.rank == 2)
    participation.drop(second)

    stage = top_cut.start_cut(cup)

    left = sorted(rank for pk, rank in ranks.items() if pk != str(second.pk))
    assert [ranks[pk] for pk in stage.seeds] == left[:4]
    assert str(second.pk) not in stage.seeds
    assert top_cut.start_cut(cup) == stage


def test_the_cut_waits_for_the_last_swiss_round():
    with pytest.raises(Refused) as refusal:
        top_cut.start_cut(running(NAMES[:4], planned=2, format=Tournament.Format.SWISS_CUT, cut=2))

    assert code_of(refusal) == "swiss_not_over"


def test_the_tournament_does_not_end_before_its_last_round():
    cup = running(NAMES[:4], planned=2)
    play_and_close(cup)

    with pytest.raises(Refused) as refusal:
        tournament_end.finish_tournament(cup)

    assert code_of(refusal) == "not_over"


def test_when_everybody_but_one_has_left_the_tournament_can_end():
    cup = running(NAMES[:3], planned=3)
    play_and_close(cup)
    for name in ("Ben", "Cleo"):
        participation.drop(entrant(cup, name))

    assert next_deed(position(cup)) == Next.FINISH


def test_six_in_a_bracket_play_to_one_champion_with_byes_for_the_best_seeds():
    cup = running(NAMES[:6], format=Tournament.Format.SINGLE)
    first = publish(cup)
    assert first.pairings.filter(unplayed="bye").count() == 2
    assert first.pairings.exclude(match=None).count() == 2
    play(first)
    round_cycle.close(first)
    play_and_close(cup)
    final = play_and_close(cup)
    assert final.pairings.get().bracket_id == "F1"

    assert tournament_end.finish_tournament(cup).state == Tournament.State.FINISHED


def test_whoever_leaves_the_bracket_gives_the_next_match_away():
    cup = running(NAMES[:4], format=Tournament.Format.SINGLE)
    round_ = publish(cup)
    play(round_)
    winner = round_.pairings.get(table=1).match.winner.user
    round_cycle.close(round_)
    participation.drop(entrant(cup, winner.handle))

    assert next_deed(position(cup)) == Next.FINISH


def test_nobody_in_a_bracket_match_came_so_the_other_side_goes_on():
    cup = running(NAMES[:4], format=Tournament.Format.SINGLE)
    round_ = publish(cup)
    table = round_.pairings.get(table=1)
    participation.no_show(table, absent=[1, 2], by=UserFactory(), why="An hour late.", and_drop=False)
    play(round_)
    round_cycle.close(round_)

    assert next_deed(position(cup)) == Next.FINISH


def test_a_bracket_match_cannot_be_drawn():
    cup = running(NAMES[:4], format=Tournament.Format.SINGLE)
    pairing = publish(cup).pairings.first()

    with pytest.raises(Refused) as refusal:
        enter(pairing, 1, 1)

    assert code_of(refusal) == "no_draws"


def test_another_winner_comes_too_late_once_the_bracket_went_on():
    cup = running(NAMES[:4], format=Tournament.Format.SINGLE)
    first = play_and_close(cup)
    publish(cup)
    pairing = first.pairings.get(table=1)
    loser = next(seat for seat in pairing.match.seats.all() if seat != pairing.match.winner)
    wins = {seat.number: 2 if seat == loser else 0 for seat in pairing.match.seats.all()}

    asked = {"by": UserFactory(), "wins": wins, "winner": loser, "reason": "played", "why": "Mixed up."}

    with pytest.raises(Refused) as refusal:
        result_entry.enter_result(pairing, **asked, seen=pairing.match.version)

    assert code_of(refusal) == "bracket_gone_on"


def test_foreseeing_a_correction_changes_nothing():
    cup = running(NAMES[:4], planned=2)
    pairing = play_and_close(cup).pairings.get(table=1)
    loser = next(seat for seat in pairing.match.seats.all() if seat != pairing.match.winner)
    wins = {seat.number: 2 if seat == loser else 0 for seat in pairing.match.seats.all()}
    asked = {"by": UserFactory(), "wins": wins, "winner": loser, "reason": "played", "why": "Mixed up."}
    before = stage_standings.ranks(cup)

    told = result_entry.preview_result(pairing, **asked)
    assert stage_standings.ranks(cup) == before

    assert result_entry.enter_result(pairing, **asked, seen=pairing.match.version) == told
    assert stage_standings.ranks(cup) != before


def test_each_round_can_be_drawn_again_from_its_file(tmp_path):
    cup = running(NAMES[:7], planned=3)
    play_and_close(cup)
    participation.drop(entrant(cup, "Gus"))
    second = play_and_close(cup)
    participation.reinstate(entrant(cup, "Gus"), by=UserFactory())
    publish(cup)
    file = tmp_path / "event.json"
    file.write_text(json.dumps(stage_standings.export_event(cup, before=second)))

    command = [sys.executable, "-m", "bos_tournament.pairing", "pair", str(file), "--json", "--seed"]
    said = subprocess.run([*command, str(int(cup.seed, 16))], capture_output=True, text=True, check=True)

    drawn = [set(pair["players"]) for pair in json.loads(said.stdout)["pairs"]]
    played = [
        {stage_standings.player_id(sitting.entrant) for sitting in pairing.sittings.all()}
        for pairing in second.pairings.exclude(match=None).order_by("table")
    ]
    assert drawn == played


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 6), st.sampled_from(["drop", "back"])), max_size=6), st.integers(4, 7))
def test_whoever_drops_and_returns_nobody_meets_twice_and_everybody_sits_once(db, moves, players):
    names = [f"H{Tournament.objects.count()} {name}" for name in NAMES[:players]]
    cup = running(names, planned=3)
    for at in range(3):
        for who, move in moves[at * 2 : at * 2 + 2]:
            one = entrant(cup, names[who % players])
            if (
                move == "drop"
                and one.state == Entrant.State.PLAYING
                and cup.entrants.filter(state="playing").count() > 2
            ):
                participation.drop(one)
            elif move == "back" and one.state == Entrant.State.DROPPED:
                participation.reinstate(one, by=UserFactory())
        if next_deed(position(cup)) == Next.DRAW:
            play_and_close(cup)

    byes = Pairing.objects.filter(round__stage__tournament=cup, unplayed="bye").values_list(
        "sittings__entrant", flat=True
    )
    playing = set(cup.entrants.filter(state="playing").values_list("pk", flat=True))
    for round_ in Round.objects.filter(stage__tournament=cup):
        seated = set(round_.sittings.values_list("entrant", flat=True))
        assert playing <= seated
    assert len(byes) <= 3
