"""A line that somebody tries is played alone, and does what it does when the whole record is played up to it."""

from dataclasses import replace

import pytest

from engine.bos import game as bos
from engine.record_viewer import track
from engine.replay import replay
from tests.engine.bos.test_games import GAMES, ROOT, given_of


@pytest.mark.parametrize("path", GAMES, ids=[str(path.relative_to(ROOT)) for path in GAMES])
def test_every_line_of_a_game_tried_where_it_stands_does_what_it_did(path):
    text = path.read_text(encoding="utf-8")
    record = track(bos, text, given_of(text))
    if record.run is None:
        assert record.problem
        return

    for number, (before, line) in enumerate(zip(record.lines, record.log.lines, strict=False)):
        if before.how != "played" or not line.body:
            break
        tried = record.attempt(before.key, line.body)
        assert said(tried) == said_by_the_whole(record, number, line)


def said(tried):
    return tried.finding, tried.rule, str(tried.message), tried.table


def said_by_the_whole(record, number, line):
    """The same of a record that ends with the line, played from its beginning."""
    after = record.lines[number].number + 1
    lines = (*record.log.lines[:number], line._replace(number=after, column=1))
    run = replay(bos, replace(record.log, lines=lines), record.run.state.setup)
    if run.stop:
        return run.stop.finding, run.stop.rule, str(run.stop.message), None
    wrong = next((stop for stop in run.wrong if stop.line == after), None)
    table = bos.view_after(run.state, "public", run.steps[-1].events)
    return "contradicted" if wrong else "accepted", None, str(wrong and wrong.message), table
