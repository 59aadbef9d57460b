"""A record that grows by a line is played on, and says what it says when it is played from its beginning."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bos import game as bos
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION, EDITIONS
from engine.contract import Given
from engine.log import read
from engine.record_growth import grow
from engine.record_viewer import track
from tests.engine.bos.simple_cards import HEAD, LISTS, POOL, RED_AND_YELLOW

WRITTEN = sorted((Path(__file__).parent / "bos" / "games").rglob("*.bln"))
GIVEN = Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION, names=("Anna", "Ben"))
LINES = ("T1 P1", "S a Lava Hound", "E", "T2 P2", "E", "T3 P1", "A a P2", "E", "T4 P2")


def record(*lines, head=HEAD):
    return head + "".join(f"{number}. {line}\n" for number, line in enumerate(lines, 1))


def shown(walk):
    """Everything that is told of a record."""
    keys = [line.key for line in walk.lines]
    return (
        walk.lines,
        str(walk.problem),
        [walk.table(key) for key in keys],
        walk.asks(),
        [str(note) for note in walk.run.notes] if walk.run else [],
        (walk.run.played, walk.run.rest, walk.run.agreed, walk.run.duties, walk.run.wrong) if walk.run else None,
    )


def grown_by_lines(text, given_, *, step=1):
    """The record and all its beginnings, each grown from the one before."""
    rows = text.splitlines(keepends=True)
    heads = next((at for at, row in enumerate(rows) if row.strip() and not row.startswith(("[", "#"))), len(rows))
    before = None
    for upto in [*range(heads, len(rows), step), len(rows)]:
        before = grow(bos, "".join(rows[:upto]), given_, before)
        yield "".join(rows[:upto]), before


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_every_written_game_grows_to_what_it_is(path):
    text = path.read_text(encoding="utf-8")

    for part, grown in grown_by_lines(text, GIVEN):
        assert shown(grown.track) == shown(track(bos, part, GIVEN))
