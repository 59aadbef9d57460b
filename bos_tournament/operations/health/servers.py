"""What the site runs on: the database and its migrations, web processes, workers, the broker."""

import os
import socket
import time
from collections.abc import Mapping
from threading import Event
from typing import Any

import kombu.exceptions
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from bos_tournament.celery import app
from bos_tournament.operations.health.component_status import ComponentStatus, State, ago

WEB = "bos web"
"""What connections of web processes are called in the database; host and process follow."""
COMPLETE = Event()
"""Set once all migrations of this code were seen in the database; they do not go away while it runs."""
SECONDS = 1
"""So long a worker or broker may take to answer."""
SOON = 0.25
"""So long as a worker takes that has a processor to itself."""


def web_name() -> str:
    """The name of this process among the web processes, short enough for PostgreSQL (63 bytes)."""
    return f"{WEB} {socket.gethostname()[:40]}:{os.getpid()}"


def database_part() -> ComponentStatus:
    """Four queries."""
    began = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), pg_database_size(current_database())")
        version, size = cursor.fetchone()
        took = (time.perf_counter() - began) * 1000
        cursor.execute(
            "SELECT count(*), current_setting('max_connections')::int FROM pg_stat_activity"
            " WHERE backend_type = 'client backend'"
        )
        used, most = cursor.fetchone()
        cursor.execute(
            "SELECT current_setting('archive_mode') <> 'off', last_archived_time, last_failed_time,"
            " coalesce(last_failed_time > last_archived_time, last_failed_time IS NOT NULL) FROM pg_stat_archiver"
        )
        archives, archived, failed, fails = cursor.fetchone()
    facts = (
        (_("PostgreSQL"), str(version)),
        (_("Size"), _("%(size)s MB") % {"size": number_format(size / 1e6, 1)}),
        (_("Answered in"), _("%(took)s ms") % {"took": number_format(took, 1)}),
        (_("Connections"), _("%(used)s of %(most)s") % {"used": used, "most": most}),
        (_("Last change archived"), (ago(archived) if archived else _("never")) if archives else _("no archive")),
    )
    if archives and fails:
        sentence = _("Changes cannot be archived; the last try was %(ago)s.") % {"ago": ago(failed)}
        todo = _("Make room in WAL_ARCHIVE and let the database write there, or its own disk fills up. See its log.")
        return ComponentStatus("database", _("Database"), State.LOOK, sentence, todo, facts)
    if used > most * 0.9:
        sentence = _("Nearly all connections are in use.")
        todo = _("Lower DATABASE_POOL, or raise max_connections of the server.")
        return ComponentStatus("database", _("Database"), State.LOOK, sentence, todo, facts)
    return ComponentStatus("database", _("Database"), State.GOOD, _("It answers."), "", facts)


def migrations_part() -> ComponentStatus:
    missing = waiting_migrations()
    title = _("Migrations")
    if missing:
        sentence = _("Not applied: %(names)s.") % {"names": ", ".join(missing[:5])}
        todo = _("Start the site with ./run, or run python -m bos_tournament.launch.prepare.")
        return ComponentStatus("migrations", title, State.BAD, sentence, todo)
    return ComponentStatus("migrations", title, State.GOOD, _("All are applied."))


def waiting_migrations() -> tuple[str, ...]:
    """What this version of the code wants and the database does not have. Asked until there is nothing left."""
    if COMPLETE.is_set():
        return ()
    missing = _waiting()
    if not missing:
        COMPLETE.set()
    return missing


def _waiting() -> tuple[str, ...]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return tuple(f"{migration.app_label}.{migration.name}" for migration, _backwards in plan)


def web_part() -> ComponentStatus:
    """This process answers, or nobody would read this; the others are known by their connections. One query."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT application_name FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name LIKE %s",
            [f"{WEB} %"],
        )
        names = {name for (name,) in cursor.fetchall()} | {web_name()}
    facts = tuple((_("Process"), name.removeprefix(f"{WEB} ")) for name in sorted(names))
    sentence = _("Running: %(number)s.") % {"number": len(names)}
    return ComponentStatus("web", _("Web processes"), State.GOOD, sentence, "", facts)


def broker_part() -> ComponentStatus:
    title, facts = _("Broker"), ((_("Kind"), str(app.connection_for_write().transport_cls)),)
    try:
        with app.connection_for_write(connect_timeout=SECONDS) as line:
            line.ensure_connection(max_retries=1, interval_start=0, timeout=SECONDS)
    except (OSError, kombu.exceptions.OperationalError) as fault:
        sentence = _("It does not answer (%(fault)s).") % {"fault": type(fault).__name__}
        todo = _("Start it, or fix BROKER_URL. Nothing is lost: the jobs wait in the database.")
        return ComponentStatus("broker", title, State.BAD, sentence, todo, facts)
    return ComponentStatus("broker", title, State.GOOD, _("It answers."), "", facts)


def worker_part(broker: ComponentStatus) -> ComponentStatus:
    """Asks every worker over the broker, and waits as long as the slowest may take."""
    title = _("Workers")
    if broker.state is not State.GOOD:
        sentence = _("Unknown, since the broker does not answer.")
        return ComponentStatus("worker", title, State.BAD, sentence, _("Fix the broker first."))
    answers = app.control.inspect(timeout=SOON).stats() or app.control.inspect(timeout=SECONDS).stats() or {}
    if not answers:
        todo = _(
            "Start three: celery -A bos_tournament.celery worker -Q bos, others with -Q bos-bids and -Q bos-bots. "
            "The jobs wait in the database."
        )
        return ComponentStatus("worker", title, State.BAD, _("No worker answers."), todo)
    facts = tuple((name, _about(stats)) for name, stats in sorted(answers.items()))
    sentence = _("Answering: %(number)s.") % {"number": len(answers)}
    return ComponentStatus("worker", title, State.GOOD, sentence, "", facts)


def _about(stats: Mapping[str, Any]) -> str:
    facts = {"processes": stats.get("pool", {}).get("max-concurrency", "?"), "done": sum(stats["total"].values())}
    return _("%(processes)s processes, %(done)s tasks since its start") % facts


def is_reachable() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True
