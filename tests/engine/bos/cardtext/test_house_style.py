"""docs/card-language.md: every example is a sentence of the language, printed and explained exactly so."""

import re
from pathlib import Path

import pytest

from engine.bos import tree
from engine.bos.cardtext.meaning import tell_calling, tell_meaning, tell_rising
from engine.bos.cardtext.printing import print_calling, print_rising, print_text
from tests.engine.bos.cardtext.specimens import SECTIONS
from tests.engine.bos.cardtext.trees import card_type

DOC = (Path(__file__).parents[4] / "docs" / "card-language.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?!printed )(.+) \| (.+) \|$", re.MULTILINE)


def rows(heading):
    """The examples of a section of the page: what is printed, and what it means."""
    _, _, section = DOC.partition(f"## {heading}\n")
    return ROW.findall(section.partition("\n## ")[0])


def shown(made):
    """What the page must show for a tree."""
    if isinstance(made, tree.Calling):
        return print_calling(made), tell_calling(made)
    if isinstance(made, tree.Rising):
        return print_rising(made), tell_rising(made)
    return print_text(made, card_type=card_type(made)), tell_meaning(made, card_type=card_type(made))


@pytest.mark.parametrize("heading", SECTIONS)
def test_the_page_shows_how_each_construct_is_printed_and_what_it_means(heading):
    assert rows(heading) == [shown(made) for made in SECTIONS[heading]]


def test_the_page_has_no_other_examples():
    assert len(ROW.findall(DOC)) == sum(map(len, SECTIONS.values()))
