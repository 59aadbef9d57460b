"""The meanings of all known texts stay what they are, and no word of them goes unread."""

import json
import os
import subprocess
import sys

import pytest

from engine.bos.cards import sample_pool
from engine.bos.cardtext import grammar
from engine.bos.cardtext.kernel import readings
from engine.bos.cardtext.names import names_of
from engine.bos.cardtext.reading import meanings
from engine.bos.cardtext.tokens import ending, tokens
from tests.engine.bos.cardtext import golden

KEPT = json.loads(golden.FILE.read_text(encoding="utf-8"))
POOL = sample_pool()

# Words that may be left out without another meaning; everything else that is dropped must be noticed.
OPTIONAL = {".", ",", ":", "you", "the", "left", "card", "a"}
EDITS = ("drop", "double", "strange", "next")


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
    """The text with each of its words in turn dropped, doubled or replaced."""
    read = tokens(text)
    for index, token in enumerate(read):
        before, behind = text[: token.start], text[token.end :]
        follower = read[index + 1].typed if index + 1 < len(read) else "and"
        instead = {"drop": "", "double": f"{token.typed} {token.typed}", "strange": "zebra", "next": follower}[edit]
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
        assert unread <= (droppable(text) if edit == "drop" else set()), text


def droppable(text):
    """Old texts also say "this summon" for "this", and an arrow beside "must"."""
    return OPTIONAL | ({"must"} if "->" in text else set()) | ({"summon"} if "this summon" in text else set())


def callings(text):
    """Every meaning of a summoning condition."""
    return readings((*tokens(text), ending(text)), grammar.calling, names_of(POOL, free=True).read)


@pytest.mark.parametrize("edit", EDITS)
def test_every_word_of_a_summoning_condition_is_read(edit):
    for card, text in golden.conditions():
        if card.type == "summon":
            meant = callings(text)
            same = [word for word, changed in edited(text, edit) if callings(changed) == meant]
            assert same in ([], ["."] if edit == "drop" else [])


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
