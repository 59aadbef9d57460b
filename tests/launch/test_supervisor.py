"""./run as an operator meets it: it starts, heals, refuses clearly and leaves nothing behind."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from bos_tournament.launch import home, process, supervisor
from tests.waiting import PATIENCE

DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a proxy of this machine is no way to itself


def environment(folder, port, **more):
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "BROKER_URL", "QUEUE", "STATIC_STORAGE", "DJANGO_ALLOW_ASYNC_UNSAFE")
    }
    return {**kept, "BOS_HOME": str(folder), "PORT": str(port), "BOS_DEMO": "0", **more}


def launch(folder, port, **more):
    return subprocess.run(
        [sys.executable, "-m", "bos_tournament.launch"],
        env=environment(folder, port, **more),
        cwd=home.CHECKOUT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def processes_of(folder):
    """The numbers of all live processes of a home, with their command lines.

    The site's have its name in their environment; the servers, which write over theirs, work in its folders.
    """
    mark = f"BOS_HOME={folder}".encode()
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            at_home = (entry / "cwd").readlink().is_relative_to(folder)
            if at_home or mark in (entry / "environ").read_bytes().split(b"\0"):
                found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
    return found


def answer_of(port):
    try:
        return DIRECT.open(f"http://127.0.0.1:{port}/", timeout=PATIENCE).status
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except OSError:
        return None


def eventually(question, seconds=180):
    return process.wait_until(question, alive=lambda: True, seconds=seconds)


def end_of(folder, words):
    """Kill, as a crash would, the process of a home whose command line has these words."""
    found = []

    def alone():  # for a moment after its birth a child goes by its parent's name
        found[:] = [pid for pid, line in processes_of(folder).items() if words in line and "postgres:" not in line]
        return len(found) == 1

    assert eventually(alone), found
    os.kill(found[0], signal.SIGKILL)
    return found[0]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_site_starts_heals_itself_and_leaves_no_process(tmp_path):
    folder, port, log = tmp_path / "home", supervisor.free_port("127.0.0.1"), tmp_path / "run.log"
    command = [sys.executable, "-m", "bos_tournament.launch"]
    with log.open("wb") as output:
        run = subprocess.Popen(
            command, env=environment(folder, port), cwd=home.CHECKOUT, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        assert eventually(lambda: "Ctrl-C stops it" in log.read_text() or run.poll() is not None), log.read_text()
        assert answer_of(port) == 200, log.read_text()

        second = launch(folder, supervisor.free_port("127.0.0.1"))
        assert second.returncode == 1
        assert f"The site already runs from {folder}: process {run.pid}" in second.stderr

        dead = {end_of(folder, "bin/postgres"), end_of(folder, "valkey-server"), end_of(folder, "launch.web")}
        answers = []
        assert eventually(lambda: answers.append(answer_of(port)) or answers[-1] == 200), log.read_text()
        assert None not in answers  # whoever comes meanwhile waits, and is not turned away
        assert not dead & set(processes_of(folder))
        assert "The database ended (signal SIGKILL). Starting it again in 1 s." in log.read_text()

        assert supervisor.SITE_STOP_SECONDS + supervisor.SERVER_STOP_SECONDS < 10
        run.send_signal(signal.SIGTERM)
        assert run.wait(PATIENCE) == 0
        assert eventually(lambda: processes_of(folder) == {}), processes_of(folder)
    finally:
        run.kill()
        run.wait()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent was killed")
def test_a_killed_supervisor_takes_everything_with_it(tmp_path):
    folder = tmp_path / "home"
    run = subprocess.Popen(
        [sys.executable, "-m", "bos_tournament.launch"],
        env=environment(folder, supervisor.free_port("127.0.0.1")),
        cwd=home.CHECKOUT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert eventually(lambda: len([line for line in processes_of(folder).values() if "bin/postgres" in line]) > 0)

    run.kill()
    run.wait()

    assert eventually(lambda: processes_of(folder) == {}, PATIENCE), processes_of(folder)
    for data in (folder / "postgres", folder / "valkey"):
        home.drop_socket_folder(data)


def test_a_port_in_use_is_named_with_a_free_one(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        refused = launch(tmp_path, port)

    assert refused.returncode == 1
    assert f"Port {port} on 127.0.0.1 is in use by another program." in refused.stderr
    assert re.search(r"PORT=\d+ \./run", refused.stderr)


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "٣"])
def test_a_port_that_is_none_is_refused(tmp_path, port):
    refused = launch(tmp_path, port)

    assert refused.returncode == 1
    assert "Set it to a number from 1 to 65535." in refused.stderr


def test_plain_http_for_other_machines_needs_to_be_wanted(tmp_path):
    refused = launch(tmp_path, 8000, HOST="0.0.0.0")

    assert refused.returncode == 1
    assert "INSECURE_LAN=1" in refused.stderr
    assert supervisor.plan_of({"HOST": "0.0.0.0", "INSECURE_LAN": "1"}).host == "0.0.0.0"


def test_servers_that_the_operator_brings_are_not_started_here(tmp_path):
    plan = supervisor.plan_of(
        {"PORT": "8000", "DATABASE_URL": "postgres://db.example/bos", "BROKER_URL": "redis://broker.example/0"}
    )
    with socket.create_server(("127.0.0.1", 0)) as line:
        site = supervisor.Supervisor(plan, line)
        site.start_servers()

    assert site.parts == []
    assert site.environment["DATABASE_URL"] == "postgres://db.example/bos"
    assert site.environment["BROKER_URL"] == "redis://broker.example/0"


def test_a_site_that_takes_long_to_answer_is_asked_once_and_given_time():
    with socket.create_server(("127.0.0.1", 0)) as line:
        site = supervisor.Supervisor(supervisor.plan_of({"PORT": str(line.getsockname()[1])}), line)

        assert [site.answers() for _ in range(3)] == [False, False, False]
        question, _ = line.accept()
        line.setblocking(False)
        with pytest.raises(BlockingIOError):
            line.accept()
        with question:
            question.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
            assert eventually(site.answers)


def test_a_site_that_hangs_up_is_asked_again():
    with socket.create_server(("127.0.0.1", 0)) as line:
        site = supervisor.Supervisor(supervisor.plan_of({"PORT": str(line.getsockname()[1])}), line)

        assert not site.answers()
        line.accept()[0].close()
        assert eventually(lambda: not site.answers() and site.question is None)
        assert not site.answers()
        question, _ = line.accept()
        with question:
            question.sendall(b"HTTP/1.0 503 Service Unavailable\r\n\r\n")
            assert eventually(site.answers)


@pytest.mark.parametrize(
    ("host", "address"), [("127.0.0.1", "http://127.0.0.1:81"), ("::1", "http://[::1]:81"), ("hall", "http://hall:81")]
)
def test_the_address_of_the_site_can_be_typed(host, address):
    assert supervisor.address_of(host, 81) == address


def test_phones_are_not_sent_to_an_address_that_means_all_of_them(tmp_path):
    assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:81", supervisor.address_of("0.0.0.0", 81))


def test_a_home_that_cannot_be_written_is_refused_with_a_way_out(tmp_path):
    (tmp_path / "home").write_text("a file is in the way")

    refused = launch(tmp_path / "home", supervisor.free_port("127.0.0.1"))

    assert refused.returncode == 1
    assert "Set BOS_HOME to a folder of yours" in refused.stderr


def test_each_death_makes_the_pause_before_the_next_start_longer(capsys):
    child = subprocess.Popen(["false"], start_new_session=True)
    child.wait()
    part = supervisor.Part("worker", lambda: child, signal.SIGTERM, child=child, since=100.0)

    pauses = []
    for _ in range(7):
        pauses.append(part.pause)
        supervisor.Supervisor.note_death(None, part, 101.0)

    assert pauses == [1, 2, 4, 8, 16, 30, 30]
    assert "The worker ended (exit status 1). Starting it again in 1 s." in capsys.readouterr().out
