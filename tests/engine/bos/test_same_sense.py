"""Texts that say the same do the same, on random tables: other wordings, the printed sentence, and no text at all.

The whole run is `python -m benchmarks.fuzz`; here is the same sample of it every time.
"""

import pytest

from engine.bos.cardtext.printer import print_text
from tests.engine.bos.combinations import every, judged
from tests.engine.bos.designer import blanking
from tests.engine.bos.designer.sentences import sentences as designers_sentences
from tests.engine.bos.random_players import luck
from tests.engine.bos.same_sense import disagreement, matters, scenes_by_sentence, sentences_read
from tests.engine.bos.side_by_side import SUMMON, card, first_difference
from tests.engine.bos.wordings import twins

PAIRS = twins()


@pytest.mark.parametrize("family", sorted({pair.family for pair in PAIRS}))
def test_twins_do_the_same(family):
    some = [pair for pair in PAIRS if pair.family == family]
    found = [(pair, disagreement(pair, "1", tables=int(number % 15 == 0))) for number, pair in enumerate(some)]

    assert [(pair, fault) for pair, fault in found if fault] == []


def test_a_card_that_does_something_else_is_told_apart():
    life, vim = card(SUMMON, "When this attacks: You gain 1 life."), card(SUMMON, "When this attacks: You gain 1 vim.")

    assert any(first_difference(life, vim, luck(f"apart/{number}", 60)) for number in range(10))


def test_the_printed_sentence_does_the_same_as_what_was_written():
    for number, (kind, text, face) in enumerate(sentences_read()):
        again = card(kind, print_text(face.kept.texts[-1], card_type=kind))
        assert again is not None, text
        if number % 12 == 0:
            assert first_difference(face, again, luck(f"printed/{number}", 60)) is None, text


def test_a_scene_ends_otherwise_when_its_text_is_taken_away():
    assert [sentence for sentence in scenes_by_sentence() if not matters(sentence)] == []


def test_a_designers_scene_ends_otherwise_when_its_text_is_taken_away():
    read = [sentence for sentence in designers_sentences() if sentence.read().text is not None]

    assert [sentence.id for sentence in read if not blanking.matters(sentence)] == []


def test_every_combination_is_read_and_printed_or_refused_with_a_reason():
    some = every()[::61]
    faults = {one.text: judged(one)[1] for one in some}

    assert {text: found for text, found in faults.items() if found} == {}
