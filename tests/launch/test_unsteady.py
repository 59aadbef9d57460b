"""A test that fails once and passes in a fresh process is shown as unsteady, with both outputs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
ONCE = """
import pathlib

def test_{name}():
    seen = pathlib.Path("{name}.seen")
    been = seen.exists()
    seen.touch()
    print("been here:", been)
    assert been, "nobody was here before"
"""
BROKEN = "def test_broken():\n    assert 1 == 2\n"
FINE = "def test_fine():\n    pass\n"


@pytest.fixture
def run(tmp_path):
    """Run these tests as ./check does, in a project of their own; gives status and output."""

    def run(*files, plugins=()):
        (tmp_path / "pytest.ini").write_text("[pytest]\n")
        for number, text in enumerate(files):
            (tmp_path / f"test_{number}.py").write_text(text)
        command = [sys.executable, "-m", "pytest", "-p", "tests.unsteady", *plugins]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        environment = {name: value for name, value in environment.items() if not name.startswith("PYTEST_")}
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        return done.returncode, done.stdout

    return run


def test_a_test_that_passes_when_it_is_run_once_more_is_shown_with_both_outputs_and_fails_nothing(run):
    status, said = run(ONCE.format(name="first"), FINE, plugins=("-p", "xdist", "-n", "1"))

    assert status == 0
    assert "UNSTEADY test_0.py::test_first" in said
    assert "nobody was here before" in said
    assert "been here: False" in said
    assert "been here: True" in said
    assert "1 passed, 1 unsteady in" in said.splitlines()[-1]


def test_a_test_that_fails_both_times_fails_the_run(run):
    status, said = run(BROKEN, FINE)

    assert status == 1
    assert "UNSTEADY" not in said
    assert "1 failed, 1 passed in" in said.splitlines()[-1]


def test_a_broken_test_is_not_excused_by_an_unsteady_one(run):
    status, said = run(BROKEN, ONCE.format(name="first"))

    assert status == 1
    assert "UNSTEADY test_1.py::test_first" in said
    assert "FAILED test_0.py::test_broken" in said


@pytest.mark.parametrize(("unsteady", "status"), [(3, 0), (4, 1)])
def test_more_than_three_unsteady_tests_fail_the_run(run, unsteady, status):
    code, said = run(*(ONCE.format(name=f"number_{number}") for number in range(unsteady)), FINE)

    assert code == status
    assert said.count("UNSTEADY test_") == unsteady


def test_where_very_many_fail_none_is_run_once_more(run):
    status, said = run(*[BROKEN] * 12, ONCE.format(name="first"))

    assert status == 1
    assert "UNSTEADY" not in said
    assert "13 failed in" in said.splitlines()[-1]
