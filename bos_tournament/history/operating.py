"""How the whole site is: what its operator reads, and what those who watch it are told."""

from dataclasses import dataclass
from enum import StrEnum

from bos_tournament.history import belongings, machines, work
from bos_tournament.history.parts import Part, State, worst


class Health(StrEnum):
    """In one word, for programs."""

    OK = "ok"
    DEGRADED = "degraded"  # pages are served, and something behind them needs an operator
    DOWN = "down"  # pages cannot be served


@dataclass(frozen=True)
class Told:
    """The word, and the parts it comes from; no part is known while the database is away."""

    health: Health
    parts: tuple[Part, ...] = ()


def health() -> Told:
    """What is cheap to know: a handful of queries, no question to a worker or the broker.

    Sweeps run through clock, broker and worker, so their silence tells of any of the three.
    """
    if not machines.is_reachable():
        return Told(Health.DOWN)
    migrations = machines.migrations_part()
    if migrations.state is not State.GOOD:
        return Told(Health.DEGRADED, (migrations,))
    parts = (migrations, work.sweeps_part(), work.jobs_part(), belongings.disk_part())
    return Told(Health.OK if worst(parts) is State.GOOD else Health.DEGRADED, parts)


def everything() -> tuple[Part, ...]:
    """All that an operator looks at, workers and broker asked."""
    broker = machines.broker_part()
    return (
        work.jobs_part(),
        work.sweeps_part(),
        machines.web_part(),
        machines.worker_part(broker),
        broker,
        machines.database_part(),
        machines.migrations_part(),
        belongings.backup_part(),
        belongings.disk_part(),
        belongings.mail_part(),
        belongings.versions_part(),
    )
