"""Starts everything the site needs, starts again what dies, and stops all of it: what ./run runs."""

import errno
import math
import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from bos_tournament.launch import (
    commands,
    engine_build,
    home,
    postgres,
    process,
    servers,
    translations,
    unprivileged,
    valkey,
    web_generations,
    web_processes,
)

LOOPBACK = ("127.0.0.1", "localhost", "::1")
TICK_SECONDS = 0.1
FIRST_PAUSE, LONGEST_PAUSE, STEADY_SECONDS = 1.0, 5.0, 10.0
SITE_STOP_SECONDS, SERVER_STOP_SECONDS = 5.5, 3.0
SIGN_INS = "demo-sign-ins.txt"


class Stopping(Exception):
    """Somebody asked the supervisor to stop."""


@dataclass
class Service:
    """One thing that must run: how it is started and stopped, and what became of it."""

    name: str
    """What messages call it, such as “web server”."""
    start: Callable[[], subprocess.Popen[bytes]]
    """Starts a new process of it."""
    stop_signal: signal.Signals
    """Asks it to end in good order."""
    log: Path | None = None
    """The file it writes to; None where it shares the supervisor's output."""
    child: subprocess.Popen[bytes] | None = None
    """Its last process, also when that has ended; None before the first."""
    since: float = 0.0
    """When that process began, in seconds of the monotonic clock."""
    pause: float = FIRST_PAUSE
    """How long to wait before the next start, in seconds; doubles each time."""
    again_at: float | None = None
    """When to start it again, on the monotonic clock; None while no start is due."""
    clear: Callable[[subprocess.Popen[bytes]], object] = process.sweep
    """What is done with what a process of it leaves that died."""

    def begin(self) -> None:
        self.child, self.since, self.again_at = self.start(), time.monotonic(), None

    @property
    def runs(self) -> bool:
        return self.child is not None and self.child.poll() is None


@dataclass(frozen=True)
class Plan:
    """What the environment asks for. A URL that was given means that its server is somebody else's."""

    folder: Path
    """The home of the site."""
    host: str
    """The address to listen at."""
    port: int
    """The port to listen at, 1 to 65535."""
    public_url: str
    """What people type into a browser, with its scheme."""
    database_url: str | None
    """None: the site runs a PostgreSQL of its own."""
    broker_url: str | None
    """None: the site runs a broker of its own."""
    insecure_lan: bool
    """Whether plain HTTP beyond this machine is accepted."""


def plan_of(environment: dict[str, str]) -> Plan:
    """Read the environment. Raises LaunchError for what cannot be served."""
    host = environment.get("HOST") or "127.0.0.1"
    port = environment.get("PORT") or "8000"
    if not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise home.LaunchError(f"PORT is {port!r}. Set it to a number from 1 to 65535.")
    insecure = (environment.get("INSECURE_LAN") or "").lower() in ("1", "true", "yes", "on")
    if host not in LOOPBACK and not insecure:
        raise home.LaunchError(
            f"HOST is {host}, which other machines can reach, and this server speaks plain HTTP: passwords and bids "
            "could be read on the way. Put a proxy with TLS in front and leave HOST at 127.0.0.1 (docs/operators.md), "
            "or accept the risk in a network you trust with INSECURE_LAN=1."
        )
    return Plan(
        folder=home.home(),
        host=host,
        port=int(port),
        public_url=environment.get("PUBLIC_URL") or address_of(host, int(port)),
        database_url=environment.get("DATABASE_URL") or None,
        broker_url=environment.get("BROKER_URL") or None,
        insecure_lan=insecure,
    )


def address_of(host: str, port: int) -> str:
    """What to type into a browser. For a host that means all of this machine's addresses, the one on its network."""
    if host in ("0.0.0.0", "::"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line, suppress(OSError):
            line.connect(("192.0.2.1", 9))  # an address for examples: nothing is sent, but the way there is looked up
            host = line.getsockname()[0]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def open_port(plan: Plan) -> socket.socket:
    """The socket of the site, held here so that a web process that dies leaves nobody refused. Raises LaunchError."""
    family = socket.AF_INET6 if ":" in plan.host else socket.AF_INET
    line = socket.socket(family)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        line.bind((plan.host, plan.port))
    except OSError as error:
        line.close()
        raise home.LaunchError(why_not(plan, error)) from error
    line.listen(web_processes.BACKLOG)
    return line


def why_not(plan: Plan, error: OSError) -> str:
    if isinstance(error, PermissionError):
        return f"Port {plan.port} needs more rights than yours. Choose one above 1023, for example PORT=8000 ./run"
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {plan.port} on {plan.host} is in use by another program. Stop that one, or choose another port: "
            f"PORT={free_port(plan.host)} ./run"
        )
    return f"The address {plan.host}:{plan.port} cannot be used ({error.strerror}). Set HOST to one of this machine."


def free_port(host: str) -> int:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as line:
        line.bind((host, 0))
        return int(line.getsockname()[1])


