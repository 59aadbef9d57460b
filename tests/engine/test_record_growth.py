"""A record that grows by a line is played on, and says what it says when it is played from its beginning."""

from dataclasses import replace

import pytest

from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Given
from engine.record_growth import grow
from engine.record_viewer import track
from tests.engine.bos.ability_cards import LISTS, POOL
from tests.engine.bos.simple_cards import HEAD
from tests.engine.bos.test_games import GAMES, given_of

GIVEN = Given({"P1": LISTS["red"], "P2": LISTS["yellow"]}, POOL, DEFAULT_EDITION, names=("Anna", "Ben"))
LINES = ("T1 P1", "S a Lava Hound", "E", "T2 P2", "E", "T3 P1", "A a P2", "E", "T4 P2")
MARSH = HEAD.replace("Dawn Herald, Meadow Warden, Orchard Hermit", "Orchard Hermit, Meadow Warden, Dawn Herald")


def record(*lines, head=HEAD):
    return head + "".join(f"{number}. {line}\n" for number, line in enumerate(lines, 1))


def shown(walk):
    """Everything that is told of a record."""
    run = walk.run
    played = (run.played, run.rest, run.agreed, run.duties, run.wrong, run.notes, run.stop) if run else None
    return (walk.log, walk.lines, walk.problem, [walk.table(line.key) for line in walk.lines], walk.asks(), played)


def parts(text):
    """The record as it was after each of its lines."""
    rows = text.splitlines(keepends=True)
    heads = [at for at, row in enumerate(rows) if row.startswith("[")]
    return ["".join(rows[:upto]) for upto in range(max(heads, default=-1) + 1, len(rows) + 1)]


def steps_played(monkeypatch):
    """The lines that are played from now on."""
    played, play_line = [], bos.play_line
    monkeypatch.setattr(
        bos, "play_line", lambda run, line, *later: played.append(line.body) or play_line(run, line, *later)
    )
    return played


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_written_game_is_the_same_when_it_grows_line_by_line(path):
    text = path.read_text(encoding="utf-8")
    given = given_of(text)
    grown = None

    for part in parts(text):
        grown = grow(bos, part, given, grown)
        assert shown(grown.track) == shown(track(bos, part, given))


def test_of_a_record_that_has_grown_only_the_last_lines_are_played(monkeypatch):
    before = grow(bos, record(*LINES[:6]), GIVEN)
    played = steps_played(monkeypatch)

    grow(bos, record(*LINES[:7]), GIVEN, before)

    assert played == ["T3 P1", "A a P2"]


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (record(*LINES, head=MARSH), GIVEN),
        (record("T1 P1", "S b Smoke Runner", *LINES[2:6]), GIVEN),
        (record(*LINES[:3]), GIVEN),
        (record(*LINES), replace(GIVEN, names=("Cleo", "Ben"))),
        (
            record(*LINES),
            replace(GIVEN, lists={**GIVEN.lists, "P1": LISTS["red"].replace("Bellows", "Thrown Brand", 1)}),
        ),
        (record(*LINES), replace(GIVEN, lists={"P1": LISTS["yellow"], "P2": LISTS["red"]})),
    ],
    ids=["other wizards", "another line", "shorter", "other names", "another list", "lists the other way round"],
)
def test_a_record_that_began_otherwise_is_played_from_its_beginning(text, given, monkeypatch):
    before = grow(bos, record(*LINES), GIVEN)
    fresh = track(bos, text, given)

    assert shown(grow(bos, text, given, before).track) == shown(fresh)


def test_a_line_that_cannot_stand_is_told_as_ever_and_the_game_goes_on_when_it_is_mended():
    good = grow(bos, record(*LINES[:2]), GIVEN)
    bad = grow(bos, record(*LINES[:2], "A c P2"), GIVEN, good)
    mended = grow(bos, record(*LINES[:3]), GIVEN, bad)

    assert shown(bad.track) == shown(track(bos, record(*LINES[:2], "A c P2"), GIVEN))
    assert shown(mended.track) == shown(track(bos, record(*LINES[:3]), GIVEN))


def test_what_is_tried_on_a_grown_record_does_not_change_it():
    grown = grow(bos, record(*LINES[:6]), GIVEN)
    before = shown(grown.track)

    grown.track.attempt("6", "A a P2")
    grown.track.outlooks(["A a P2", "E"], 0)
    grow(bos, record(*LINES), GIVEN, grown)

    assert shown(grown.track) == before


@pytest.mark.parametrize("text", ["", "[Rules bos-9]\n", HEAD, "[Bid P1"])
def test_what_has_no_line_or_no_table_is_told_as_ever(text):
    assert shown(grow(bos, text, GIVEN).track) == shown(track(bos, text, GIVEN))
