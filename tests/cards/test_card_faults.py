"""Whoever writes cards reads in their language what is wrong with an entry or a sentence; words of card texts stay."""

import ast
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import override

from bos_tournament.cards import card_feedback, catalogue
from bos_tournament.messages import localize
from engine.bos.cardtext import read_text
from engine.bos.model.card_pool import Pool, PoolProblem, sample_pool
from engine.messages import Message

OTHERS = [code for code, _ in settings.LANGUAGES if code != "en"]
ROOT = Path(__file__).parents[2] / "engine" / "bos"
# What is wrong with an entry, or with a sentence, is said here; unsupported.py has card texts that it offers as well.
FILES = [ROOT / "model" / "cards.py", *sorted((ROOT / "cardtext").glob("*.py"))]
NOT_FAULTS = re.compile("unsupported|paraphrase|printer|serialization|tree_json|combinators|tokens|__main__")
ENTRIES = (
    *("nothing", {}, {"name": "x" * 200}, {"name": " Ada", "type": "king", "color": "red"}),
    {"name": "Ada", "type": "boss", "color": "red", "strength": 0, "cost": 3},
    {"name": "Ada", "type": "spell", "color": "blue", "condition": "x", "official": "yes"},
    {"name": "Ada", "type": "wizard", "color": "blue", "abilities": "x", "printings": 3, "condition": "x" * 5_000},
    {"name": "Ada", "type": "wizard", "color": "blue", "abilities": [{}], "printings": [{"set": "\x07"}]},
)


def pieces(path):
    """The sentences of an engine's file, as far as they stand in its code: four words and more, with a full stop."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in remarks:
            piece = node.value.strip()
            if len(re.findall(r"[A-Za-z]{2,}", piece)) >= 4 and piece.endswith((".", "”")) and "\\" not in piece:
                yield piece


@pytest.mark.parametrize("path", [p for p in FILES if not NOT_FAULTS.search(p.name)], ids=lambda path: path.name)
def test_no_fault_of_a_card_stands_in_the_code_of_the_engine(path):
    """Its sentence stands in messages.toml, where every language finds it."""
    assert list(pieces(path)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_wrong_with_an_entry_is_said_in_every_language(language):
    told = []
    for entry in ENTRIES:
        with pytest.raises(PoolProblem) as found:
            Pool.read(json.dumps([entry]))
        told += [fault.message for fault in found.value.problems]

    assert len(set(told)) > 12
    with override(language):
        assert [said for said in told if localize(said) == str(said)] == []
        assert catalogue.faults({"name": ""})[0].message != str(Message("bos.card_entry.no_name"))


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_wrong_with_a_sentence_is_said_in_every_language(language):
    """Every sentence of the sample cards with a word left out, and some that ask for what this game does not have."""
    pool = sample_pool()
    told = set()
    for card in pool.cards:
        for ability in card.abilities:
            words = ability.text.split()
            shorter = " ".join(words[: len(words) // 2] + words[len(words) // 2 + 1 :])
            told.update(fault.message for fault in read_text(shorter, card=card, pool=pool).problems)
    for text in ("Draw a card.", "Flip a coin.", "When this attacks: It gains 1 strength.", "Search your castle."):
        told.update(fault.message for fault in read_text(text, pool=pool).problems)

    assert len(told) > 30
    with override(language):
        assert [said for said in told if localize(said) == str(said)] == []


def test_ada_reads_in_german_why_a_sentence_cannot_be_played_and_the_english_words_stay():
    card = next(card for card in sample_pool().cards if card.abilities)
    text = "When this attacks: This has 2 more strength."
    with override("de"):
        (fault,) = (
            card_feedback._fault(text, problem)
            for problem in read_text(text, card=card, pool=sample_pool()).problems[:1]
        )

    assert fault.message.startswith("„Has“, „have“ und „cost“ gelten die ganze Zeit.")
    assert fault.line.startswith("When this attacks")
