"""Whatever somebody types gets an answer, soon, and never a fault."""

import time

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.bos.abilities import card_abilities
from engine.bos.abilities.card_abilities import texts_of
from engine.bos.cardtext import read_boss_condition, read_summoning_condition, read_text, report, told
from engine.bos.cardtext.combinators import Words
from engine.bos.model.card_pool import MAX_TEXT, sample_pool
from engine.bos.model.cards import Ability, Card, CardType, Color

POOL = sample_pool()
PRINTED = sorted(
    {each.text for card in POOL.cards for each in card.abilities} | {c.condition or "" for c in POOL.cards}
)
VOCABULARY = sorted(Words.vocabulary)
STRANGE = (
    "\u202e\u200f\u2067\u2069"  # written from right to left from here on
    "\u0301\u0323\u20dd\u0345"  # signs on, under and around the letter before
    "שלוםسلام"
    "²٣Ⅷ①½𝟛"  # digits that are no digits of ours
    "ßİıŉﬀǅ"  # letters that change their number with their case
    "\u00a0\u2003\u3000\u0085\u2028"  # spaces
    "\u0000\u0007\x1b\ufffe\U000e0041"  # nothing that is to be seen
    "👩‍🚒🇫🇷•→➜“”’…—"
)
word_salad = st.lists(st.sampled_from([*VOCABULARY, "2", "Lava Hound"]), max_size=25).map(" ".join)


def answers(text):
    """Whether everything that reads a text gives a meaning, or problems within the text."""
    found = (read_text(text, pool=POOL), read_summoning_condition(text, POOL), read_boss_condition(text))
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


strange = st.text(st.one_of(st.sampled_from(STRANGE), st.characters(exclude_categories=["Cs"])), max_size=1_500)


@st.composite
def disturbed(draw):
    """A text of the catalogue in which something strange stands somewhere, in place of something or not."""
    text = draw(st.sampled_from(PRINTED)) * draw(st.sampled_from([1, 1, 1, 12]))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 3)))
        text = text[:start] + draw(st.text(STRANGE, min_size=1, max_size=3)) + text[end:]
    return text


@given(strange | disturbed(), st.sampled_from(CardType), st.booleans())
@example("9" * 600, CardType.SPELL, False)
@example("Deal ² damage to a summon.", CardType.SPELL, False)
@example("Deal ٣ damage to a summon.", CardType.SPELL, False)
@example("\ud800 A summon you control gains 2 strength.", CardType.SPELL, False)
@example("e\u0301" * 700, CardType.WIZARD, True)
@settings(max_examples=80)
def test_any_characters_on_any_card_can_be_read_and_told_of(text, kind, mandatory):
    card = Card("Somebody", kind, Color.RED, text, 1, 1, (Ability(text, mandatory), Ability("Enchant a summon.")))

    assert answers(text)
    assert told(text, mandatory=mandatory, card=card, pool=POOL)
    assert len(texts_of(card)) == 2
    card_abilities.forget()


@given(strange)
@settings(max_examples=30)
def test_a_text_beyond_the_limit_is_declined_whatever_it_is(text):
    long = f"{text}{'ש' * MAX_TEXT}!"

    assert read_text(long, pool=POOL).text is None
    assert read_text(long, pool=POOL).problems


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
        began = time.process_time()
        assert read_text((part * 60)[:600], pool=POOL).text is None
        assert time.process_time() - began < 20  # seconds of work, however busy the machine is
