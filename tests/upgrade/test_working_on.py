"""What was begun under the version before goes on after an upgrade: bids open, judges rule, rounds are drawn."""

from dataclasses import replace
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.conf import global_settings, settings
from django.contrib.auth.hashers import check_password
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from bos_tournament.accounts.models import ApiToken, PersonalLink, User
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.judging.audit_log import entries
from bos_tournament.judging.disputes import dispute_rulings
from bos_tournament.judging.models import Record, Ruling
from bos_tournament.judging.records import adjudication, record_entry
from bos_tournament.matches import bid_entry, bid_opening
from bos_tournament.matches.models import Bid, BidAttempt, Match
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from bos_tournament.tournaments.models import Snapshot, Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import result_entry, round_cycle, tournament_end, undo_actions
from bos_tournament.tournaments.standings import final_standings
from bos_tournament.tournaments.structure.stages import position
from tests.owner_connection import as_owner
from tests.tournaments import running_tournaments
from tests.upgrade.restoring import LINK, TOKEN
from tests.upgrade.visited_pages import disputes

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("upgrade")]


def cup(slug):
    return Tournament.objects.get(slug=slug)


def match_at(slug, table):
    return Match.objects.get(pairing__round__stage__tournament__slug=slug, pairing__table=table)


def play(round_, *, by):
    for pairing in round_.pairings.filter(match__finished_at=None).exclude(match=None):
        running_tournaments.enter(pairing, 2, 1, by=by)
    round_cycle.close(round_)


def amounts(attempt):
    return sorted(attempt.bids.values_list("amount", flat=True))


def test_bids_that_were_sealed_before_open_after():
    attempt = match_at("sealed-cup", 2).attempts.get()
    job = Job.objects.get(task="matches.open_bids", subject=attempt.pk, state="waiting")
    assert attempt.bids.exclude(amount=None).count() == 0

    jobs.perform(str(job.pk), bid_opening.open_attempt)

    attempt.refresh_from_db()
    assert (attempt.state, amounts(attempt)) == (BidAttempt.State.REVEALED, [713, 808])


def test_a_bid_that_was_sealed_before_waits_for_the_other_seat():
    match = match_at("sealed-cup", 1)
    assert match.attempts.get().state == BidAttempt.State.ONE_IN

    bid_entry.seal_bid(match.seats.select_related("user", "match").get(number=2), amount=5)
    bid_opening.open_attempt(match.attempts.get().pk)

    assert amounts(match.attempts.get()) == [5, 713]


def test_a_dispute_that_waited_is_ruled_on():
    filed = disputes("hall-of-damaged-records").filter(state="waiting").last()
    judge = User.objects.get(staff_roles__role="judge", staff_roles__tournament__slug="hall-of-damaged-records")

    dispute_rulings.rule_on_dispute(filed, by=judge, decision=Ruling.Decision.REPLAY, reason="Rule 3.1.1.")

    filed.refresh_from_db()
    assert filed.state == "ruled"
    assert "3.1.1" in filed.rulings.get().subjects.values_list("name", flat=True)


def test_a_record_of_a_game_that_began_before_is_judged_as_the_same_text_was():
    known = Record.objects.filter(finding__finding="illegal", game__match__called_off_at=None).first()

    again = record_entry.hand_in(known.game, by=known.by, seat=known.seat, text=f"{known.text}\n")
    found = adjudication.find(again.pk)

    assert (found.finding, found.line, found.rule) == ("illegal", known.finding.line, known.finding.rule)


def test_the_next_rounds_are_drawn_and_played_and_the_standings_closed():
    tournament = cup("silt-cup")
    judge = tournament.staff.get(role="head_judge").user

    play(position(tournament).open, by=judge)
    play(running_tournaments.publish(cup("silt-cup")), by=judge)
    tournament_end.finish_tournament(cup("silt-cup"))

    kept = Snapshot.objects.get(stage__tournament=tournament)
    assert {line["rank"] for line in kept.board["lines"]} >= {1}


