"""Hints to open pages that something changed, so that they need not wait until they ask again by themselves.

A hint names what changed and nothing else. It leaves with the commit of its cause, and a lost one costs only time:
pages go on asking.
"""

from uuid import UUID

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

CHANNEL = "bos_live"


def publish_change(kind: str, *pks: UUID, by: BaseDatabaseWrapper = connection) -> None:
    """Hints that these matches, tournaments or printouts changed, once the transaction of that connection is through.

    `kind` is the word for it.
    """
    with by.cursor() as cursor:
        told = [f"{kind}:{pk}" for pk in pks]
        cursor.execute("SELECT pg_notify(%s, topic) FROM unnest(%s::text[]) AS topic", [CHANNEL, told])
