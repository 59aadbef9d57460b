"""A whole tournament by programs alone, over a line on which requests come twice and answers get lost.

The program starts servers of its own, plays over HTTP with drops, byes, people who come late, no-shows, a corrected
result and a mended round, and holds the standings against those computed from what it wrote down itself.
"""

import re
import subprocess
import sys

import pytest

SMALL = ["--players", "14", "--rounds", "3", "--cut", "4", "--by-phone", "2", "--desk", "2"]


@pytest.mark.slow
def test_what_is_sent_twice_or_never_answered_counts_once():
    command = [sys.executable, "-m", "benchmarks.rehearsal", *SMALL, "--repeated", "5", "--lost", "5", "--seed", "4"]

    done = subprocess.run(command, capture_output=True, text=True, timeout=900)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "all as computed from the book" in done.stdout
    assert re.search(r"^Champion: [\w-]+, after", done.stdout, re.MULTILINE)
    assert "A result of round 2 corrected" in done.stdout
    assert re.search(r"\d+ lost, \d+ repeated", done.stdout)
