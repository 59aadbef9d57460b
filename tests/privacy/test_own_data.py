"""Taking one's data along, and being erased."""

import json
import uuid

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import connection, models
from django.utils import timezone

from bos_tournament.accounts import profiles
from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in import personal_links, tokens
from bos_tournament.accounts.sign_in.allauth_internals import add_second_factor
from bos_tournament.decks.models import DeckVersion
from bos_tournament.errors import Refused
from bos_tournament.judging.audit_log import entries
from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.disputes import appeals, dispute_rulings, filing
from bos_tournament.judging.models import DeckCheck, Record
from bos_tournament.judging.penalties import penalty_decisions
from bos_tournament.judging.records import adjudication
from bos_tournament.matches import bid_entry, staff_results
from bos_tournament.matches.models import ClockMark, Correction, Match, Reason, Swap
from bos_tournament.operations import idempotency
from bos_tournament.operations.models import Answered
from bos_tournament.privacy import erasure
from bos_tournament.privacy.user_relations import pointing_at_users
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from bos_tournament.tournaments.rounds import result_entry, round_clock
from bos_tournament.tournaments.series import series_setup
from tests.factories import (
    DeckFactory,
    DeckVersionFactory,
    EntrantFactory,
    GuestFactory,
    MatchFactory,
    SeatFactory,
    StaffFactory,
    UserFactory,
)
from tests.judging.cases import at_a_table, record
from tests.matches.playing import match_at, seats
from tests.tournaments.played_series import season

pytestmark = pytest.mark.django_db
CANARY = "zanzibarine"


@pytest.fixture
def anna(db):
    """Anna has left traces everywhere."""
    anna = UserFactory(handle=CANARY, real_name=f"Anna {CANARY}", email=f"{CANARY}@example.org", is_staff=True)
    EmailAddress.objects.create(user=anna, email=anna.email, primary=True, verified=True)
    add_second_factor(anna)
    DeckFactory(owner=anna, name=CANARY)
    tokens.make_token(anna, CANARY, second_factor=True)
    Answered.objects.create(user=anna, key=uuid.uuid4(), request_mac="0" * 64, answer={"handle": CANARY})
    LogEntry.objects.log_actions(anna.pk, [anna], CHANGE, change_message="[]", single_object=True)
    finished = MatchFactory(step="finished", finished_at=timezone.now())
    SeatFactory(match=finished, user=anna)
    series_setup.add_organizer(season(), handle=CANARY)
    return anna


