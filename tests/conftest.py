"""What tests may ask for beyond pytest-django: a real worker, a real browser, and a look at accessibility."""

import gc
import os
import signal
from functools import partialmethod
from urllib.parse import urlsplit

import hypothesis
import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.db import connection
from django.db.backends.postgresql.creation import DatabaseCreation
from django.middleware import csrf
from django.test import Client, RequestFactory, TransactionTestCase
from django.utils import translation
from playwright.sync_api import expect, sync_playwright

from bos_tournament.accounts.sign_in.allauth_internals import note_proof
from bos_tournament.celery import app
from bos_tournament.launch import chromium, commands, process
from bos_tournament.operations import database_roles
from tests.database_cleanup import empty
from tests.polling import PATIENCE, act_once_loaded, nobody_is_busy, wait_until

# Real passwords are slow to hash on purpose; hundreds of people of tests need not wait for it.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# A token that stands on every page spells no name which a test says is not there.
csrf.CSRF_ALLOWED_CHARS = "bcdfghjklmnpqrstvwxz"

# No test times itself: a busy machine is no fault of what is tested, and a page asks only every few seconds.
# Laws are tried on the same examples in every run; BOS_SEED=new makes up others.
hypothesis.settings.register_profile(
    "patient",
    parent=hypothesis.settings(),
    deadline=None,
    derandomize=os.environ.get("BOS_SEED") != "new",
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("patient")
TransactionTestCase._fixture_teardown = partialmethod(empty, TransactionTestCase._fixture_teardown)
expect.set_options(timeout=60_000)


def by_owner(deed):
    """Only the owner makes databases and drops them. Tests that have to go around a guard may become the owner."""

    def do(self, *args, **options):
        with database_roles.as_owner(self.connection.alias):
            done = deed(self, *args, **options)
            owner = self.connection.settings_dict["USER"]
            if deed is make_database and owner != settings.DATABASE_ROLE:
                with self.connection.cursor() as cursor:
                    cursor.execute(f"GRANT {owner} TO {settings.DATABASE_ROLE} WITH INHERIT FALSE")
            return done

    return do


make_database = DatabaseCreation.create_test_db
DatabaseCreation.create_test_db = by_owner(make_database)
DatabaseCreation.destroy_test_db = by_owner(DatabaseCreation.destroy_test_db)

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}


def pytest_collection_finish():
    """What is loaded by now stays until the end, so the search for garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix):
    """A test is one transaction, in which a busy machine may well idle for longer than a request ever would."""
    options = settings.DATABASES["default"]["OPTIONS"]
    options["options"] += " -c idle_in_transaction_session_timeout=0"


@pytest.fixture(autouse=True)
def in_english():
    """A request of one test in another language leaves the next test alone."""
    yield
    translation.activate(settings.LANGUAGE_CODE)


class Worker:
    """A real Celery worker on the test's database and this run's own queues."""

    def __init__(self, log, *queues):
        self.log = log
        self.queues = queues
        self.name = f"{'-'.join(queues)}-{os.getpid()}"
        self.process = None

    @property
    def pid(self):
        return self.process.pid

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def start(self):
        given = urlsplit(os.environ["DATABASE_URL"])
        database_url = given._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
        self.process = process.start(
            [
                *commands.worker(queue=",".join(self.queues), name=self.name, processes=1),
                "--include=tests.worker_tasks",
            ],
            if_orphaned=signal.SIGKILL,
            env={**os.environ, "DATABASE_URL": database_url},
            log=self.log,
        )
        if not process.wait_until(self.answers, alive=lambda: self.is_running, seconds=PATIENCE):
            pytest.fail(f"The worker did not start:\n{process.last_lines(self.log, 20)}")

    def answers(self):
        return any(self.name in name for answer in app.control.ping(timeout=0.3) for name in answer)

    def kill(self):
        """Kill it with all its processes in the middle of whatever it does."""
        process.stop(self.process, first=signal.SIGKILL, seconds=5)

    def stop(self):
        if self.is_running:
            process.stop(self.process, first=signal.SIGQUIT, seconds=5)


@pytest.fixture
def worker(transactional_db, tmp_path):
    """The running worker; `kill()` and `start()` it as the story needs. Data is committed, as it must be for it.

    It ends with its test: the next one may want its jobs to wait.
    """
    yield from running(Worker(tmp_path / "worker.log", *queues()))


@pytest.fixture
def bids_worker(transactional_db, tmp_path):
    """A running worker that only opens bids."""
    yield from running(Worker(tmp_path / "bids.log", queues()[1]))


@pytest.fixture
def busy_worker(transactional_db, tmp_path):
    """A running worker that does all but open bids."""
    yield from running(Worker(tmp_path / "worker.log", queues()[0]))


def queues():
    queue = os.environ["QUEUE"]
    return queue, commands.bids_queue(queue), commands.bots_queue(queue)


def running(worker):
    purge()
    worker.start()
    yield worker
    worker.stop()
    purge()


def purge():
    with app.connection_for_write() as line:
        for queue in queues():
            line.default_channel.queue_purge(queue)


@pytest.fixture(scope="session")
def browser():
    options = chromium.find_or_install().launch_options()
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(**options)
        yield chrome
        chrome.close()


@pytest.fixture
def new_page(browser, live_server):
    """Opens one more person's own browser: `new_page(PHONE)`. A script error or a breach of the CSP fails the test.

    What a page asked last is answered before the tables are emptied: else either may wait for the other.
    """
    contexts, problems = [], []

    def listen(message):
        if message.type == "error" and "Content Security Policy" in message.text:
            problems.append(message.text)

    def open_page(viewport):
        context = browser.new_context(viewport=viewport, base_url=live_server.url, locale="en-GB", timezone_id="UTC")
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", listen)
        act_once_loaded(page)
        return page

    yield open_page
    for context in contexts:
        context.close()
    wait_until(nobody_is_busy)
    assert problems == []


@pytest.fixture
def page_phone(new_page):
    return new_page(PHONE)


@pytest.fixture
def page_desk(new_page):
    return new_page(DESK)


@pytest.fixture
def axe():
    """Looks at a page with axe: `axe(page)` gives its serious and critical findings, one line each.

    Where a style sheet imports another, `preload=False` keeps axe from copying it into the page: the CSP forbids that.
    """
    checker = Axe()

    def look(page, **options):
        page.wait_for_load_state()
        found = checker.run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
        return [
            f"{finding['id']}: {finding['help']} ({node['html'][:120]})"
            for finding in found
            if finding["impact"] in ("serious", "critical")
            for node in finding["nodes"]
        ]

    return look


@pytest.fixture
def signed_in(db):
    """`signed_in(anna)` is the browser of somebody; `second_factor=True` confirmed one in this session."""

    def sign_in(user, *, second_factor=False):
        client = Client()
        client.force_login(user)
        request = RequestFactory().get("/")
        request.session = client.session
        if not user.guest:
            note_proof(request, user, "password")
        if second_factor:
            note_proof(request, user, "mfa")
        request.session.save()
        return client

    return sign_in


@pytest.fixture
def opened_by(signed_in, live_server):
    """Signs a browser page in as somebody: `opened_by(page, anna)`; `second_factor=True` as for `signed_in`."""

    def sign_in(page, user, *, second_factor=False):
        key = signed_in(user, second_factor=second_factor).cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        return page

    return sign_in
