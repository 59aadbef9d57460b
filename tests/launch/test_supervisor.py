"""./run as an operator meets it: it starts, heals, refuses clearly and leaves nothing behind."""

import errno
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from bos_tournament.launch import home, process, supervisor, unprivileged
from tests.polling import PATIENCE

DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a proxy of this machine is no way to itself


def environment(folder, port, **more):
    kept = {
        name: value
        for name, value in os.environ.items()
        if name
        not in (
            "DATABASE_URL",
            "DATABASE_OWNER_URL",
            "BROKER_URL",
            "QUEUE",
            "STATIC_STORAGE",
            "DJANGO_ALLOW_ASYNC_UNSAFE",
        )
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


def web_processes_of(folder):
    """Their numbers, that of the first, which has forked the others, before them."""
    found = [pid for pid, line in processes_of(folder).items() if "launch.web" in line]
    return sorted(found, key=lambda pid: os.getpgid(pid) != pid)


def owners(folder, supervisor_pid):
    """Whose the processes of a home are, the supervisor apart; a child is its parent's until it gave its rights up."""
    found = set()
    for pid in processes_of(folder).keys() - {supervisor_pid}:
        with suppress(OSError):
            found.add(Path(f"/proc/{pid}").owner())
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


def end_of(folder, words, count=1):
    """Kill, as a crash would, the processes of a home whose command line has these words; gives the first."""
    found = []

    def alone():  # for a moment after its birth a child goes by its parent's name
        found[:] = [pid for pid, line in processes_of(folder).items() if words in line and "postgres:" not in line]
        return len(found) == count

    assert eventually(alone), found
    for pid in found:
        with suppress(ProcessLookupError):  # the others end with the first
            os.kill(pid, signal.SIGKILL)
    return found[0]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_site_starts_heals_itself_and_leaves_no_process(tmp_path):
    folder, port, log = tmp_path / "home", supervisor.free_port("127.0.0.1"), tmp_path / "run.log"
    command = [sys.executable, "-m", "bos_tournament.launch"]
    with log.open("wb") as output:
        run = subprocess.Popen(
            command,
            env=environment(folder, port, WEB_PROCESSES="2"),
            cwd=home.CHECKOUT,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        assert eventually(lambda: "Ctrl-C stops it" in log.read_text() or run.poll() is not None), log.read_text()
        assert answer_of(port) == 200, log.read_text()
        if os.geteuid() == 0:
            assert eventually(lambda: owners(folder, run.pid) == {"nobody"}), processes_of(folder)

        second = launch(folder, supervisor.free_port("127.0.0.1"))
        assert second.returncode == 1
        assert f"The site already runs from {folder}: process {run.pid}" in second.stderr

        first, *others = web_processes_of(folder)
        os.kill(first, signal.SIGKILL)
        answers = []
        assert eventually(lambda: answers.append(answer_of(port)) or not {*others} & {*processes_of(folder)})
        assert set(answers) == {200}  # they answered on until the next ones did
        assert len(web_processes_of(folder)) == 3
        assert "The web server ended (signal SIGKILL). Starting it again in 1 s." in log.read_text()

        dead = {end_of(folder, "bin/postgres"), end_of(folder, "valkey-server"), end_of(folder, "launch.web", 3)}
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


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up")
@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"BOS_USER": "root"}, "Name a user of this machine who is not root."),
        ({"BOS_USER": "nobody-of-this-name"}, "Name a user of this machine who is not root."),
        ({"BID_KEY_FILE": "own.key"}, "BOS_AS_ROOT=1 ./run"),
        ({"LISTS_KEY_FILE": "own.key"}, "/own.key or its Python"),
    ],
)
def test_root_whose_rights_cannot_be_given_up_is_told_what_to_do(tmp_path, setting, said):
    home.make_once(tmp_path / "own.key", b"root's alone")
    setting = {name: value.replace("own.key", str(tmp_path / "own.key")) for name, value in setting.items()}

    refused = launch(tmp_path / "home", supervisor.free_port("127.0.0.1"), **setting)

    assert refused.returncode == 1
    assert said in refused.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to keep")
def test_root_keeps_its_rights_only_when_asked_to(tmp_path, monkeypatch, capsys):
    home.make_home(tmp_path / "home")
    assert unprivileged.site_account(tmp_path / "home").name == "nobody"

    monkeypatch.setenv("BOS_AS_ROOT", "1")
    home.make_once(tmp_path / "bids.key", b"root's alone")
    monkeypatch.setenv("BID_KEY_FILE", str(tmp_path / "bids.key"))

    assert unprivileged.site_account(tmp_path / "home") is None
    assert "Warning: the site runs with root's rights" in capsys.readouterr().out


@pytest.mark.skipif(os.geteuid() != 0, reason="only root finds a home of somebody else open")
def test_root_serves_the_home_of_an_ordinary_user_as_that_user(tmp_path):
    os.chown(tmp_path, pwd.getpwnam("daemon").pw_uid, -1)

    assert unprivileged.user_of(tmp_path / "home") == "daemon"


def test_a_home_is_closed_to_everybody_else(tmp_path):
    (tmp_path / "logs").mkdir(mode=0o755)
    (tmp_path / "logs" / "postgres.log").touch(mode=0o644)
    tmp_path.chmod(0o755)

    home.make_home(tmp_path)

    assert tmp_path.stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "logs" / "postgres.log").stat().st_mode & 0o777 == 0o600


