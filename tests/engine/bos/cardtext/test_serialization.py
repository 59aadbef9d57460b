"""Meanings kept as text: written, read again and played in place of what the sentence says."""

import json

import pytest
from hypothesis import given

from engine.bos.abilities import card_abilities
from engine.bos.cardtext import serialization
from engine.bos.cardtext.reader import spoken
from engine.bos.cardtext.tree_json import NotATree
from engine.bos.model.card_pool import Pool, sample_pool
from engine.bos.model.cards import Ability, Card, CardType, Color, Spoken
from tests.engine.bos.cardtext import trees

POOL = sample_pool()
ATTACKS = "When this attacks: This gains 1 strength."


def fox(**more):
    return Card("Fox", CardType.SUMMON, Color.RED, condition="", strength=3, abilities=(Ability(ATTACKS),), **more)


@given(trees.texts, trees.summoning_conditions, trees.boss_conditions)
def test_what_is_kept_is_read_again(text, summoning_condition, boss_condition):
    said = Spoken((text, None), summoning_condition, boss_condition)

    assert serialization.read_spoken(serialization.write_spoken(said)) == said


def test_the_pool_says_the_same_from_its_kept_form():
    kept = serialization.with_kept(POOL, serialization.write_kept(POOL, POOL))

    for card in POOL.cards:
        assert serialization.compiled(kept.find(card.name)) == spoken(card, POOL)
    assert kept.hash == POOL.hash
    assert serialization.write_kept(kept) == serialization.write_kept(POOL, POOL)


def test_a_kept_meaning_is_played_and_not_what_the_sentence_says():
    other = spoken(Card("Fox", CardType.SUMMON, Color.RED, condition="", strength=3, abilities=(
        Ability(ATTACKS.replace("1", "9")),)))  # fmt: skip

    assert card_abilities.texts_of(fox(kept=other)) == other.texts
    assert card_abilities.texts_of(fox()) == spoken(fox()).texts


def test_a_kept_text_that_could_not_be_read_stays_unread():
    assert card_abilities.texts_of(fox(kept=Spoken((None,), None, None))) == (None,)


DOES_NOT_FIT = (
    '{"texts":[{"is":"Exile"}]}',
    '{"texts":[]}',
    '{"texts":[null,null]}',
    '{"texts":3}',
    '{"speaks":1}',
    "[]",
    "3",
)


@pytest.mark.parametrize("said", DOES_NOT_FIT)
def test_a_card_whose_kept_meaning_does_not_fit_any_more_is_read_from_its_sentence(said):
    pool = serialization.with_kept(Pool((fox(),)), f'{{"fox":{said}}}')

    assert pool.find("Fox").kept is None


@pytest.mark.parametrize("said", ["", "[", "[]", "null", "[" * 9_000])
def test_what_is_no_kept_form_at_all_is_refused(said):
    with pytest.raises(NotATree):
        serialization.with_kept(POOL, said)


@pytest.mark.parametrize("said", ["", "[]", "{", '{"texts":{}}', '{"calling":{"is":"Rising"}}'])
def test_what_is_no_meaning_is_refused(said):
    with pytest.raises(NotATree):
        serialization.read_spoken(said)


def test_the_form_is_canonical():
    said = serialization.write_kept(POOL, POOL)

    assert said == json.dumps(json.loads(said), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
