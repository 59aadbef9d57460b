"""What takes long for a good reason is not cut off; what a page asks is."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models.signals import pre_migrate

from bos_tournament.operations.db_timeouts import without_time_limits


def limits():
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        (statement,) = cursor.fetchone()
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        return statement, *cursor.fetchone()


@pytest.mark.django_db(transaction=True)
def test_a_migration_may_take_its_time_and_pages_may_not():
    usual, seen = limits(), []

    def look(**_):
        seen.append(limits())

    pre_migrate.connect(look)
    try:
        call_command("migrate", interactive=False, verbosity=0)
    finally:
        pre_migrate.disconnect(look)

    assert set(seen) == {("0", "0")}
    assert limits() == usual
    assert usual[0] == "15s"


@pytest.mark.django_db
def test_the_limits_are_back_after_work_that_failed():
    usual = limits()

    with pytest.raises(ValueError, match="half way"), without_time_limits():
        raise ValueError("half way")

    assert limits() == usual
