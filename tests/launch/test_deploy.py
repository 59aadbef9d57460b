"""What `deploy/` holds works: units of systemd, run here without it, and a compose file."""

import os
import re
import resource
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from django.conf import settings
from django.db import connection

from bos_tournament.celery import app
from bos_tournament.launch import home, process, unprivileged, valkey
from bos_tournament.operations.models import BeatLease
from tests.conftest import purge, queues
from tests.polling import PATIENCE, wait_until
from tests.test_settings_documented import ROW

DEPLOY = home.CHECKOUT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
SERVICES = [path for path in UNITS if path.suffix == ".service"]
LASTING = ("bos-web", "bos-worker", "bos-bids", "bos-bots", "bos-beat")
IN_UNITS, LIMITS = "/srv/bos", {"LimitNOFILE": resource.RLIMIT_NOFILE, "LimitCORE": resource.RLIMIT_CORE}


def lines_of(unit):
    """The settings of a unit, each a name with a value."""
    pairs = [line.partition("=") for line in unit.read_text().splitlines() if line and line[0] not in "[#"]
    return [(name, value) for name, _, value in pairs]


class Runner:
    """Does with a unit what systemd would: its user, its limits, its environment, its rule for starting it again."""

    def __init__(self, name, log, environment):
        self.facts = dict(lines_of(DEPLOY / "systemd" / f"{name}.service"))
        self.log, self.environment = log, environment
        self.child = None

    def command(self):
        """What ExecStart says, in this checkout: variables and %% are systemd's."""
        line = re.sub(r"\$\{(\w+)\}", lambda hit: self.environment[hit[1]], self.facts["ExecStart"])
        program, *words = shlex.split(line.replace("%%", "%"))
        assert program == f"{IN_UNITS}/.venv/bin/python"
        assert self.facts["WorkingDirectory"] == IN_UNITS
        return [sys.executable, *words]

    def start(self):
        nobody = {"user": "nobody", "shown": unprivileged.shown_to_site(home.home())} if unprivileged.is_root() else {}
        self.child = subprocess.Popen(
            process.tethered(self.command(), if_orphaned=signal.SIGKILL, **nobody),
            cwd=home.CHECKOUT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=self.limit,
        )

    def limit(self):
        for name, kind in LIMITS.items():
            resource.setrlimit(kind, (self.bound(name, kind),) * 2)

    def bound(self, name, kind):
        """The limit, as far as this machine lets one have it."""
        most = resource.getrlimit(kind)[1]
        wanted = int(self.facts[name])
        return wanted if most == resource.RLIM_INFINITY else min(wanted, most)

    def kill(self):
        self.child.send_signal(signal.SIGKILL)
        self.child.wait()
        with suppress(ProcessLookupError):  # KillMode=mixed: what is left of the group goes too
            os.killpg(self.child.pid, signal.SIGKILL)

    def look(self):
        """Starts again what has ended, if the unit says so."""
        if self.child.poll() is not None and self.facts["Restart"] == "always":
            self.start()

    def about(self, file):
        return Path(f"/proc/{self.child.pid}/{file}").read_text()


@pytest.fixture
def run(transactional_db, tmp_path):
    """`run("bos-web", PORT="8001")` runs a unit on the database of the test."""
    given, started = urlsplit(os.environ["DATABASE_URL"]), []
    here = given._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    purge()

    def start(name, **more):
        log = (tmp_path / f"{name}.log").open("wb")
        started.append(Runner(name, log, {**os.environ, "DATABASE_URL": here, "WEB_PROCESSES": "1", **more}))
        started[-1].start()
        return started[-1]

    with broker_for_all():
        yield start
        for runner in started:
            process.stop(runner.child, first=signal.SIGTERM, seconds=10)
            runner.log.close()
    purge()


class broker_for_all:
    """The broker of the tests is root's, and units do not run as root."""

    def __enter__(self):
        folder = home.socket_folder_of(home.home() / "valkey")
        self.paths = [folder, folder / valkey.SOCKET] if unprivileged.is_root() and folder.exists() else []
        for path in self.paths:
            path.chmod(0o777)

    def __exit__(self, *fault):
        for path in self.paths:
            path.chmod(0o700)


def answers(port):
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(b"GET /health/ HTTP/1.0\r\nHost: localhost\r\n\r\n")
        return b'"ok":true' in line.makefile("rb").read().replace(b" ", b"")
    return False


def pings(name):
    return any(f"{name}@" in worker for answer in app.control.ping(timeout=2, limit=1) for worker in answer)


