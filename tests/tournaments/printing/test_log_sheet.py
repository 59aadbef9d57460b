"""The notation on the back of a log sheet: what it shows is what the engine reads."""

from bos_tournament.tournaments.printing.log_sheet import REFERENCE
from engine.bos.notation.line_parser import parse, position_of


def examples(title):
    """What is written under a title, one by one."""
    lines = dict(REFERENCE)[title]
    return [example for written, _ in lines for example in written.split(" · ")]


def test_every_example_on_the_back_of_the_sheet_is_a_line_the_engine_reads():
    for title in ("A turn", "Answers", "Judge and end"):
        for example in examples(title):
            assert parse(f"U wa {example}" if example.startswith("->") else example)


def test_every_place_on_the_back_of_the_sheet_is_a_place_the_engine_knows():
    for place in examples("Places"):
        if place != "P2":
            position_of(place)
