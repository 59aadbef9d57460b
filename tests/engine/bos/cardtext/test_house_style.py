"""docs/card-language.md: every example is a sentence of the language, printed and explained exactly so."""

import re
from pathlib import Path

import pytest

from engine.bos import cardtext
from engine.bos.cardtext.paraphrase import tell_boss_condition, tell_meaning, tell_summoning_condition
from engine.bos.cardtext.printer import print_boss_condition, print_summoning_condition, print_text
from engine.bos.cardtext.reader import spoken
from engine.bos.model import syntax
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import CardType
from tests.engine.bos.cardtext.specimens import SECTIONS
from tests.engine.bos.cardtext.tree_forms import card_type

DOC = (Path(__file__).parents[4] / "docs" / "card-language.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?!printed )(.+) \| (.+) \|$", re.MULTILINE)


def rows(heading):
    """The examples of a section of the page: what is printed, and what it means."""
    _, _, section = DOC.partition(f"## {heading}\n")
    return ROW.findall(section.partition("\n## ")[0])


def shown(made):
    """What the page must show for a tree."""
    if isinstance(made, syntax.SummoningCondition):
        return print_summoning_condition(made), str(tell_summoning_condition(made))
    if isinstance(made, syntax.BossCondition):
        return print_boss_condition(made), str(tell_boss_condition(made))
    return print_text(made, card_type=card_type(made)), str(tell_meaning(made, card_type=card_type(made)))


@pytest.mark.parametrize("heading", SECTIONS)
def test_the_page_shows_how_each_construct_is_printed_and_what_it_means(heading):
    assert rows(heading) == [shown(made) for made in SECTIONS[heading]]


def test_the_page_has_no_other_examples():
    assert len(ROW.findall(DOC)) == sum(map(len, SECTIONS.values()))


def told_of(card):
    said = spoken(card, sample_pool())
    enchants = any(text and text.enchant for text in said.texts)
    return [
        str(tell_meaning(text, card_type=card.type, number=number, enchants=enchants))
        for number, text in enumerate(said.texts, 1)
        if text
    ]


def test_of_every_sample_card_only_a_spell_is_cast_and_only_once():
    spells = [card for card in sample_pool().cards if card.type is CardType.SPELL]
    others = [card for card in sample_pool().cards if card.type is not CardType.SPELL]

    assert all(sum("cast for its vim" in one for one in told_of(card)) <= 1 for card in spells)
    assert not any("cast for its vim" in one for card in others for one in told_of(card))
    assert not any("cast for its vim" in one for card in spells for one in told_of(card)[1:])


def test_the_second_sentence_of_a_spell_is_carried_out_after_the_first():
    read = cardtext.read_text("You gain 2 life.", pool=sample_pool())

    said = tell_meaning(read.text, card_type=CardType.SPELL, number=2)
    assert str(said) == "carried out after that; you gain 2 life"
