"""./check runs every step, shows what failed, and a machine without Python or a browser is told what to do."""

import os
import shutil
import subprocess
import sys

import pytest

from bos_tournament.launch import check, chromium, home


def command(code):
    return [sys.executable, "-c", code]


def test_a_step_that_fails_shows_why_and_one_that_passes_is_brief(capfd):
    assert check.run_step("types", command("print('all typed')"), dict(os.environ)) == 0
    assert check.run_step("style", command("import sys; print('line 3: tabs'); sys.exit(3)"), dict(os.environ)) == 3

    said = capfd.readouterr().out
    assert "all typed" not in said
    assert "line 3: tabs" in said


def test_a_machine_without_a_fitting_python_is_told_so(tmp_path):
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("bash", "dirname", "sed", "cmp", "mkdir", "cp"):
        (tools / name).symlink_to(shutil.which(name))
    checkout = tmp_path / "checkout"
    (checkout / "bos_tournament" / "launch").mkdir(parents=True)
    for name in ("run", "bos_tournament/launch/venv.sh"):
        (checkout / name).write_bytes((home.CHECKOUT / name).read_bytes())

    refused = subprocess.run(
        [shutil.which("bash"), str(checkout / "run")],
        env={"PATH": str(tools)},
        capture_output=True,
        text=True,
        timeout=20,
    )

    assert refused.returncode == 1
    assert refused.stderr == "Python 3.11 or 3.12 is needed, and none was found. Install one, then start again.\n"


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
