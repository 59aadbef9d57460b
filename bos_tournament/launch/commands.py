"""The command lines of the site's own processes, the same for ./run and for the tests."""

import sys

from bos_tournament.launch import home

MANAGE = [sys.executable, str(home.CHECKOUT / "manage.py")]
PREPARE = [sys.executable, "-m", "bos_tournament.launch.prepare"]
COMPILE = [sys.executable, "-m", "bos_tournament.launch.engine_build", "--behind"]
# Root is warned of pickled messages, and the settings accept none.
NO_ROOT_WARNING = ["-W", "ignore::UserWarning:celery.platforms"]


def web(socket_number: int, *, supervisor: int | None = None) -> list[str]:
    """The web server, on a socket that is open already; `supervisor` is its end of a line to who starts it again."""
    line = [] if supervisor is None else ["--supervisor", str(supervisor)]
    return [sys.executable, "-m", "bos_tournament.launch.web", "--fd", str(socket_number), *line]


def bids_queue(queue: str) -> str:
    """Where the opening of bids waits, beside the queue for everything else."""
    return f"{queue}-bids"


def bots_queue(queue: str) -> str:
    """Where the moves of bots wait, beside the queue for everything else."""
    return f"{queue}-bots"


def worker(*, queue: str, name: str = "worker", processes: int = 2, nice: int = 0) -> list[str]:
    """A Celery worker that takes work from one queue, or from several with commas between. The nicer it is, up to 19,
    the more it leaves the machine to others."""
    return [
        *(["nice", "-n", str(nice)] if nice else []),
        *[sys.executable, *NO_ROOT_WARNING, "-m", "celery", "--app", "bos_tournament.celery", "--quiet", "worker"],
        *["--queues", queue, "--hostname", f"{name}@%h", "--concurrency", str(processes), "--loglevel", "WARNING"],
        *["--without-gossip", "--without-mingle"],
    ]


def beat() -> list[str]:
    """Celery's clock. Several may run: one sends, the others wait for its lease."""
    return [
        *[sys.executable, "-m", "celery", "--app", "bos_tournament.celery", "--quiet", "beat"],
        *["--pidfile", "", "--loglevel", "WARNING"],
    ]
