"""What the database refuses is told in its log without values: no bid, no address, no name of a person."""

import os
import re
from pathlib import Path

import pghistory
import pgtrigger
import psycopg
import pytest
from django.db import IntegrityError, connection, transaction

from bos_tournament.accounts.models import User
from bos_tournament.audit import tracking
from bos_tournament.launch import postgres
from bos_tournament.matches import bid_entry
from bos_tournament.matches.models import Match
from tests.factories import UserFactory
from tests.matches.playing import match_at, open_waiting_bids, seats
from tests.matches.test_secrets import CANARY, traces
from tests.owner_connection import as_owner

LOG = Path(os.environ["BOS_HOME"]) / "logs" / "postgres.log"
pytestmark = pytest.mark.skipif(not LOG.exists(), reason="the log of a server that was brought lies elsewhere")


def speak_up(cursor):
    """The server may write down the statements that fail, as those of others do."""
    cursor.execute("SET LOCAL log_min_error_statement = 'error'")


@pytest.fixture
def logged(db):
    """What the server wrote of this test's connection since it began; other tests use the same server."""
    before = LOG.stat().st_size
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        mine = f"[{cursor.fetchone()[0]}]"

    def own_entries():
        entries = re.split(r"^(?=\d{4}-\d\d-\d\d )", LOG.read_bytes()[before:].decode(), flags=re.MULTILINE)
        return "".join(entry for entry in entries if mine in entry.partition("\n")[0])

    return own_entries


@pytest.mark.django_db
def test_an_opening_that_fails_leaves_no_amount_and_no_nonce_in_the_log(logged):
    match = match_at(Match.Step.BIDDING)
    for seat in seats(match):
        bid_entry.seal_bid(seat, amount=CANARY)
    with as_owner() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE matches_bid ADD CONSTRAINT not_so CHECK (amount <> {CANARY})")
        speak_up(cursor)

    open_waiting_bids()

    assert 'UPDATE "matches_bid"' in logged()
    assert traces(logged().splitlines()) == []
    assert "\\x" not in logged()


@pytest.mark.django_db
def test_a_handle_that_two_take_at_once_leaves_nobody_in_the_log(logged):
    UserFactory(handle="Anna")
    with as_owner() as cursor:
        speak_up(cursor)

    with pytest.raises(IntegrityError), transaction.atomic(), pghistory.context(user=None):
        User.objects.create(
            handle="Anna", email="minor@example.org", real_name="Minor Child", password="pbkdf2_sha256$1$a$b"
        )

    assert 'INSERT INTO "accounts_user"' in logged()
    assert [word for word in ("Anna", "minor@example.org", "Minor Child", "pbkdf2") if word in logged()] == []


@pytest.mark.django_db
def test_the_server_of_the_site_writes_down_no_statement_that_failed(logged):
    UserFactory(handle="Anna")

    with pytest.raises(IntegrityError), transaction.atomic():
        UserFactory(handle="Anna", email="other@example.org")

    assert "duplicate key value" in logged()
    assert "STATEMENT" not in logged()
    assert "DETAIL" not in logged()


@pytest.mark.django_db(transaction=True)
def test_who_did_it_is_kept_inside_a_transaction_and_outside_of_one():
    anna = UserFactory(handle="Anna")

    with pghistory.context(user=str(anna.pk)):
        User.objects.filter(pk=anna.pk).update(handle="Annika")
        with transaction.atomic(), pgtrigger.ignore():
            User.objects.filter(pk=anna.pk).update(handle="Ann")

    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('pghistory.context_id', true)")
        assert cursor.fetchone()[0] in (None, "")
    assert User.objects.get().handle == "Ann"


def test_only_the_site_reads_the_log(tmp_path):
    assert LOG.stat().st_mode & 0o777 == 0o600
    assert postgres.QUIET == {"log_min_error_statement": "panic", "log_error_verbosity": "terse"}
    with psycopg.connect(os.environ["DATABASE_URL"]) as line:
        assert [line.execute(f"SHOW {name}").fetchone()[0] for name in postgres.QUIET] == ["panic", "terse"]


@pytest.mark.django_db
def test_who_did_it_is_told_to_the_database_only_where_a_trail_is_kept():
    match = match_at(Match.Step.BIDDING)

    def told():
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('pghistory.context_id', true)")
            return bool(cursor.fetchone()[0])

    with pghistory.context(user=None):
        with transaction.atomic():
            User.objects.filter(pk=seats(match)[0].user_id).update(last_login=None)
        assert not told()
        Match.objects.filter(pk=match.pk).update(wins_needed=3)
        assert told()


@pytest.mark.django_db
def test_every_table_with_a_trail_is_known():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
            " JOIN pg_proc ON pg_proc.oid = tgfoid WHERE prosrc LIKE '%\\_pgh\\_attach\\_context()%'",
        )
        assert {name for (name,) in cursor.fetchall()} == tracking.TABLES
