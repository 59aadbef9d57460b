"""A name that stands in every text of the database that somebody can write stands in none of them once it is erased."""

import json
from contextlib import contextmanager, suppress

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import IntegrityError, models, transaction
from psycopg import sql

from bos_tournament.accounts import addresses, guests, profiles
from bos_tournament.accounts.models import FormerName, User
from bos_tournament.api import urls
from bos_tournament.matches.models import ClockMark, Correction, Match
from bos_tournament.operations.models import Job, Sweep
from bos_tournament.privacy import erasure, export, merging
from bos_tournament.tournaments.entrants import csv_import
from bos_tournament.tournaments.models import Extension, Pairing, Tournament
from bos_tournament.tournaments.models.webhooks import Delivery, Try
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import separated_pairs
from tests.api import test_access_matrix as api
from tests.factories import DeckVersionFactory, EntrantFactory, TournamentFactory, UserFactory
from tests.judging.cases import at_a_table, record
from tests.owner_connection import as_owner
from tests.test_access_matrix import TABLE, address, doors, place  # noqa: F401, a fixture

pytestmark = pytest.mark.django_db
HANDLE, REAL, CANARY = "Zanzi", "Zanzi Barine", "barine"
SAID = f"{REAL} was late, says ZANZI BARINE."
WRITTEN = (models.CharField, models.TextField, models.JSONField)
NOT_OURS = ("auth", "contenttypes", "sessions", "account", "mfa", "pghistory")
ABOUT_THE_GAME = ("cards",)
# Texts in which nobody writes about a person; of the trail as of the rows themselves.
CODES = {
    "accounts.Session": {"session_data", "device"},  # sealed; one's own goes with the account
    "admin.LogEntry": {"object_id"},
    "decks.DeckVersion": {"boss", "name", "text"},  # what others call their own lists; one's own: test_own_data
    "operations.Job": {"task"},
    "operations.Letter": {"sealed"},
    "judging.CheckedDeck": {"expected", "differences"},  # cards; the name of the list: test_own_data
    "judging.CheckSeed": {"seed", "digest"},
    "judging.Finding": {"finding", "rule"},
    "judging.Penalty": {"infraction", "rule"},
    "matches.Bid": {"key_id"},
    "matches.ClockMark": {"left"},
    "matches.Game": {"ether"},
    "matches.Match": {"edition"},
    "play.DeckTest": {"state"},
    "play.DeckTestOpponent": {"tally"},  # numbers, and names of cards
    "play.PracticeGame": {"bids", "wizards"},  # numbers, and names of cards
    "play.Recording": {"wizards", "half"},  # names of cards, and a line
    "tournaments.Delivery": {"about", "event"},
    "tournaments.Pairing": {"bracket_id"},
    "tournaments.Printout": {"content", "language", "revision", "size", "tables"},
    "tournaments.Round": {"drawn_from", "drawn_with"},
    "tournaments.Series": {"points", "slug"},
    "tournaments.Stage": {"group_sizes", "seeds"},
    "tournaments.Standings": {"columns", "rule"},
    "tournaments.StandingsLine": {"figures", "group", "reason"},
    "tournaments.ToldMatch": {"edition"},
    "tournaments.Tournament": {"edition", "join_code", "seed", "slug", "tie_breaks", "time_zone"},
    "tournaments.Webhook": {"former_secret", "host", "secret", "topics", "url"},
}


def texts():
    """Every text somebody may have written: of our own models, of their trail and of the admin's log."""
    for model in apps.get_models(include_auto_created=True):
        if model is User or model._meta.app_label in (*NOT_OURS, *ABOUT_THE_GAME):
            continue
        codes = CODES.get(model._meta.label.removesuffix("Event"), ())
        for field in model._meta.concrete_fields:
            free = not (field.choices or field.primary_key or field.name in codes or field.name == "pgh_label")
            if isinstance(field, WRITTEN) and free:
                yield model, field


@contextmanager
def past_all_guards():
    with as_owner() as cursor:
        cursor.execute("SET session_replication_role = replica")
        yield cursor
        cursor.execute("SET session_replication_role = DEFAULT")