def everywhere():
    """Each row of each table as text."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT to_jsonb(t)::text FROM "{table}" AS t')
            yield from ((table, row[0]) for row in cursor.fetchall())


# --- export


def test_people_take_along_what_is_theirs(signed_in, anna):
    client = signed_in(anna, second_factor=True)

    answer = client.get("/account/export/")
    data = json.loads(answer.content)

    assert answer["Content-Disposition"] == 'attachment; filename="my-bos-data.json"'
    assert (data["account"]["handle"], data["account"]["email"]) == (CANARY, f"{CANARY}@example.org")
    assert [deck["name"] for deck in data["yours"]["decks.deck"]] == [CANARY]
    assert len(data["yours"]["matches.seat"]) == 1


def test_an_export_holds_no_secret(signed_in, anna):
    client = signed_in(anna, second_factor=True)
    secrets = [anna.password, anna.api_tokens.get().token_digest, client.session.session_key]
    secrets += [str(one.data) for one in Authenticator.objects.all()]
    secrets += (
        [anna.seats.get().deck_version.pool_secret] if hasattr(anna.seats.get().deck_version, "pool_secret") else []
    )

    text = client.get("/account/export/").content.decode()

    assert CANARY in text
    assert [secret for secret in secrets if secret in text] == []
    for word in ("password", "digest", "nonce", "commitment", '"box"', "session"):
        assert word not in text


def test_what_anna_did_on_her_seat_goes_along_but_no_bid_before_it_is_opened(signed_in):
    match = match_at(Match.Step.SWAPPING)
    one, two = seats(match)
    bidding_again = match_at(Match.Step.BIDDING)
    bid_entry.seal_bid(seats(bidding_again)[0], amount=7_777_777_777)

    opened = signed_in(one.user, second_factor=True).get("/account/export/").content.decode()
    sealed = signed_in(seats(bidding_again)[0].user, second_factor=True).get("/account/export/").content.decode()

    assert [bid["amount"] for bid in json.loads(opened)["yours"]["matches.bid"]][:1] == [4]
    assert "7777777777" not in sealed
    assert json.loads(opened)["yours"]["matches.report"][0]["seat"] == str(one.pk)


def test_penalties_calls_disputes_and_appeals_go_along_with_what_they_mean(signed_in):
    case = at_a_table()
    filed = case.dispute()
    dispute_rulings.rule_on_dispute(filed, by=case.judge, decision="go_on", reason="Nobody saw it.")
    StaffFactory(tournament=case.tournament, role="head_judge")
    appeals.appeal(filed, by=case.anna.user, why="Cleo saw it.")
    judge_calls.call_judge(case.anna, reason="Come, please.")
    for seat, note in ((case.anna, "Was late."), (case.ben, "Ben was rude.")):
        entrant = case.tournament.entrants.get(user=seat.user)
        penalty_decisions.penalize(
            entrant, by=case.judge, infraction="record", level="warning", rule="10.3.2", note=note
        )

    answer = signed_in(case.anna.user, second_factor=True).get("/account/export/")

    yours = json.loads(answer.content)["yours"]
    assert [row["note"] for row in yours["judging.penalty"]] == ["Was late."]
    assert [row["reason"] for row in yours["judging.call"]] == ["Come, please."]
    assert [row["claim"] for row in yours["judging.dispute"]] == ["Ben attacked twice."]
    assert [row["why"] for row in yours["judging.appeal"]] == ["Cleo saw it."]
    assert json.loads(answer.content)["what_it_means"]["judging.penalty"].startswith("What a judge gives an entrant")
    assert "Ben was rude." not in answer.content.decode()


def test_an_export_holds_nothing_of_others(signed_in, anna):
    """A list that Anna amended as a judge is its owner's."""
    DeckVersionFactory(amended_by=anna, reason="a card was missing", name="Ben's secret list")
    client = signed_in(anna, second_factor=True)

    text = client.get("/account/export/").content.decode()

    assert "Ben's secret list" not in text
    assert "decks.deckversion" in text


def test_a_guest_takes_data_along_too(client):
    client.force_login(GuestFactory(handle="Gus"))

    assert json.loads(client.get("/account/export/").content)["account"]["handle"] == "Gus"


# --- erasing


def test_somebody_who_is_needed_reads_why_instead_of_a_button_that_fails(client):
    entry = EntrantFactory()
    client.force_login(entry.user)

    while_in = client.get("/account/erase/").content.decode()
    Entrant.objects.update(state=Entrant.State.WITHDRAWN, place=None)

    assert f"You are playing in {entry.tournament}. Withdraw or drop first." in while_in
    assert f"Erase {entry.user}" not in while_in
    assert f"Erase {entry.user}" in client.get("/account/erase/").content.decode()


def test_nothing_of_an_erased_person_is_left_anywhere(client, anna):
    client.force_login(anna)
    assert any(CANARY in text for _, text in everywhere())

    answer = client.post("/account/erase/", {"handle": CANARY})

    assert answer.url == "/"
    assert "Clear-Site-Data" in answer
    assert [place for place, text in everywhere() if CANARY in text.lower()] == []


