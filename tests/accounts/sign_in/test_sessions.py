"""Sign-ins as the database keeps them: who reads it can open nothing with what stands there."""

import pytest
from asgiref.sync import async_to_sync
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone
from psycopg import sql

from bos_tournament.accounts.models import Session
from bos_tournament.accounts.sign_in import first_admin, personal_links, sessions, tokens
from bos_tournament.tournaments.staff import staff_roles
from tests.factories import GuestFactory, StaffFactory, UserFactory

PASSWORD = "correct horse battery"
pytestmark = pytest.mark.django_db


def tables_with(text):
    """The tables in which this text stands in a row, in whatever column."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        held = []
        for name in names:
            asked = sql.SQL("SELECT count(*) FROM {} AS one WHERE position(%s in one::text) > 0")
            cursor.execute(asked.format(sql.Identifier(name)), [text])
            held += [name] if cursor.fetchone()[0] else []
    assert len(names) > 50
    return held


def cookie(client):
    return client.cookies["sessionid"].value


def test_what_a_browser_is_known_by_stands_in_no_table(client):
    anna = UserFactory(handle="Anna")
    client.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})

    assert client.get("/account/").status_code == 200
    assert tables_with(cookie(client)) == []
    assert tables_with(str(anna.pk)) != []


def test_what_a_reader_of_the_database_finds_opens_nothing(signed_in):
    signed_in(UserFactory(handle="Anna"))
    reader = Client()

    for value in Session.objects.values_list("session_key", "session_data").get():
        reader.cookies["sessionid"] = value
        assert reader.get("/account/").status_code == 302
    assert Session.objects.filter(user__handle="Anna").exists()


def test_a_session_that_ran_out_leaves_the_database():
    anna = UserFactory(handle="Anna")
    for run_out in (True, False):
        browser = Client()
        browser.force_login(anna)
        if run_out:
            Session.objects.update(expire_date=timezone.now())

    sessions.delete_expired_sessions()

    assert [row.expire_date > timezone.now() for row in Session.objects.all()] == [True]


def test_a_coroutine_keeps_finds_and_ends_a_session_by_its_digest_too():
    store = sessions.SessionStore()

    async def visit():
        await store.aset("seat", 3)
        await store.asave()
        again = sessions.SessionStore(store.session_key)
        found = await again.aget("seat")
        await again.aflush()
        return found

    assert async_to_sync(visit)() == 3
    assert not Session.objects.exists()


def test_a_session_still_follows_its_browser_and_ends_with_it(signed_in):
    phone, laptop = (signed_in(anna) for anna in [UserFactory(handle="Anna")] * 2)
    phone.post("/accounts/logout/")

    assert phone.get("/account/").status_code == 302
    assert laptop.get("/account/").status_code == 200
    assert Session.objects.filter(user__handle="Anna").count() == 1


def test_ending_all_sessions_but_this_one_knows_this_one(signed_in):
    anna = UserFactory(handle="Anna")
    here, there = signed_in(anna), signed_in(anna)

    sessions.end_sessions(anna, but=cookie(here))

    assert (here.get("/account/").status_code, there.get("/account/").status_code) == (200, 302)


def test_what_a_session_remembers_is_sealed(client):
    UserFactory(email="anna@example.org")
    client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    path = next(word for word in mail.outbox[-1].body.split() if "/password/reset/key/" in word)
    client.get(path[path.index("/accounts/") :])
    secret = path.rstrip("/").split("-", 1)[1]

    assert secret in str(dict(client.session.items()))
    told = Session.objects.get().session_data
    assert sessions.SessionStore().decode(told) == {}
    assert tables_with(secret) == []


def test_no_secret_that_opens_a_door_stands_in_a_table(client):
    anna, organizer = UserFactory(handle="Anna"), StaffFactory()
    made = [
        tokens.make_token(anna, "scoreboard", second_factor=False),
        personal_links.issue_link(GuestFactory(), by=organizer.user),
        staff_roles.invite(organizer.tournament, role="judge", by=organizer.user),
        first_admin.invite().rstrip("/").rsplit("/", 1)[-1],
    ]

    assert [tables_with(secret) for secret in made] == [[], [], [], []]
    assert all(len(secret) > 40 for secret in made)
