"""Penalties: what the list proposes, what each does, who gives, sees and takes them back."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.judging import access_calls_and_penalties
from bos_tournament.judging.models import Penalty
from bos_tournament.judging.penalties import penalty_decisions
from bos_tournament.judging.penalties.infractions import infractions
from bos_tournament.matches.models import Game, Match
from bos_tournament.messages import localize_kept
from bos_tournament.tournaments.models import Entrant, Round, Tournament
from bos_tournament.tournaments.rounds import result_entry, round_cycle
from engine.bos.model.rulebook import rulebook
from tests.factories import StaffFactory, UserFactory
from tests.judging.cases import at_a_table
from tests.matches.playing import Step, enter, fresh

pytestmark = pytest.mark.django_db
Level, State = Penalty.Level, Penalty.State


def annas_entry(case):
    return case.tournament.entrants.get(user=case.anna.user)


def give(case, level=Level.WARNING, **told):
    asked = {"by": case.judge, "infraction": "record", "rule": "10.3.2", "note": "No totals since turn 4.", **told}
    return penalty_decisions.penalize(annas_entry(case), level=level, **asked)


def refused(code, deed, *args, **told):
    with pytest.raises(Refused) as refusal:
        deed(*args, **told)
    assert refusal.value.code == code


def head_judge(case):
    return StaffFactory(tournament=case.tournament, role="head_judge", user=UserFactory(second_factor=True)).user


# --- the list ---


def test_every_infraction_has_a_ladder_that_never_gets_milder_and_cites_rules_that_exist():
    order = list(Level)
    for one in infractions().values():
        heights = [order.index(step) for step in one.steps]

        assert one.name
        assert one.about
        assert one.steps
        assert heights == sorted(heights)
        assert not one.rule or one.rule in rulebook()


def test_repeats_of_the_same_infraction_escalate_and_others_do_not_count():
    case = at_a_table()
    proposed = []

    for _ in range(4):
        proposed.append(penalty_decisions.proposal(annas_entry(case), "record").level)
        give(case)
    give(case, infraction="game-rule")

    assert proposed == [Level.WARNING, Level.WARNING, Level.GAME_LOSS, Level.GAME_LOSS]
    assert penalty_decisions.proposal(annas_entry(case), "marked-cards").level == Level.WARNING


def test_what_was_taken_back_and_other_tournaments_do_not_count():
    case, other = at_a_table(), at_a_table()
    given = give(case)
    Entrant.objects.filter(pk=annas_entry(other).pk).update(user=case.anna.user)
    penalty_decisions.penalize(
        other.tournament.entrants.get(user=case.anna.user), by=other.judge, infraction="marked-cards", level="warning",
        rule="12.1.3", note="Bent.",
    )  # fmt: skip

    penalty_decisions.undo_penalty(given, by=case.judge, why="It was Ben.")

    assert penalty_decisions.proposal(annas_entry(case), "marked-cards").earlier == ()
    assert penalty_decisions.proposal(annas_entry(case), "record").earlier == ()


def test_a_judge_may_deviate_and_the_proposal_of_then_is_kept():
    given = give(at_a_table(), Level.GAME_LOSS)

    assert (given.level, given.proposed) == (Level.GAME_LOSS, Level.WARNING)


# --- effects ---


def test_a_warning_changes_no_result():
    case = at_a_table()
    before = fresh(case.match)

    given = give(case)

    assert (given.state, given.told, fresh(case.match).step) == (State.GIVEN, [], before.step)


def test_a_game_loss_decides_the_game_that_is_on_and_does_not_tell_the_public_what_for():
    case = at_a_table()

    given = give(case, Level.GAME_LOSS)

    game = case.match.games.get(number=1)
    assert (game.outcome, game.winner, given.game) == (Game.Outcome.WON, case.ben, game)
    assert "Game 1 is won by" in localize_kept(given.told[0])
    assert case.match.corrections.get().reason_words == "A judge gave a game loss."


def test_a_match_loss_ends_the_match_that_is_on():
    case = at_a_table(Step.SWAPPING)  # Anna won game 1.

    give(case, Level.MATCH_LOSS)

    match = fresh(case.match)
    assert (match.winner, match.reason) == (case.ben, "judged")
    assert [seat.games_won for seat in match.seats.order_by("number")] == [1, 2]


def test_between_matches_a_loss_waits_and_the_desk_is_told(signed_in):
    case = at_a_table()
    Match.objects.filter(pk=case.match.pk).update(called_off_at=timezone.now())

    given = give(case, Level.GAME_LOSS)
    desk = signed_in(case.judge, second_factor=True).get(reverse("tournaments:desk", args=[case.tournament.slug]))

    assert given.state == State.DUE
    assert f"{case.anna.user}: game loss pending" in desk.content.decode()
    refused("no_open_match", penalty_decisions.apply_penalty, given, by=case.judge)


def test_a_loss_that_waited_is_carried_out_once_in_the_next_match():
    case = at_a_table()
    Match.objects.filter(pk=case.match.pk).update(called_off_at=timezone.now())
    given = give(case, Level.GAME_LOSS)
    Match.objects.filter(pk=case.match.pk).update(called_off_at=None)

    done = penalty_decisions.apply_penalty(given, by=case.judge)

    assert (done.state, case.match.games.get(number=1).winner) == (State.GIVEN, case.ben)
    refused("not_due", penalty_decisions.apply_penalty, done, by=case.judge)


def test_a_disqualification_takes_anna_out_and_her_reason_stays_closed():
    case = at_a_table()

    give(case, Level.DISQUALIFICATION, by=head_judge(case), infraction="cheating", note="Showed a card twice.")

    entry = annas_entry(case)
    assert (entry.state, entry.note_words) == (Entrant.State.DISQUALIFIED, "The head judge disqualified a player.")
    assert (fresh(case.match).winner, fresh(case.match).reason) == (case.ben, "disqualified")
    assert "twice" not in case.match.corrections.get().reason_words


# --- refusals ---


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"note": "  "}, "note_missing"),
        ({"infraction": "sneezing"}, "no_such_infraction"),
        ({"rule": "99.9.9"}, "no_such_rule"),
        ({"rule": ""}, "rule_missing"),
    ],
)
def test_a_penalty_that_lacks_something_is_refused(told, code):
    case = at_a_table()

    refused(code, give, case, **told)

    assert not Penalty.objects.exists()


def test_where_the_rulebook_is_silent_no_rule_is_asked_for():
    assert give(at_a_table(), infraction="slow-play", rule="").rule == ""


def test_nobody_is_penalized_in_a_tournament_that_is_over_or_after_leaving_it():
    over, gone = at_a_table(), at_a_table()
    Tournament.objects.filter(pk=over.tournament.pk).update(state="finished")
    Entrant.objects.filter(user=gone.anna.user).update(state="disqualified")

    refused("already_over", give, over)
    refused("not_taking_part", give, gone)


def test_penalties_do_not_pile_up_without_end():
    case = at_a_table()
    row = give(case)
    for _ in range(penalty_decisions.MOST_PENALTIES - 1):
        row.pk = None
        Penalty.objects.create(
            entrant=row.entrant, infraction="record", level="warning", proposed="warning", note="Again.", by=case.judge
        )

    refused("too_many_penalties", give, case)


# --- taking back ---


def test_a_game_loss_that_is_taken_back_has_the_game_played_again():
    case = at_a_table()
    given = give(case, Level.GAME_LOSS)

    told = penalty_decisions.undo_penalty(given, by=case.judge, why="Ben had kept the record.")

    given.refresh_from_db()
    assert (given.state, given.taken_back_why) == (State.TAKEN_BACK, "Ben had kept the record.")
    assert [seat.games_won for seat in case.match.seats.order_by("number")] == [0, 0]
    assert "is replayed" in " ".join(told)
    refused("taken_back_already", penalty_decisions.undo_penalty, given, by=case.judge, why="Again.")


def test_a_match_loss_that_is_taken_back_lets_the_match_go_on_where_it_was():
    case = at_a_table(Step.SWAPPING)
    given = give(case, Level.MATCH_LOSS)

    penalty_decisions.undo_penalty(given, by=case.judge, why="Too hard.")

    assert (fresh(case.match).step, fresh(case.match).finished_at) == (Step.SWAPPING, None)


def test_a_result_that_was_corrected_since_stays_when_the_penalty_is_taken_back():
    case = at_a_table()
    given = give(case, Level.MATCH_LOSS)
    enter(case.match, case.judge)  # Anna won 2–0 after all

    told = penalty_decisions.undo_penalty(given, by=case.judge, why="Too hard.")

    assert "was changed since" in told[1]
    assert fresh(case.match).winner == case.anna


def test_a_game_that_was_decided_anew_since_stays_when_the_penalty_is_taken_back():
    case = at_a_table()
    given = give(case, Level.GAME_LOSS)
    result_entry.decide(given.game, by=case.judge, winner=case.anna, why="Ben had conceded it before.")

    told = penalty_decisions.undo_penalty(given, by=case.judge, why="Too hard.")

    assert "was changed since" in told[1]
    assert case.match.games.get(number=1).winner == case.anna


def test_after_the_round_the_result_stays_and_that_is_said():
    case = at_a_table()
    given = give(case, Level.MATCH_LOSS)
    Round.objects.filter(pairings__match=case.match).update(closed_at=timezone.now())

    told = penalty_decisions.undo_penalty(given, by=case.judge, why="Too hard.")

    assert "The result stays as it is" in told[1]
    assert fresh(case.match).winner == case.ben


def test_a_disqualification_is_taken_back_by_bringing_anna_back():
    case = at_a_table()
    boss = head_judge(case)
    given = give(case, Level.DISQUALIFICATION, by=boss, infraction="cheating")
    annas_list(case)

    told = penalty_decisions.undo_penalty(given, by=boss, why="It was her twin.")

    assert annas_entry(case).state == Entrant.State.PLAYING
    assert "The match stays lost." in told


def annas_list(case):
    """Who comes back needs a legal list."""
    Entrant.objects.filter(user=case.anna.user).update(deck_version=case.anna.deck_version)


def test_taking_back_needs_a_reason():
    case = at_a_table()

    refused("reason_missing", penalty_decisions.undo_penalty, give(case), by=case.judge, why=" ")


# --- who ---


def test_judges_give_and_the_head_judge_alone_disqualifies():
    case = at_a_table()
    entry, slug = annas_entry(case), case.tournament.slug

    assert access_calls_and_penalties.entrant_to_penalize(case.judge, slug, entry.pk, level="game_loss") == entry
    with pytest.raises(PermissionDenied):
        access_calls_and_penalties.entrant_to_penalize(case.judge, slug, entry.pk, level="disqualification")
    assert (
        access_calls_and_penalties.entrant_to_penalize(head_judge(case), slug, entry.pk, level="disqualification")
        == entry
    )


@pytest.mark.parametrize("role", ["organizer", "scorekeeper"])
def test_other_staff_give_none(role):
    case = at_a_table()
    user = StaffFactory(tournament=case.tournament, role=role, user=UserFactory(second_factor=True)).user

    with pytest.raises(PermissionDenied):
        access_calls_and_penalties.entrant_to_penalize(user, case.tournament.slug, annas_entry(case).pk)


def test_a_judge_who_plays_penalizes_neither_themselves_nor_their_opponent():
    case = at_a_table()
    StaffFactory(tournament=case.tournament, user=case.ben.user, role="judge")
    case.ben.user.second_factor = True
    own = case.tournament.entrants.get(user=case.ben.user)

    for entry in (own, annas_entry(case)):
        with pytest.raises(PermissionDenied):
            access_calls_and_penalties.entrant_to_penalize(case.ben.user, case.tournament.slug, entry.pk)


def test_another_judges_penalty_is_taken_back_by_the_head_judge_alone():
    case = at_a_table()
    given = give(case)
    other = StaffFactory(tournament=case.tournament, role="judge", user=UserFactory(second_factor=True)).user

    with pytest.raises(PermissionDenied):
        access_calls_and_penalties.penalty_to_take_back(other, given.pk)
    assert access_calls_and_penalties.penalty_to_take_back(case.judge, given.pk) == given
    assert access_calls_and_penalties.penalty_to_take_back(head_judge(case), given.pk) == given


def test_anna_and_staff_read_it_and_ben_and_cleo_know_of_nothing(signed_in):
    case, cleo = at_a_table(), UserFactory(handle="Cleo")
    given = give(case, Level.GAME_LOSS)
    page = reverse("judging:penalties", args=[case.tournament.slug])

    anna, ben = signed_in(case.anna.user).get(page), signed_in(case.ben.user).get(page)
    judge = signed_in(case.judge, second_factor=True).get(page)

    assert given.note_words in anna.content.decode()
    assert given.note_words in judge.content.decode()
    assert given.note not in ben.content.decode()
    assert signed_in(cleo).get(page).status_code == 404
    for stranger in (cleo, case.ben.user):
        with pytest.raises(Http404):
            access_calls_and_penalties.penalty_to_take_back(stranger, given.pk)
    for public in ("", "players/", "pairings/", "standings/"):
        seen = signed_in(cleo).get(f"/tournaments/{case.tournament.slug}/{public}").content.decode()
        assert given.note not in seen
        assert "penalt" not in seen
    assert given.note not in signed_in(cleo).get(case.match.get_absolute_url()).content.decode()


def test_anna_reads_her_penalty_where_she_sits_and_nobody_else_at_the_table_does(signed_in):
    case, cleo = at_a_table(), UserFactory(handle="Cleo")
    before = fresh(case.match).version
    given = give(case)
    page = case.match.get_absolute_url()

    annas = signed_in(case.anna.user).get(page).content.decode()

    assert "You have a penalty: warning." in annas
    assert given.note_words in annas
    assert fresh(case.match).version > before
    for other in (case.ben.user, cleo):
        assert "penalty" not in signed_in(other).get(page).content.decode()
    penalty_decisions.undo_penalty(given, by=case.judge, why="It was Ben's sheet.")
    assert given.note not in signed_in(case.anna.user).get(page).content.decode()
    assert fresh(case.match).step == Step.PLAYING


def test_a_loss_that_waits_for_anna_stands_on_the_page_of_her_match(signed_in):
    case = at_a_table()
    Match.objects.filter(pk=case.match.pk).update(called_off_at=timezone.now())
    give(case, Level.GAME_LOSS)
    Match.objects.filter(pk=case.match.pk).update(called_off_at=None)

    annas = signed_in(case.anna.user).get(case.match.get_absolute_url()).content.decode()

    assert "You have a penalty: game loss." in annas
    assert "It takes effect once staff carry it out." in annas


def test_the_form_proposes_first_and_gives_then(signed_in):
    case = at_a_table()
    give(case)
    give(case)
    judge = signed_in(case.judge, second_factor=True)
    page = reverse("judging:penalize", args=[case.tournament.slug, annas_entry(case).pk])

    proposed = judge.post(page, {"infraction": "record"})
    asked = {"infraction": "record", "level": "game_loss", "rule": "10.3.2", "note": "Again.", "give": "yes"}
    given = judge.post(page, asked, follow=True)
    missing = judge.post(page, {**asked, "note": "", "rule": "10.3.2"})

    assert "Recommended: game loss" in proposed.content.decode()
    assert Penalty.objects.count() == 3
    assert "Again." in given.content.decode()
    assert missing.status_code == 422
    assert "10.3.2" in missing.content.decode()


def test_a_penalty_that_is_sent_twice_is_given_once(signed_in):
    case = at_a_table()
    page, door = (
        signed_in(case.judge, second_factor=True),
        reverse("judging:penalize", args=[case.tournament.slug, annas_entry(case).pk]),
    )
    shown = page.post(door, {"infraction": "record"}).context["form"]
    sent = {"infraction": "record", "level": "game_loss", "rule": "10.3.2", "note": "No totals.", "give": "yes"}
    sent["key"] = str(shown["key"].value())

    answers = [page.post(door, sent) for _tap in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert Penalty.objects.count() == 1
    assert [seat.games_won for seat in case.match.seats.order_by("number")] == [0, 1]


def test_lists_of_penalties_ask_as_often_for_30_as_for_one(signed_in, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    case = at_a_table()
    row = give(case)
    judge = signed_in(case.judge, second_factor=True)
    pages = [
        reverse("judging:penalties", args=[case.tournament.slug]),
        reverse("judging:penalize", args=[case.tournament.slug, row.entrant_id]),
        reverse("tournaments:desk_entrant", args=[case.tournament.slug, row.entrant_id]),
    ]
    counts = []
    for page in pages:
        judge.get(page)
        with CaptureQueriesContext(connection) as one:
            judge.get(page)
        counts.append(len(one))
    for minute in range(29):
        Penalty.objects.create(
            entrant=row.entrant, infraction="record", level="warning", proposed="warning", note=f"No {minute}.",
            by=UserFactory(), made_at=row.made_at + timedelta(minutes=minute),
        )  # fmt: skip

    for page, few in zip(pages, counts, strict=True):
        with django_assert_num_queries(few):
            judge.get(page)


def test_a_finished_match_is_not_changed_by_a_penalty_that_comes_after_it():
    case = at_a_table()
    enter(case.match, by=case.judge)
    before = fresh(case.match).winner

    given = give(case, Level.MATCH_LOSS)

    assert (given.state, fresh(case.match).winner) == (State.DUE, before)


def test_a_penalty_is_taken_back_though_its_match_was_called_off_meanwhile():
    case = at_a_table()
    penalty = give(case, Level.MATCH_LOSS)
    result_entry.undo_result(case.match.pairing, by=case.judge, why="Too hard.")
    round_cycle.unpublish(case.match.pairing.round)

    told = penalty_decisions.undo_penalty(penalty, by=head_judge(case), why="It was a warning.")

    assert any("The match was cancelled." in one for one in told)
    assert Penalty.objects.get(pk=penalty.pk).state == State.TAKEN_BACK


def test_an_organizer_who_is_no_judge_reads_who_gives_penalties(signed_in):
    case = at_a_table()
    page = reverse("judging:penalize", args=[case.tournament.slug, annas_entry(case).pk])
    organizer = StaffFactory(tournament=case.tournament, user=UserFactory(second_factor=True)).user
    hint = "Only judges give penalties."

    shown = [signed_in(one, second_factor=True).get(page).content.decode() for one in (organizer, head_judge(case))]

    assert [hint in one for one in shown] == [True, False]
