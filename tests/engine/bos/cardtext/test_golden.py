"""The meanings of all known texts stay what they are, and no word of them goes unread."""

import json
import os
import subprocess
import sys

import pytest

from engine.bos.cardtext.card_names import names_of
from engine.bos.cardtext.combinators import readings
from engine.bos.cardtext.conditions import conditions_of_cards
from engine.bos.cardtext.reader import meanings
from engine.bos.cardtext.tokens import ending, tokens
from engine.bos.model.card_pool import sample_pool
from tests.engine.bos.cardtext import golden

KEPT = json.loads(golden.FILE.read_text(encoding="utf-8"))
POOL = sample_pool()

# Words that may be left out without another meaning; everything else that is dropped must be noticed.
OPTIONAL = {".", ",", ":", "you", "the", "left", "card", "a"}
FILLERS = {"attacks in any column": "attacks", "next startup phase": "phase", "can attack twice": "can",
           "less vim": "vim", "more vim": "vim"}  # fmt: skip
"""Words that say nothing new within these."""
EDITS = ("drop", "double", "strange", "next", "other")
OTHERS = (
    "gain lose", "gains loses", "ready act", "double halve", "attacks blocks", "attack block", "start end", "up down",
    "more less", "most least", "castle spellbook", "life vim", "strength damage", "summon wizard", "summons wizards",
    "boss spell", "main ending", "startup summoning", "red blue", "yellow red", "your opponent", "this it", "each two",
    "acted ready", "face-up face-down", "defeated summoned", "if unless", "turn game", "1 3", "2 4",
)  # fmt: skip
"""Words that could stand in each other's place and say something else; only "it" may be the card itself."""
OTHER = {word: other for pair in OTHERS for word, other in (pair.split(), pair.split()[::-1])}


ABILITIES = [said for said in golden.spoken() if golden.key(*said) in KEPT]
CONDITIONS = [said for said in golden.conditions() if golden.condition_key(*said) in KEPT]


def test_every_text_is_kept_with_its_meaning():
    now = golden.everything()

    assert [key for key, read in now.items() if read is None] == []
    assert sorted(now) == sorted(KEPT), "python -m tests.engine.bos.cardtext.golden writes the file again"


@pytest.mark.parametrize("said", ABILITIES, ids=lambda said: golden.key(*said)[:70])
def test_an_ability_means_what_it_always_meant(said):
    assert golden.meaning(*said) == KEPT[golden.key(*said)]


@pytest.mark.parametrize("said", CONDITIONS, ids=lambda said: golden.condition_key(*said)[:70])
def test_a_condition_means_what_it_always_meant(said):
    assert golden.condition(*said) == KEPT[golden.condition_key(*said)]


def edited(text, edit):
    """The text with each of its words in turn dropped, doubled or replaced, if there is anything else to put there."""
    read = tokens(text)
    for index, token in enumerate(read):
        before, behind = text[: token.start], text[token.end :]
        follower = read[index + 1].typed if index + 1 < len(read) else "and"
        changes = {"drop": "", "double": f"{token.typed} {token.typed}", "strange": "zebra", "next": follower}
        instead = changes[edit] if edit in changes else OTHER.get(token.word, token.typed)
        if instead != token.typed:
            yield token.word, f"{before}{instead}{behind}"


@pytest.mark.parametrize("edit", EDITS)
def test_every_word_of_an_ability_is_read(edit):
    for card, text, mandatory in golden.spoken():
        meant = meanings(text, mandatory=mandatory, card=card, pool=POOL)
        unread = {
            word
            for word, changed in edited(text, edit)
            if meanings(changed, mandatory=mandatory, card=card, pool=POOL) == meant
        }
        alike = {"drop": droppable(text), "other": {"this"}}
        assert unread <= alike.get(edit, set()), text


def droppable(text):
    """Old texts also say "this summon" for "this", and an arrow beside "must"; "once per turn" alone is a limit."""
    optional = OPTIONAL | ({"only", "ability"} if "once per" in text else set())
    optional |= {filler for said, filler in FILLERS.items() if said in text}
    return optional | ({"must"} if "->" in text else set()) | ({"summon"} if "this summon" in text else set())


def asked(card, text):
    """Every meaning of the condition of such a card."""
    names = names_of(POOL, free=True) if card.type == "summon" else names_of(None)
    rule = conditions_of_cards.summoning_condition if card.type == "summon" else conditions_of_cards.boss_condition
    return readings((*tokens(text), ending(text)), rule, names.read)


@pytest.mark.parametrize("edit", EDITS)
def test_every_word_of_a_condition_is_read(edit):
    """A boss's condition may begin with "if" or not, its price follows with or without a comma, and no spells are no
    spells left."""
    for card, text in golden.conditions():
        meant = asked(card, text)
        same = {word for word, changed in edited(text, edit) if asked(card, changed) == meant}
        assert meant
        assert same <= ({".", ",", "if", "left"} if edit == "drop" else set()), text


def test_two_processes_read_the_same_trees_and_the_same_problems():
    script = (
        "from tests.engine.bos.cardtext import golden\n"
        "from engine.bos.cardtext import read_text\n"
        "print(golden.everything())\n"
        "for text in ('Deal 2 damages to a summon.', 'Ready summon.', 'During you main phase: Ready this.'):\n"
        "    print(read_text(text))\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(told) == 1
    assert len(told.pop()) > 10_000
