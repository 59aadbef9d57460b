"""Waiting for what another thread, process or browser does: for the thing itself, never for a while."""

import time

from django.db import connection

PATIENCE = 120  # seconds after which it will not happen any more, however busy the machine is


def wait_until(true, seconds=PATIENCE):
    """Ask until it is so. Fails when it is not so after all this time."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "It did not happen in time."
        time.sleep(0.05)


def somebody_waits():
    """Does a connection to this database wait for a lock that another one holds?"""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # else a transaction sees what it saw at its first look
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return cursor.fetchone()[0] > 0


def nobody_is_busy():
    """Has every other connection to this database done what it was asked, and ended its transaction?"""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE state <> 'idle' AND backend_type = 'client backend'"
            " AND datname = current_database() AND pid <> pg_backend_pid()"
        )
        return cursor.fetchone()[0] == 0


SAYS_IT_IS_LOADED = "addEventListener('load', () => document.documentElement.toggleAttribute('data-loaded', true))"


def act_once_loaded(page):
    """Let whoever sits at this page tap and type once its scripts are there, not in the instant before.

    Playwright waits for them where a test opens an address, not where a tap on a link or button does.
    """
    page.add_init_script(SAYS_IT_IS_LOADED)
    page.add_locator_handler(page.locator("html:not([data-loaded])"), lambda: None)