def write(cursor, model, field):
    """The name into this text of every row; as much of it as there is room for, and where only one may say so, one.
    Says whether it stands there: some words stand only beside a deed that was not done."""
    words = SAID if (field.max_length or len(SAID)) >= len(SAID) else REAL
    said = json.dumps({"said": [SAID]}) if isinstance(field, models.JSONField) else words[: field.max_length]
    table = sql.Identifier(model._meta.db_table)
    once = sql.SQL("WHERE ctid = (SELECT min(ctid) FROM {})").format(table) if field.unique else sql.SQL("")
    asked = sql.SQL("UPDATE {} SET {} = %s {}").format(table, sql.Identifier(field.column), once)
    with suppress(IntegrityError), transaction.atomic():
        cursor.execute(asked, [said])
        return True
    return False


def fill(match, judge):
    """What the place of the access matrix does not hold."""
    game, table = match.games.first(), Pairing.objects.get(match=match)
    one, *_ben, other = table.round.stage.tournament.entrants.order_by("place")
    separated_pairs.remove_separation(separated_pairs.separate_pair(one, other, never=False, why="They are kin."))
    Correction.objects.create(match=match, by=judge, reason="Late.", before={"was": 1}, after={"is": 2})
    Extension.objects.create(pairing=table, minutes=5, why="A chair broke.", by=judge)
    ClockMark.objects.create(
        match=match, game=game, number=1, deed="set", by=judge, at=match.made_at, turn=1, runs=False,
        left={"1": 1, "2": 1}, delay=0, why="The app froze.",
    )  # fmt: skip
    Sweep.objects.create(task="a.sweep", began_at=match.made_at, ended_at=match.made_at, error="It failed.")
    Job.objects.update(error="It failed.")
    Try.objects.create(delivery=Delivery.objects.first(), at=match.made_at, milliseconds=1, status=500, answer="No.")
    LogEntry.objects.log_actions(judge.pk, [table], CHANGE, change_message="[]", single_object=True)


def one_name(tournament, anna):
    """Anna has one account and was never called anything else."""
    profiles.rename(anna, handle=HANDLE, real_name=REAL)
    User.objects.filter(pk=anna.pk).update(email=f"{CANARY}@example.org")
    return anna


def renamed(tournament, anna):
    """Everything was written before Anna took the names she has now, and in the same deed her address."""
    one_name(tournament, anna)
    profiles.rename(anna, handle="Bea", real_name="Bea Brook")
    addresses.set_address(anna, "bea@example.org", confirmed=True)
    return anna


def imported_and_claimed(tournament, anna):
    """Anna came in a table of guests, claimed the account and took other names."""
    csv_import.import_entrants(TournamentFactory(), f"{HANDLE}, {REAL}", by=UserFactory())
    guest = User.objects.get(handle=HANDLE)
    guests.claim(guest, email=f"{CANARY}@example.org", password="correct horse battery")
    profiles.rename(guest, handle="Bea", real_name="")
    return takes_over(anna, guest)


def merged(tournament, anna):
    """Anna's first account, whose names she changed, was merged into the one she has now."""
    one_name(tournament, anna)
    profiles.rename(anna, handle="Bea", real_name="")
    return takes_over(anna, UserFactory(handle="Cora"))


def takes_over(gone, kept):
    merging.merge(gone, kept, by=UserFactory(), token=merging.preview_merge(gone, kept).token)
    return kept


@pytest.mark.parametrize("became", [one_name, renamed, imported_and_claimed, merged])
def test_a_name_that_stood_everywhere_stands_nowhere(place, became):  # noqa: F811
    _browsers, known = place
    anna = became(Tournament.objects.get(slug=known["slug"]), alone(known))
    Tournament.objects.update(state=Tournament.State.FINISHED)
    planted = plant(texts())

    erasure.erase(anna)

    left = {
        name_of(model, field)
        for model, field in texts()
        if any(CANARY in str(one).lower() for one in model._base_manager.values_list(field.name, flat=True))
    }
    assert left == set()
    assert not [user for user in User.objects.values() if CANARY in str(user).lower()]
    assert not FormerName.objects.filter(name__icontains=CANARY).exists()
    assert len(planted) > 45