def test_nothing_of_a_player_is_left_in_what_they_wrote_nor_in_what_was_written_about_them():
    case = at_a_table()
    anna = case.anna.user
    anna.handle, anna.real_name = CANARY, f"Ann {CANARY}"
    anna.save()
    head = StaffFactory(tournament=case.tournament, role="head_judge").user
    entrant = case.tournament.entrants.get(user=anna)
    said = f"{CANARY} was loud."
    filed = filing.file_dispute(
        case.game, by=anna, seat=case.anna, claim=said, text=record(case, f"; {CANARY} writes this")
    )
    adjudication.find(Record.objects.get().pk)
    dispute_rulings.rule_on_dispute(filed, by=case.judge, decision="go_on", reason=said)
    appeals.uphold(appeals.appeal(filed, by=anna, why=said), by=head, reason=said)
    judge_calls.call_judge(case.anna, reason=said)
    penalty_decisions.penalize(
        entrant, by=case.judge, infraction="record", level="match_loss", rule="10.3.2", note=said
    )
    penalty_decisions.undo_penalty(entrant.penalties.get(), by=head, why=said)
    table = Match.objects.get(pk=case.match.pk).pairing
    result_entry.enter_result(
        table, by=head, wins={1: 2, 2: 0}, winner=case.anna, reason=Reason.PLAYED, why=f"{CANARY} won."
    )
    table.by_hand = said
    table.save()
    Entrant.objects.filter(pk=entrant.pk).update(note=said)
    round_clock.extend(table, minutes=5, why=said, by=head)
    table.round.note, case.tournament.announcement = said, said
    table.round.save()
    case.tournament.save()
    table.round.stage.snapshots.create(number=1, board={}, event={}, workings={}, by=head, reason=said)
    ClockMark.objects.create(
        match=case.match, game=case.game, number=1, deed="set", by=head, at=timezone.now(), turn=1, runs=False,
        left={"1": 1, "2": 1}, delay=0, why=said,
    )  # fmt: skip
    version = DeckVersion.objects.get(pk=case.anna.deck_version_id)
    version.name, version.text = CANARY, f"Name: {CANARY}\n\n{version.text}"
    version.save()
    listed = version.text
    Swap.objects.create(game=case.game, seat=case.anna, text=listed)
    check = DeckCheck.objects.create(pairing=case.match.pairing, rule="hand", picked_by=head)
    check.decks.create(seat=case.anna, expected=listed)
    Tournament.objects.update(state=Tournament.State.FINISHED)
    assert len({table for table, text in everywhere() if CANARY in text.lower()}) > 12

    erased = erasure.erase(anna)

    assert [place for place, text in everywhere() if CANARY in text.lower()] == []
    version.refresh_from_db()
    assert version.text == check.decks.get().expected == Swap.objects.get().text != ""
    assert CANARY not in f"{version.name} {version.text}"
    assert filed.rulings.get().reason == f"{erased.handle} was loud."  # the judge's words stay, her name does not
    assert any(
        f"{erased.handle} wins" in line.sentence + str(line.details) for line in entries.lines(case.tournament)[0]
    )


def test_what_others_of_the_tournament_were_answered_about_an_erased_person_is_told_no_more():
    """A repeated request is not carried out again; only its answer, which may name somebody, is gone."""
    case = at_a_table(Match.Step.FINISHED)
    key, done = uuid.uuid4(), []
    asked = (case.judge, key, {"entrant": 1}, lambda: (done.append(1), (201, {"name": CANARY}))[1])
    assert idempotency.run_once(*asked) == idempotency.run_once(*asked) == (201, {"name": CANARY})
    Tournament.objects.update(state=Tournament.State.FINISHED)

    erasure.erase(case.anna.user)

    with pytest.raises(Refused) as refusal:
        idempotency.run_once(*asked)
    assert (refusal.value.code, done, Answered.objects.get().answer) == ("answer_lost", [1], {})


def test_a_short_name_is_forgotten_as_a_word_and_not_inside_others():
    case = at_a_table(Match.Step.FINISHED)
    al = case.anna.user
    al.handle = "Al"
    al.save()
    staff_results.replay_game(
        case.match.games.get(number=2), by=case.judge, why="Al, also called AL, was already gone."
    )
    Match.objects.update(called_off_at=timezone.now())
    Tournament.objects.update(state=Tournament.State.FINISHED)

    former = erasure.erase(al).handle

    assert Correction.objects.get().reason == f"{former}, also called {former}, was already gone."


def test_a_surname_goes_with_the_first_name_that_is_also_a_handle():
    case = at_a_table(Match.Step.FINISHED)
    zoe = case.anna.user
    zoe.handle, zoe.real_name = "Zoe", f"Zoe {CANARY.title()}"
    zoe.save()
    staff_results.replay_game(case.match.games.get(number=2), by=case.judge, why=f"Zoe {CANARY} was late, says Zoe.")
    Match.objects.update(called_off_at=timezone.now())
    Tournament.objects.update(state=Tournament.State.FINISHED)

    former = erasure.erase(zoe).handle

    assert Correction.objects.get().reason == f"{former} was late, says {former}."


def test_the_log_of_the_admin_forgets_what_roles_and_mergers_of_an_erased_person_were_called():
    cleo, boss = UserFactory(handle=CANARY), UserFactory(is_superuser=True)
    role = StaffFactory(user=cleo, tournament__state=Tournament.State.FINISHED)
    changed = f'[{{"deleted": {{"name": "role", "object": "{CANARY} and others"}}}}]'
    LogEntry.objects.log_actions(boss.pk, [role], CHANGE, change_message=changed, single_object=True)
    LogEntry.objects.update(object_repr=f"role of {CANARY}")

    former = erasure.erase(cleo).handle

    assert [one.object_repr for one in LogEntry.objects.all()] == [f"role of {former}"]
    assert [place for place, text in everywhere() if CANARY in text.lower()] == []


