"""A small hall on the site's own processes: everybody sees the published round, and each bid counts once."""

import re
import subprocess
import sys

import pytest


@pytest.mark.slow
def test_every_bid_of_a_hall_counts_once():
    command = [sys.executable, "-m", "benchmarks.hall", "--players", "24", "--looks", "64"]

    done = subprocess.run(command, capture_output=True, text=True, timeout=900)

    assert done.returncode == 0, done.stdout + done.stderr
    assert len(re.findall(r"nobody signed in.*: 64 answers in .*; 64 × 200$", done.stdout, re.MULTILINE)) == 4
    assert re.search(r"24 signed in at once.*; 24 × 200$", done.stdout, re.MULTILINE)
    assert re.search(r"^24 bids at once.*; 24 × 201$", done.stdout, re.MULTILINE)
    for what in ("draft", "page: draft page", "publish", "page: desk", "close", "page: desk before the cut", "cut"):
        assert re.search(rf"^{what}: [0-9,]+ ms of CPU.*, [0-9]+ queries", done.stdout, re.MULTILINE)
    assert "opened: 12 of 12 matches" in done.stdout
    assert "bids lost, doubled or changed: 0" in done.stdout