def test_an_onlooker_reads_an_erased_name_nowhere_and_a_real_name_never(place, client):  # noqa: F811
    _browsers, known = place
    anna = alone(known)
    profiles.rename(anna, handle="Bea", real_name=REAL)
    never = named_by(client, known)
    renamed(Tournament.objects.get(), anna)
    Tournament.objects.update(state=Tournament.State.FINISHED)
    plant((model, field) for model, field in texts() if not isinstance(field, models.JSONField))
    before = named_by(client, known)

    erasure.erase(anna)

    assert (never, named_by(client, known)) == ([], [])
    assert len(before) > 9


def alone(known):
    """Anna, in a site without other tournaments, whose match is called off."""
    match = Match.objects.get(pk=known["match_pk"])
    anna, other = (seat.user for seat in match.seats.order_by("number"))
    Tournament.objects.exclude(slug=known["slug"]).delete()
    fill(match, other)
    Match.objects.update(called_off_at=match.made_at)
    return anna


def plant(where):
    """The name into all these texts; gives those that hold it now."""
    with past_all_guards() as cursor:
        held = [(model, field) for model, field in where if model._base_manager.exists()]
        return {name_of(model, field) for model, field in held if write(cursor, model, field)}


def named_by(onlooker, known):
    """The pages and doors that say the name to somebody who is not signed in."""
    return [where for where, page in read_by(onlooker, known).items() if CANARY in page]


def read_by(onlooker, known):
    """Every page and every answer of the API that somebody who is not signed in is let in to, in small letters."""
    asked = [address(name, route, known) for name, route in doors() if TABLE[name][0][0] == "o"]
    routes = [route for route, methods in api.doors(urls.v1) if "get" in methods]
    asked += [api.address(route, known) for route in routes if api.TABLE[f"get {route}"][0] == "o"]
    return {where: onlooker.get(where).content.decode(errors="replace").lower() for where in asked}


def test_a_former_name_that_somebody_else_has_by_now_is_theirs():
    anna, other = UserFactory(handle=HANDLE), UserFactory(handle="Cora")
    for one in (anna, other):
        EntrantFactory(user=one, state="dropped", tournament__state="finished")
    cup = anna.entries.get().tournament
    EntrantFactory(user=other, state="dropped", tournament=cup)
    profiles.rename(anna, handle="Bea", real_name="")
    profiles.rename(other, handle=HANDLE, real_name="")
    lifecycle.announce(cup, text=f"{HANDLE} wins, Bea is second.")

    former = erasure.erase(anna).handle

    cup.refresh_from_db()
    assert cup.announcement == f"{HANDLE} wins, {former} is second."


def test_whoever_signs_up_with_the_address_of_an_erased_account_is_somebody_new(client):
    anna = UserFactory(handle=HANDLE, real_name=REAL, email="anna@example.org")
    version = DeckVersionFactory(owner=anna)
    erasure.erase(anna)

    new = User.objects.create_user("anna@example.org", "correct horse battery", handle=HANDLE)

    assert new.pk != anna.pk
    assert not new.deck_versions.exists()
    assert version.owner_id == anna.pk
    assert CANARY not in str(export.own_data(new)).lower()


def test_a_name_in_a_reason_at_another_table_and_ones_own_asides_go_too():
    case, cleo = at_a_table(), UserFactory(handle="Cleo K", real_name="Cleo Kern")
    EntrantFactory(tournament=case.tournament, user=cleo, state="dropped", place=7)
    filed = case.dispute(text=record(case, "1. T1 P2  # I was ill that day"))
    corrected = Correction.objects.create(
        match=case.match, by=case.judge, reason="Cleo Kern saw it.", before={}, after={"said": "by Cleo K"}
    )
    Match.objects.filter(pk=case.match.pk).update(called_off_at=case.match.made_at)
    Tournament.objects.filter(pk=case.tournament.pk).update(state="finished")

    former = erasure.erase(cleo).handle
    erasure.erase(case.anna.user)

    corrected.refresh_from_db()
    assert (corrected.reason, corrected.after) == (f"{former} saw it.", {"said": f"by {former}"})
    assert "ill" not in filed.records.get().text
    assert "T1 P2" in filed.records.get().text


def name_of(model, field):
    return f"{model._meta.label}.{field.name}"