def test_standings_that_were_closed_before_are_closed_again_after_a_correction():
    tournament = cup("hill-cup")
    judge = tournament.staff.get(role="head_judge").user
    table = tournament.stages.get().rounds.get(number=5).pairings.filter(match__reason="played").first()
    assert final_standings.differences(tournament) == []

    match = table.match
    loser = match.seats.exclude(pk=match.winner_id).get()
    wins = {seat.number: 2 if seat == loser else 0 for seat in match.seats.all()}
    said = {"wins": wins, "winner": loser, "reason": "played", "why": "Read the wrong way round."}
    result_entry.enter_result(table, by=judge, seen=match.version, **said)
    (found,) = final_standings.differences(cup("hill-cup"))
    closed = final_standings.update_final_standings(found.stage, by=judge, why="Read wrongly.", token=found.token)

    assert (closed.number, closed.reason) == (2, "Read wrongly.")
    assert final_standings.differences(cup("hill-cup")) == []


def test_a_cancellation_from_before_is_taken_back_with_its_matches():
    tournament = cup("beet-cup")
    (offer,) = [one for one in undo_actions.preview_undos(tournament) if one.key == "cancel"]

    undo_actions.undo(tournament, "cancel", token=offer.token)

    assert cup("beet-cup").state == Tournament.State.RUNNING
    assert Match.objects.filter(pairing__round__stage__tournament=tournament, called_off_at=None).count() == 6


def test_a_new_deed_and_those_from_before_stand_in_one_trail():
    tournament = cup("silt-cup")
    before = [line.sentence for line in entries.lines(tournament, entries.Asked(), size=200)[0]]

    lifecycle.edit(tournament, replace(lifecycle.plan_of(tournament), place="Barn", description="A good day."))

    after = [line.sentence for line in entries.lines(tournament, entries.Asked(), size=200)[0]]
    assert len(before) == 200 or after[1:] == before
    assert after[0] not in before


def test_petra_signs_in_with_her_password_and_her_program_with_its_token(client, settings):
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    ApiToken.objects.update(ends_at=timezone.now() + timedelta(days=1))
    header = {"Authorization": f"Bearer {TOKEN}"}

    petra = User.objects.get(email="petra@example.org")
    told = client.get("/api/v1/me/", headers=header).json()

    assert check_password("correct horse battery", petra.password)
    assert told["handle"] == petra.handle == "Petra"


def test_a_guest_opens_the_link_that_was_handed_out_before():
    PersonalLink.objects.filter(opened_at=None).update(made_at=timezone.now())

    guest = personal_links.open_link(LINK)

    assert guest.handle == "Guest with a link"


def test_the_second_factor_of_before_still_opens():
    petra = User.objects.get(handle="Petra")
    codes = Authenticator.objects.get(user=petra, type="recovery_codes").wrap().get_unused_codes()

    assert len(codes) == 10


def test_the_sites_role_may_still_do_no_more_than_it_needs():
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == (settings.DATABASE_ROLE,)
    forbidden = (
        "CREATE TABLE more (id int)",
        "DROP TABLE tournaments_tournament",
        "DELETE FROM django_migrations",
        "ALTER TABLE matches_bid DISABLE TRIGGER ALL",
        f"UPDATE {Tournament.pgh_event_model._meta.db_table} SET name = 'Other'",
        f"DELETE FROM {Tournament.pgh_event_model._meta.db_table}",
    )
    for statement in forbidden:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


def test_the_guards_of_sealed_bids_still_stand():
    bid = Bid.objects.exclude(amount=None).filter(level="server-sealed").first()

    with pytest.raises(DatabaseError), transaction.atomic():
        Bid.objects.filter(pk=bid.pk).update(amount=1)
    with pytest.raises(DatabaseError), transaction.atomic(), as_owner() as cursor:
        cursor.execute(f"UPDATE {Bid._meta.db_table} SET amount = 1 WHERE id = %s", [bid.pk])  # noqa: S608
