"""The balancer's example fits the site, and the trial of several machines sees what it should."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from django.conf import settings
from django.urls import reverse

from benchmarks.machines import balancer, network, trial, watching
from benchmarks.machines.watching import Lease, Published, Stream
from bos_tournament.launch import home

CONFIGURATION = balancer.SHIPPED.read_text()
MANUAL = (home.CHECKOUT / "docs" / "operators.md").read_text()
SMALL = ["--players", "14", "--rounds", "3", "--cut", "2", "--by-phone", "2", "--desk", "2", "--away", "12"]


def found(pattern):
    return re.findall(pattern, CONFIGURATION, re.MULTILINE)


# The example


def test_the_balancer_asks_the_health_page_as_the_public_name_over_tls():
    (path, host, scheme) = found(r"^ +http-check send meth GET uri (\S+) ver HTTP/1.1 hdr Host (\S+) hdr \S+ (\w+)$")[0]

    assert path == reverse("api:health")
    assert f"PUBLIC_URL={scheme}://{host}" in (balancer.SHIPPED.parent / "bos.env").read_text()
    assert found(r"expect status (\d+)") == ["200"]


def test_the_balancer_says_itself_what_the_site_believes(settings):
    set_in_place = dict(found(r"^ +http-request set-header (\S+) (\S+)$"))

    assert set_in_place == {"X-Forwarded-Proto": "https", "X-Forwarded-For": "%[src]"}
    source = (home.CHECKOUT / "bos_tournament" / "settings.py").read_text()
    assert 'SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")' in source
    assert "add-header" not in CONFIGURATION


def test_the_balancer_is_as_patient_as_the_site_and_sends_nothing_twice():
    waits = {name: int(seconds) for name, seconds in found(r"^ +timeout (\S+) (\d+)s$")}

    assert waits["server"] >= settings.REQUEST_SECONDS
    assert waits["http-request"] >= settings.REQUEST_SECONDS
    assert found(r"^ +retry-on (.*)$") == ["conn-failure"]


def test_any_machine_answers_anybody():
    assert not found(r"cookie|stick|balance source")
    assert [port for _, port in found(r"^ +server \S+ ([\d.]+):(\d+)$")] == ["8000", "8000"]
    assert "on-marked-down shutdown-sessions" in CONFIGURATION


def test_the_trial_changes_only_names_places_and_addresses(tmp_path):
    ours = balancer.adapted(CONFIGURATION, tmp_path, {"one": "10.9.0.1:8000", "two": "10.9.0.2:8000"})

    changed = [
        line for line, shipped in zip(ours.splitlines(), CONFIGURATION.splitlines(), strict=True) if line != shipped
    ]
    assert [line.split()[0] for line in changed if not line.startswith("#")] == [
        *("maxconn", "stats", "bind", "bind", "http-check", "server", "server")
    ]


def test_an_example_that_lost_what_the_trial_replaces_is_refused(tmp_path):
    with pytest.raises(home.LaunchError, match="has no"):
        balancer.adapted("global\n", tmp_path, {"one": "", "two": ""})


@pytest.mark.skipif(not shutil.which("haproxy"), reason="no haproxy")
def test_haproxy_accepts_the_example(tmp_path):
    balancer.write_certificate(tmp_path)
    file = tmp_path / "haproxy.cfg"
    file.write_text(balancer.adapted(CONFIGURATION, tmp_path, {"one": "10.9.0.1:8000", "two": "10.9.0.2:8000"}))

    done = subprocess.run(["haproxy", "-c", "-f", str(file)], capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr


# The trial


def test_what_is_missing_is_named_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda program: None if program in ("haproxy", "ip") else program)

    with pytest.raises(network.MissingParts) as missing:
        network.require_all()

    assert "apt-get install -y haproxy iproute2" in str(missing.value)
    assert "apt-get install -y haproxy iproute2" in MANUAL


def test_the_longest_time_without_an_answer_is_found():
    assert watching.longest_gap([1.0, 7.5, 2.0, 8.0]) == 5.5
    assert watching.longest_gap([]) == 0.0


def test_a_hint_counts_from_the_publication_on():
    stream = Stream("one", "http://example.org", None, "example.org", "", heard=[3.0, 11.5])

    assert stream.delay(Published(10.0, 10.5)) == 1.0
    assert stream.delay(Published(11.0, 12.0)) == 0.0
    assert stream.delay(Published(12.0, 12.5)) is None


def test_the_holder_of_the_lease_is_known_by_its_process():
    assert Lease(None, [(0.0, "hall:12:ab"), (1.0, "hall:345:cd")]).process() == 345


class Kept:
    """A database that keeps the answers of these deeds."""

    def __init__(self, *keys):
        self.keys = keys

    def ask(self, question):
        return [(key,) for key in self.keys]


def test_deeds_that_are_gone_and_deeds_that_nobody_was_told_of_are_found():
    assert trial.not_kept(Kept("a", "b"), {"a", "b"}) == []
    assert trial.not_kept(Kept("a"), {"a", "b"}) == ["1 acknowledged deeds are not kept."]
    assert trial.not_kept(Kept("a", "b"), {"a"}) == ["1 deeds were done and never acknowledged."]
    assert trial.not_kept(Kept("a", "a"), {"a"}) == ["1 deeds were done twice."]


def can_be_tried():
    try:
        network.require_all()
    except network.MissingParts:
        return False
    return True


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0 or not can_be_tried(), reason="needs root, namespaces and haproxy")
def test_a_small_event_comes_to_its_end_while_a_machine_is_cut_off():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.machines", *SMALL], capture_output=True, text=True, timeout=900
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "Lost, doubled, different or not back: 0" in done.stdout
    assert re.search(r"another machine took over \d+\.\d s after the cut", done.stdout)
