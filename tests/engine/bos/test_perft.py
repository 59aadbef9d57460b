"""Fixed positions of real decks with all that can follow, counted: a number that changes tells of a rule that did."""

import pytest

from tests.engine.bos.golden import PERFT, counts, position_of

RECORDS = sorted(PERFT.glob("*.bln"))


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_as_many_sequences_of_answers_follow_as_were_counted(path):
    text = path.read_text(encoding="utf-8")
    told = text.splitlines()[-1].removeprefix("# Continuations: ").split()

    assert counts(position_of(text)) == [int(number) for number in told]


def test_positions_of_every_kind_are_counted():
    kinds = {path.stem.rpartition("-")[0] for path in RECORDS}

    assert len(RECORDS) >= 12
    assert kinds >= {"begin", "summoning", "main", "block", "offer"}