class Supervisor:
    """Holds the parts in the order they start; they stop in the opposite order."""

    def __init__(self, plan: Plan, line: socket.socket) -> None:
        self.plan = plan
        self.line = line
        self.parts: list[Service] = []
        self.web = web_generations.Generations(self.spawn_web, seconds=SITE_STOP_SECONDS)
        self.compiler: subprocess.Popen[bytes] | None = None
        self.stop_asked = False
        self.question: socket.socket | None = None
        self.account: unprivileged.Account | None = None
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "DATABASE_OWNER_URL"},
            "DJANGO_SETTINGS_MODULE": "bos_tournament.settings",
            "BOS_HOME": str(plan.folder),
            "DATABASE_URL": plan.database_url or servers.database_url(plan.folder),
            "BROKER_URL": plan.broker_url or servers.broker_url(plan.folder),
            "HOST": plan.host,
            "PORT": str(plan.port),
            "PUBLIC_URL": plan.public_url,
        }

    def run(self) -> None:
        """Serve until SIGINT, SIGTERM or SIGHUP. Raises LaunchError when the start fails; always stops all parts."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.ask_to_stop)
        try:
            self.give_up_root()
            self.start_servers()
            self.prepare()
            self.start_site()
            self.greet()
            self.compile_engine()
            while True:
                self.pause(TICK_SECONDS)
                self.look_after_parts()
                self.web.look()
        except Stopping:
            say("Stopping.")
        finally:
            self.stop_parts()

    def ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        self.stop_asked = True

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)
        if self.stop_asked:
            raise Stopping

    def wait_for(self, ready: Callable[[], bool], *, alive: Callable[[], bool], seconds: float) -> bool:
        """Like process.wait_until, but an ask to stop ends it with Stopping."""
        answer = process.wait_until(
            lambda: self.stop_asked or ready(), alive=lambda: self.stop_asked or alive(), seconds=seconds
        )
        self.pause(0)
        return answer

    # Start

    def give_up_root(self) -> None:
        """Finds who the site runs as when root starts it, and does what only root may: write beside the code."""
        self.account = unprivileged.site_account(self.plan.folder)
        if self.account:
            self.environment |= unprivileged.person_of(self.account)
            translations.compile_all()
            unprivileged.write_bytecode()

    def start_servers(self) -> None:
        database = None if self.plan.database_url else self.add_database()
        broker = None if self.plan.broker_url else self.add_broker()
        if database:
            self.await_part(self.parts[0], lambda: postgres.is_ready(database))
            postgres.set_up(database)
        if broker:
            self.await_part(self.parts[-1], lambda: valkey.is_ready(broker))

    def add_database(self) -> postgres.Cluster:
        cluster = postgres.cluster(self.plan.folder)
        if postgres.is_ready(cluster):
            raise home.LaunchError(
                f"A database server already runs on {cluster.data}. A backup may be under way, or an earlier start was "
                f"cut off: end the process whose number is in {cluster.data}/postmaster.pid, then start again."
            )
        if not cluster.data.exists():
            say("Making a database …")
        self.add(Service("database", lambda: start_database(cluster), signal.SIGINT, cluster.log))
        return cluster

    def add_broker(self) -> Path:
        data, log = self.plan.folder / "valkey", self.plan.folder / "logs" / "valkey.log"
        self.add(Service("broker", lambda: valkey.start(data, log=log, account=self.account), signal.SIGTERM, log))
        return data

    def add(self, part: Service) -> None:
        self.parts.append(part)
        part.begin()

    def await_part(self, part: Service, ready: Callable[[], bool]) -> None:
        if not self.wait_for(ready, alive=lambda: part.runs, seconds=servers.START_SECONDS):
            tail = f" The end of {part.log}:\n{process.last_lines(part.log)}" if part.log else ""
            raise home.LaunchError(f"The {part.name} did not start.{tail}")

    def prepare(self) -> None:
        """Migrate, collect static files, fill an empty site; however long, since half a migration helps nobody."""
        words = [] if self.plan.database_url else ["--own"]
        owner = os.environ.get("DATABASE_OWNER_URL")
        child = self.spawn([*commands.PREPARE, *words], more={"DATABASE_OWNER_URL": owner} if owner else {})
        try:
            self.wait_for(lambda: child.poll() is not None, alive=lambda: True, seconds=math.inf)
        finally:
            process.sweep(child)
        if child.returncode != 0:
            raise home.LaunchError("The site could not be prepared; the reason is above.")

    def start_site(self) -> None:
        queue = os.environ.get("QUEUE") or "bos"
        self.add(Service("web server", self.web.begin, signal.SIGTERM, clear=subprocess.Popen.wait))
        self.await_part(self.parts[-1], self.answers)
        self.add(Service("worker", lambda: self.spawn(commands.worker(queue=queue)), signal.SIGTERM))
        opens_bids = commands.worker(queue=commands.bids_queue(queue), name="bids", processes=1)
        self.add(Service("worker that opens bids", lambda: self.spawn(opens_bids), signal.SIGTERM))
        plays = commands.worker(queue=commands.bots_queue(queue), name="bots", processes=1, nice=10)
        self.add(Service("worker for bots", lambda: self.spawn(plays), signal.SIGTERM))
        self.add(Service("clock", lambda: self.spawn(commands.beat()), signal.SIGTERM))

    def spawn_web(self, supervisor: int) -> subprocess.Popen[bytes]:
        line = self.line.fileno()
        return self.spawn(commands.web(line, supervisor=supervisor), fds=(line, supervisor))

    def spawn(
        self, command: list[str], *, fds: Sequence[int] = (), more: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        user, shown = (self.account.name, self.account.shown) if self.account else ("-", ())
        environment = {**self.environment, **(more or {})}
        return process.start(command, if_orphaned=signal.SIGKILL, env=environment, fds=fds, user=user, shown=shown)

    def answers(self) -> bool:
        """Whether the site answers at all; what it answers is its own matter.

        A slow machine is asked once and given time: each further question would make its first answers later still.
        """
        with suppress(OSError):
            self.question = self.question or self.ask_health()
            if select.select([self.question], [], [], 0.1)[0]:
                line, self.question = self.question, None
                with line:
                    return line.recv(5) == b"HTTP/"
        return False

    def ask_health(self) -> socket.socket:
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.plan.host, self.plan.host)
        line = socket.create_connection((host, self.plan.port), timeout=2)
        line.sendall(b"HEAD /health/ HTTP/1.0\r\nHost: localhost\r\n\r\n")
        return line

    def greet(self) -> None:
        say(f"The site is at {self.plan.public_url} — Ctrl-C stops it.")
        if self.plan.public_url.startswith("http://") and self.plan.insecure_lan:
            say("Warning: plain HTTP. Whoever shares this network can read passwords and bids.")
        sign_ins = self.plan.folder / SIGN_INS
        if sign_ins.exists():
            say(f"Demo sign-ins (kept in {sign_ins}):\n{sign_ins.read_text().rstrip()}")

    def compile_engine(self) -> None:
        """Beside the site and behind it, for the next start; nothing waits for it."""
        if engine_build.is_wanted():
            self.compiler = process.start(commands.COMPILE, if_orphaned=signal.SIGKILL, env=self.environment)

    # Life

    def look_after_parts(self) -> None:
        now = time.monotonic()
        for part in self.parts:
            if part.again_at is None and not part.runs:
                self.note_death(part, now)
            elif part.again_at is not None and now >= part.again_at:
                self.begin_again(part, now)
            if part.log:
                process.begin_long_log_anew(part.log)

    def begin_again(self, part: Service, now: float) -> None:
        """A start that fails, as on a full disk, is tried again as after a death."""
        try:
            part.begin()
        except (OSError, home.LaunchError) as fault:
            say(f"The {part.name} could not be started ({fault}). Trying again in {part.pause:.0f} s.")
            part.again_at, part.pause = now + part.pause, min(part.pause * 2, LONGEST_PAUSE)

    def note_death(self, part: Service, now: float) -> None:
        """Say why a part died, and plan its next start: later each time, unless it ran steadily before."""
        if part.child is None:
            return
        part.clear(part.child)
        if now - part.since > STEADY_SECONDS:
            part.pause = FIRST_PAUSE
        say(
            f"The {part.name} ended ({process.reason(part.child.returncode)}). Starting it again in {part.pause:.0f} s."
        )
        if part.log:
            say(f"The end of {part.log}:\n{process.last_lines(part.log)}")
        part.again_at, part.pause = now + part.pause, min(part.pause * 2, LONGEST_PAUSE)

    # End

    def stop_parts(self) -> None:
        """Site first, servers after it; nobody gets longer than their seconds."""
        site = [part for part in self.parts if part.name not in ("database", "broker")]
        rest = [part for part in self.parts if part not in site]
        self.line.close()
        if self.compiler is not None:
            process.sweep(self.compiler)
        self.web.stop()
        end_all(site, SITE_STOP_SECONDS)
        self.web.sweep()
        end_all(rest, SERVER_STOP_SECONDS)
        if rest:
            home.drop_socket_folder(postgres.data_folder(self.plan.folder))
            home.drop_socket_folder(self.plan.folder / "valkey")


def start_database(cluster: postgres.Cluster) -> subprocess.Popen[bytes]:
    postgres.prepare(cluster)
    return postgres.start(cluster)


def end_all(parts: list[Service], seconds: float) -> None:
    children = [(part.child, part.stop_signal) for part in parts if part.child is not None]
    for child, how in children:
        process.ask(child, how)
    process.wait_until(
        lambda: all(child.poll() is not None for child, _ in children), alive=lambda: True, seconds=seconds
    )
    for child, _ in children:
        process.sweep(child)


def say(text: str) -> None:
    """What cannot be written, as to a full disk, is no reason to end."""
    with suppress(OSError):
        print(text, flush=True)
