"""What a filled site holds: rows of each table, members of each closed list, sentences that are kept."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.apps import apps
from django.db import connection, models

from bos_tournament.accounts.models import Session
from bos_tournament.accounts.models_rate_limits import KeptValue, RateLimit
from bos_tournament.messages import sentences
from bos_tournament.operations.database_roles import as_owner
from bos_tournament.operations.models import BeatLease, Letter

# Who is signed in, letters on their way, a lease, counts and values of minutes: a backup leaves them out.
PASSING = {one._meta.label for one in (Session, Letter, RateLimit, KeptValue, BeatLease)} | {"sessions.Session"}


def report() -> list[str]:
    """Prints what is there, and gives the tables that hold nothing."""
    empty = []
    for model in tables():
        rows = model._base_manager.count()
        print(f"{rows:7} {model._meta.label}")
        if not rows and model._meta.label not in PASSING:
            empty.append(model._meta.label)
    for line in never_seen():
        print("never seen:", line)
    never_kept()
    print("empty:", empty)
    return empty


def tables():
    return [one for one in apps.get_models(include_auto_created=True) if one._meta.managed and not one._meta.proxy]


def never_seen():
    """Members of closed lists that no row has."""
    for model in tables():
        for field in model._meta.concrete_fields:
            if field.choices and model.__module__.startswith("bos_") and not model.__name__.endswith("Event"):
                there = set(model._base_manager.values_list(field.name, flat=True).distinct())
                if missing := [key for key, _ in field.flatchoices if key not in there]:
                    yield f"{model._meta.label}.{field.name}: {missing}"


def never_kept() -> None:
    """Prints the codes of the site, of the pairing package and of the engine that nothing here keeps."""
    kept = set(codes_kept())
    for code in sorted(set(sentences()) - kept):
        print("never kept:", code)
    print(f"kept: {len(kept)} of {len(sentences())}")


def codes_kept() -> Iterator[str]:
    for model in tables():
        for field in model._meta.concrete_fields:
            if isinstance(field, models.JSONField):
                for value in model._base_manager.values_list(field.name, flat=True):
                    yield from codes_in(value)


def codes_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if set(value) >= {"code", "args"}:
            yield value["code"]
        yield from chain.from_iterable(map(codes_in, value.values()))
    elif isinstance(value, list):
        yield from chain.from_iterable(map(codes_in, value))


def age(by: str) -> None:
    """Makes every moment so much older, past all guards: what happened keeps its order and its distance."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("UPDATE accounts_user SET password = '!' WHERE starts_with(password, 'md5$')")
        cursor.execute(
            "SELECT table_name, array_agg(column_name::text) FROM information_schema.columns"
            " WHERE table_schema = 'public' AND data_type = 'timestamp with time zone'"
            " AND table_name <> 'django_migrations' GROUP BY table_name"
        )
        for table, columns in cursor.fetchall():
            moved = ", ".join(f'"{one}" = "{one}" - interval \'{by}\'' for one in columns)
            cursor.execute(f'UPDATE "{table}" SET {moved}')  # noqa: S608
        cursor.execute("RESET session_replication_role")
