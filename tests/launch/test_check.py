"""./check runs every step, shows what failed, and a machine without Python or a browser is told what to do."""

import os
import shutil
import subprocess
import sys

import pytest

from bos_tournament.launch import check, chromium, home
from tests.polling import PATIENCE


def command(code):
    return [sys.executable, "-c", code]


def test_a_step_that_fails_shows_why_and_one_that_passes_is_brief(capfd):
    assert check.run_step("types", command("print('all typed')"), dict(os.environ)) == 0
    assert check.run_step("style", command("import sys; print('line 3: tabs'); sys.exit(3)"), dict(os.environ)) == 3

    said = capfd.readouterr().out
    assert "all typed" not in said
    assert "line 3: tabs" in said


@pytest.fixture
def bare_machine(tmp_path):
    """A checkout and a PATH with nothing on it but what any machine has; `run(…)` gives what ./run says."""
    tools, checkout = tmp_path / "tools", tmp_path / "checkout"
    tools.mkdir()
    for name in ("bash", "dirname", "sed", "cmp", "mkdir", "cp"):
        (tools / name).symlink_to(shutil.which(name))
    (checkout / "bos_tournament" / "launch").mkdir(parents=True)
    for name in ("run", "bos_tournament/launch/venv.sh"):
        (checkout / name).write_bytes((home.CHECKOUT / name).read_bytes())

    def run(python=None, words=(), code=1):
        if python:
            (tools / "python3.11").write_text(python)
            (tools / "python3.11").chmod(0o755)
        command = [shutil.which("bash"), str(checkout / "run"), *words]
        done = subprocess.run(command, env={"PATH": str(tools)}, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == code
        return done.stderr

    return run


@pytest.mark.parametrize("words", [("8001",), ("--help",), ("serve", "--port=8001")])
def test_words_after_run_are_refused_before_anything_else_is_looked_at(bare_machine, words):
    assert bare_machine(words=words, code=2) == (
        "./run takes no words after it. Settings are environment variables, as in: PORT=8001 ./run "
        "(docs/operators.md).\n"
    )


def test_a_machine_without_python_is_told_so(bare_machine):
    assert bare_machine() == "Python 3.11 to 3.14 is needed, and none was found. Install one, then start again.\n"


def test_a_machine_with_another_python_only_is_told_so(bare_machine):
    assert bare_machine("#!/usr/bin/env bash\nexit 1\n").startswith("Python 3.11 to 3.14 is needed")


def test_a_python_without_virtual_environments_is_named_with_the_package_that_brings_them(bare_machine):
    said = bare_machine("#!/usr/bin/env bash\n[[ $2 == *version_info* ]]\n")

    assert said.startswith("python3.11 cannot make virtual environments.")
    assert "apt-get install python3-venv" in said


def test_a_browser_that_is_named_but_not_there_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "missing"))

    with pytest.raises(home.LaunchError, match="is no program"):
        chromium.find()


def test_a_machine_where_no_browser_can_be_installed_is_told_what_to_do(monkeypatch, tmp_path):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))

    with pytest.raises(home.LaunchError, match="Install chromium or google-chrome"):
        chromium.find_or_install()