def test_a_folder_with_other_things_does_not_become_a_home(tmp_path):
    (tmp_path / "thesis.odt").write_text("years of work")
    tmp_path.chmod(0o755)

    refused = launch(tmp_path, supervisor.free_port("127.0.0.1"))

    assert refused.returncode == 1
    assert "holds other things (thesis.odt)" in refused.stderr
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_a_key_that_others_can_read_is_closed_or_refused(tmp_path):
    key = tmp_path / "bids.key"
    home.make_once(key, b"32 bytes")
    key.chmod(0o644)

    assert home.read_key(key) == b"32 bytes"
    assert key.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files of somebody else")
def test_a_key_that_others_can_read_and_another_owns_is_refused(tmp_path):
    key = Path(tempfile.mkdtemp()) / "bids.key"
    key.parent.chmod(0o755)
    home.make_once(key, b"32 bytes")
    key.chmod(0o644)
    asked = "import sys; from bos_tournament.launch import home; home.read_key(home.Path(sys.argv[1]))"

    account = unprivileged.Account("nobody", unprivileged.shown_to_site(tmp_path))
    problem = unprivileged.refusal(account, [sys.executable, "-c", asked, key])
    shutil.rmtree(key.parent)

    assert f"Others can read the key {key}, so it is not used. Close it to them: chmod 600 {key}" in problem


@pytest.mark.skipif(os.geteuid() != 0, reason="only root reads what belongs to others")
def test_root_reads_no_file_of_its_own_that_the_sites_user_calls_a_key(tmp_path):
    (tmp_path / "of-root").write_text("shadow")
    keys = tmp_path / "keys"
    keys.mkdir()
    (keys / "database.password").symlink_to(tmp_path / "of-root")
    shutil.chown(keys, "nobody")

    with pytest.raises(home.OpenKey, match="belongs to another user than its folder"):
        home.kept_secret(keys / "database.password")


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
    part = supervisor.Service("worker", lambda: child, signal.SIGTERM, child=child, since=100.0)

    pauses = []
    for _ in range(7):
        pauses.append(part.pause)
        supervisor.Supervisor.note_death(None, part, 101.0)

    assert pauses == [1, 2, 4, 5, 5, 5, 5]
    assert "The worker ended (exit status 1). Starting it again in 1 s." in capsys.readouterr().out


def test_a_service_that_ran_for_a_while_is_started_again_as_soon_as_at_first():
    child = subprocess.Popen(["false"], start_new_session=True)
    child.wait()
    part = supervisor.Service("worker", lambda: child, signal.SIGTERM, child=child, since=100.0, pause=5.0)

    supervisor.Supervisor.note_death(None, part, 111.0)

    assert part.again_at == 112.0


def test_a_log_that_grew_too_long_begins_anew_and_goes_on_being_written(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "MOST_LOGGED", 100)
    log = tmp_path / "postgres.log"
    with process.open_log(log) as writer:
        writer.write(b"old\n" * 50)
        writer.flush()
        process.begin_long_log_anew(log)
        writer.write(b"new\n")

    process.begin_long_log_anew(log)

    assert log.read_text() == "new\n"
    assert (tmp_path / "postgres.log.1").read_text() == "old\n" * 50
    assert log.stat().st_mode & 0o777 == (tmp_path / "postgres.log.1").stat().st_mode & 0o777 == 0o600


def test_a_link_in_the_place_of_a_log_leads_nobody_elsewhere(tmp_path):
    (tmp_path / "precious").write_text("kept")
    (tmp_path / "postgres.log").symlink_to(tmp_path / "precious")

    with pytest.raises(OSError, match="symbolic links"):
        process.open_log(tmp_path / "postgres.log")

    assert (tmp_path / "precious").read_text() == "kept"


def test_a_link_in_the_place_of_a_long_log_is_neither_copied_nor_emptied(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "MOST_LOGGED", 100)
    (tmp_path / "precious").write_text("kept " * 50)
    (tmp_path / "postgres.log").symlink_to(tmp_path / "precious")

    process.begin_long_log_anew(tmp_path / "postgres.log")

    assert (tmp_path / "precious").read_text() == "kept " * 50
    assert not (tmp_path / "postgres.log.1").exists()


def test_a_home_closes_its_logs_and_nothing_that_they_lead_to(tmp_path):
    folder, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    elsewhere.write_text("open to all")
    elsewhere.chmod(0o644)
    (folder / "logs").mkdir(parents=True)
    (folder / "logs" / "valkey.log").touch(mode=0o644)
    (folder / "logs" / "link.log").symlink_to(elsewhere)

    home.make_home(folder)

    assert (folder / "logs" / "valkey.log").stat().st_mode & 0o777 == 0o600
    assert elsewhere.stat().st_mode & 0o777 == 0o644


def test_a_disk_that_is_full_neither_ends_the_supervisor_nor_keeps_a_service_from_coming_back(monkeypatch):
    tries = iter([OSError(errno.ENOSPC, "No space left on device")])

    def start():
        if fault := next(tries, None):
            raise fault
        return subprocess.Popen(["sleep", "60"], start_new_session=True)

    clock = supervisor.Service("clock", start, signal.SIGTERM, again_at=0.0)
    full = open("/dev/full", "w")  # noqa: SIM115 - its end fails as well
    with socket.create_server(("127.0.0.1", 0)) as line:
        whole = supervisor.Supervisor(supervisor.plan_of({}), line)
        whole.parts.append(clock)
        monkeypatch.setattr(sys, "stdout", full)
        whole.look_after_parts()
        assert (clock.runs, clock.again_at is None) == (False, False)

        clock.again_at = 0.0
        whole.look_after_parts()
        assert clock.runs
        monkeypatch.undo()
    process.sweep(clock.child)
    with suppress(OSError):
        full.close()
