"""Whatever somebody types gets an answer, soon, and never a fault."""

import time

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.bos.cards import sample_pool
from engine.bos.cardtext import read_calling, read_rising, read_text, report, told
from engine.bos.cardtext.kernel import Words

POOL = sample_pool()
VOCABULARY = sorted(Words.vocabulary)
word_salad = st.lists(st.sampled_from([*VOCABULARY, "2", "Lava Hound"]), max_size=25).map(" ".join)


def answers(text):
    """Whether everything that reads a text gives a meaning, or problems within the text."""
    found = (read_text(text, pool=POOL), read_calling(text, POOL), read_rising(text))
    places = [(each.start, each.end) for one in found for each in one.problems]
    return all(0 <= start <= end <= len(text) for start, end in places)


@given(st.text(max_size=620))
@example("\x00")
@example("İ" * 50)
@example("'s 's 's")
@example("[" * 600)
@example("#")
@example("99999999999999999999 vim")
@example("ﬀ\u0345\u200d“’‘”")
@settings(max_examples=60)
def test_any_characters_bring_problems_and_never_a_fault(text):
    assert answers(text)


@given(word_salad)
@settings(max_examples=60)
def test_any_words_of_the_language_bring_an_answer(text):
    assert answers(text)


@given(word_salad, st.booleans())
@settings(max_examples=30)
def test_every_answer_can_be_reported(text, mandatory):
    said = report(text, mandatory=mandatory, pool=POOL)

    assert said["ok"] == ("tree" in said)
    assert told(text, mandatory=mandatory, pool=POOL)


def test_a_sentence_without_an_end_is_declined_and_not_read_for_ever():
    for part in ("Ready a summon and ", "if you control a boss and ", "[2 vim, act, ", "Choose one: • "):
        began = time.perf_counter()
        assert read_text((part * 60)[:600], pool=POOL).text is None
        assert time.perf_counter() - began < 20
