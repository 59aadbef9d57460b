"""How the whole site is: what its operator reads, and what those who watch it are told."""

from dataclasses import dataclass
from enum import StrEnum

from bos_tournament.operations.health import resources, servers, workers
from bos_tournament.operations.health.component_status import ComponentStatus, State, worst


class Health(StrEnum):
    """In one word, for programs."""

    OK = "ok"
    DEGRADED = "degraded"  # pages are served, and something behind them needs an operator
    DOWN = "down"  # pages cannot be served


@dataclass(frozen=True)
class HealthReport:
    """The word, and the parts it comes from; no part is known while the database is away."""

    health: Health
    """How the whole is."""
    parts: tuple[ComponentStatus, ...] = ()
    """What was looked at, in the order of the page."""


def health() -> HealthReport:
    """What is cheap to know: a handful of queries, no question to a worker or the broker.

    Sweeps run through clock, broker and worker, so their silence tells of any of the three.
    """
    if not servers.is_reachable():
        return HealthReport(Health.DOWN)
    migrations = servers.migrations_part()
    if migrations.state is not State.GOOD:
        return HealthReport(Health.DEGRADED, (migrations,))
    parts = (migrations, workers.sweeps_part(), workers.jobs_part(), resources.disk_part())
    return HealthReport(Health.OK if worst(parts) is State.GOOD else Health.DEGRADED, parts)


def component_statuses() -> tuple[ComponentStatus, ...]:
    """All that an operator looks at, workers and broker asked."""
    broker = servers.broker_part()
    return (
        workers.jobs_part(),
        workers.sweeps_part(),
        servers.web_part(),
        servers.worker_part(broker),
        broker,
        servers.database_part(),
        servers.migrations_part(),
        resources.backup_part(),
        resources.disk_part(),
        resources.mail_part(),
        resources.versions_part(),
    )
