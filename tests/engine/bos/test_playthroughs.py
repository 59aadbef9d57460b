"""Three whole games, kept as text: whatever changes in them was changed on purpose, or is a fault."""

import pytest

from engine import log
from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Given
from engine.verdict import judge_text
from tests.engine.bos.golden import GAMES, PLAYTHROUGHS, playthrough
from tests.engine.bos.random_players import tables


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_is_played_as_it_was(name):
    assert playthrough(name) == (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_record_of_a_kept_game_is_legal(name):
    kept = (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")
    head, record = kept.split("\n\n", 1)[0], kept.rpartition("As it is written:\n\n")[2]
    table = tables()[GAMES[name]]

    found = judge_text(bos, f"{head}\n{record}", Given(table.decks, table.pool, DEFAULT_EDITION))

    assert found["finding"] == "legal"
    assert found["upto"] == len(log.read(record).lines)