@pytest.mark.parametrize("deed", ["erases the account", "takes another name"])
def test_no_page_is_unchanged_for_whoever_knew_it_under_the_former_name(client, deed):
    case = at_a_table()
    anna = case.anna.user
    profiles.rename(anna, handle=CANARY, real_name="")
    page = f"/tournaments/{case.tournament.slug}/pairings/"
    before = client.get(page)
    assert CANARY in before.content.decode()
    assert client.get(page, headers={"If-None-Match": before["ETag"]}).status_code == 304
    if deed == "takes another name":
        profiles.rename(anna, handle="Annabel", real_name="")
    else:
        Match.objects.update(called_off_at=timezone.now())
        Tournament.objects.update(state=Tournament.State.FINISHED)
        erasure.erase(anna)

    after = client.get(page, headers={"If-None-Match": before["ETag"]})

    assert after.status_code == 200
    assert CANARY not in after.content.decode()


def test_results_stay_under_a_pseudonym(anna):
    erased = erasure.erase(anna)

    assert erased.handle.startswith("Former player ")
    assert erased.seats.count() == 1
    assert (erased.email, erased.real_name, erased.is_active, erased.is_staff) == (None, "", False, False)
    assert not erased.has_usable_password()


def test_every_door_of_an_erased_account_is_shut(client, anna):
    token = tokens.make_token(anna, "laptop", second_factor=True)
    client.force_login(anna)

    erasure.erase(anna)

    assert client.get("/account/").status_code == 302
    assert tokens.user_of(token) is None
    assert not anna.sessions.exists()
    assert not Authenticator.objects.filter(user=anna).exists()
    assert not EmailAddress.objects.filter(user=anna).exists()


def test_a_link_of_an_erased_guest_opens_nothing():
    gus = GuestFactory(handle="Gus")
    token = personal_links.issue_link(gus, by=UserFactory())

    erasure.erase(gus)

    with pytest.raises(Refused):
        personal_links.open_link(token)


@pytest.mark.parametrize("typed", ["", "Ben", "ERASE"])
def test_erasing_wants_the_handle_typed(client, typed):
    anna = UserFactory(handle="Anna")
    client.force_login(anna)

    assert client.post("/account/erase/", {"handle": typed}).status_code == 422
    assert User.objects.get(pk=anna.pk).handle == "Anna"


def test_nobody_leaves_a_match_by_being_erased(client):
    seat = SeatFactory(user__handle="Anna")
    client.force_login(seat.user)

    answer = client.post("/account/erase/", {"handle": "Anna"})

    assert answer.status_code == 422
    assert "Finish it or ask the desk first" in answer.content.decode()


@pytest.mark.parametrize("state", [Entrant.State.REGISTERED, Entrant.State.ASKED])
def test_nobody_leaves_a_tournament_by_being_erased(state):
    entrant = EntrantFactory(state=state, place=1 if state == Entrant.State.REGISTERED else None)

    with pytest.raises(Refused) as refusal:
        erasure.erase(entrant.user)

    assert refusal.value.code == "still_entered"


def test_the_only_organizer_hands_over_first():
    organizer = StaffFactory(role=Staff.Role.ORGANIZER)
    with pytest.raises(Refused) as refusal:
        erasure.erase(organizer.user)
    assert refusal.value.code == "last_organizer"

    StaffFactory(tournament=organizer.tournament, role=Staff.Role.ORGANIZER)

    assert erasure.erase(organizer.user).is_active is False


def test_whoever_only_took_part_in_finished_tournaments_may_go():
    entrant = EntrantFactory(state=Entrant.State.PLAYING, tournament__state=Tournament.State.FINISHED)

    assert erasure.erase(entrant.user).handle.startswith("Former player ")


def test_a_row_that_points_at_a_person_either_goes_with_them_or_stays_for_others():
    """SET_NULL, PROTECT and CASCADE are the only ways; each kind is met in erase()."""
    kinds = {relation.on_delete for relation in pointing_at_users()}

    assert kinds <= {models.CASCADE, models.PROTECT, models.SET_NULL}
    assert apps.get_model("decks", "Deck") in {
        relation.related_model for relation in pointing_at_users() if relation.on_delete is models.CASCADE
    }
