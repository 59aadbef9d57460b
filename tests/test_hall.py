"""A small hall on the site's own processes: everybody sees the published round, and each bid and report counts once."""

import re
import subprocess
import sys

import pytest


@pytest.mark.slow
def test_every_bid_and_report_of_a_hall_counts_once_through_kills_and_a_full_disk():
    sized = ["--players", "24", "--looks", "64", "--kills", "2", "--full-disk"]

    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.hall", *sized], capture_output=True, text=True, timeout=1_200
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "24 streams are open" in done.stdout
    assert "phones that do not show their table: 0" in done.stdout
    assert len(re.findall(r"nobody signed in.*: 64 answers in .*; 64 × 200$", done.stdout, re.MULTILINE)) == 4
    assert re.search(r"64 signed in at once.*; 64 × 200$", done.stdout, re.MULTILINE)
    assert re.search(r"^24 bids at once.*; 24 × 201$", done.stdout, re.MULTILINE)
    for what in ("draft", "page: draft page", "publish", "page: desk", "close", "page: desk before the cut", "cut"):
        assert re.search(rf"^{what}: [0-9,]+ ms of CPU.*, [0-9]+ queries", done.stdout, re.MULTILINE)
    assert "opened: 12 of 12 matches" in done.stdout
    assert "bids lost, doubled or changed: 0" in done.stdout
    assert "games lost, doubled or changed: 0" in done.stdout
    assert re.search(r"restored in .*: (\d+) of \1 accounts, 24 of 24 bids$", done.stdout, re.MULTILINE)
    assert "by 2 kills: 0" in done.stdout
    assert "full disk: 32 of 32 matches" in done.stdout or "full disk: not tried" in done.stdout
    assert "in all: 0" in done.stdout