def holds_the_lease(runner):
    lease = BeatLease.objects.first()
    return lease is not None and f":{runner.child.pid}:" in lease.holder


def has_its_user_and_limits(runner):
    """Whether the process is nobody's, and may open as many files as the unit says."""
    (uid,) = {line.split()[1] for line in runner.about("status").splitlines() if line.startswith("Uid:")}
    files = next(line for line in runner.about("limits").splitlines() if line.startswith("Max open files"))
    most = str(runner.bound("LimitNOFILE", resource.RLIMIT_NOFILE))
    return (uid != "0", files.split()[3:5]) == (True, [most, most])


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@linux
@pytest.mark.slow
def test_a_web_server_that_is_killed_answers_again(run):
    with socket.create_server(("127.0.0.1", 0)) as line:
        port = line.getsockname()[1]
    web = run("bos-web", HOST="127.0.0.1", PORT=str(port))
    wait_until(lambda: answers(port))
    assert has_its_user_and_limits(web)

    web.kill()
    assert not answers(port)
    web.look()

    wait_until(lambda: answers(port))


@linux
@pytest.mark.slow
@pytest.mark.parametrize(("unit", "name"), [("bos-worker", "worker"), ("bos-bids", "bids"), ("bos-bots", "bots")])
def test_a_worker_that_is_killed_works_again(run, unit, name):
    worker = run(unit)
    wait_until(lambda: pings(name))
    assert has_its_user_and_limits(worker)
    (waits,) = (names for names in app.control.inspect(timeout=5).active_queues().values())
    assert [queue["name"] for queue in waits] == [queues()[("worker", "bids", "bots").index(name)]]

    worker.kill()
    worker.look()

    wait_until(lambda: pings(name))


@linux
@pytest.mark.slow
def test_a_scheduler_that_is_killed_sends_again(run):
    beat = run("bos-beat")
    wait_until(lambda: holds_the_lease(beat))
    assert has_its_user_and_limits(beat)

    beat.kill()
    beat.look()

    wait_until(lambda: holds_the_lease(beat))


@pytest.mark.parametrize("name", LASTING)
def test_a_unit_is_started_again_for_ever_and_never_as_root(name):
    facts = dict(lines_of(DEPLOY / "systemd" / f"{name}.service"))

    assert (facts["Restart"], facts["RestartSec"], facts["StartLimitIntervalSec"]) == ("always", "1", "0")
    assert (facts["User"], facts["NoNewPrivileges"], facts["PartOf"]) == ("bos", "yes", "bos.target")


def test_the_target_begins_every_unit_that_lasts():
    wanted = dict(lines_of(DEPLOY / "systemd" / "bos.target"))["Wants"].split()

    assert wanted == [f"{name}.service" for name in LASTING]
    assert {path.name for path in SERVICES} == {*wanted, "bos-prepare.service"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this machine has no systemd-analyze")
def test_systemd_finds_no_fault_in_the_units(tmp_path):
    for unit in UNITS:
        (tmp_path / unit.name).write_text(unit.read_text().replace(IN_UNITS, str(home.CHECKOUT)))

    done = subprocess.run(
        ["systemd-analyze", "verify", *map(str, sorted(tmp_path.glob("bos*")))], capture_output=True, text=True
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_the_example_names_settings_that_there_are():
    documented = ROW.findall((home.CHECKOUT / "docs" / "operators.md").read_text())
    named = re.findall(r"^([A-Z_]+)=", (DEPLOY / "bos.env").read_text(), re.MULTILINE)

    assert set(named) <= set(documented)
    assert "SECRET_KEY" in named


# Containers


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def test_the_containers_do_what_the_units_do(compose):
    services = compose["services"]

    assert set(services) == {"database", "broker", "prepare", *(name.removeprefix("bos-") for name in LASTING)}
    for unit in SERVICES:
        words = shlex.split(dict(lines_of(unit))["ExecStart"])
        module = words[words.index("-m") + 1]
        assert module in (services[unit.stem.removeprefix("bos-")]["command"] + ["celery"])


def test_what_a_container_needs_is_there(compose):
    services, volumes = compose["services"], set(compose["volumes"])
    documented = {*ROW.findall((home.CHECKOUT / "docs" / "operators.md").read_text())}

    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= set(services)
        assert {volume.split(":")[0] for volume in service["volumes"]} <= volumes
        assert service["restart"] == ("no" if name == "prepare" else "always")
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
            assert set(service["environment"]) <= documented
    assert (DEPLOY / compose["x-site"]["build"]["context"]).resolve() == settings.BASE_DIR
