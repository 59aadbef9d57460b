"""Meanings are messages: put together from phrases, in English as they have always been, and kept as they are."""

import pytest
from hypothesis import given

from engine.bos.cardtext.paraphrase import tell_boss_condition, tell_meaning, tell_summoning_condition
from engine.bos.cardtext.reader import read_text
from engine.bos.model import syntax, terms
from engine.messages import code_json, from_json, phrases
from tests.engine.bos.cardtext import meanings, trees

TELL = {
    syntax.Text: tell_meaning,
    syntax.SummoningCondition: tell_summoning_condition,
    syntax.BossCondition: tell_boss_condition,
}


@pytest.mark.parametrize("kind", ["ability", "mandatory", "summon", "boss"])
def test_in_english_every_kept_sentence_means_what_it_meant_word_for_word(kind):
    kept = meanings.kept()[kind]

    assert len(kept) > 10
    assert {said: str(meanings.told(kind, said)) for said in kept} == kept


def codes_in(said):
    args = said["args"].values()
    return {said["code"]}.union(*(codes_in(arg) for arg in args if isinstance(arg, dict)))


@given(trees.texts | trees.summoning_conditions | trees.boss_conditions)
def test_a_meaning_is_made_of_phrases_and_comes_back_from_plain_data(made):
    meaning = TELL[type(made)](made)

    assert codes_in(code_json(meaning)) <= phrases()
    assert from_json(code_json(meaning)) == meaning


def test_several_cards_are_discarded_and_not_garbled():
    what = terms.Choose(terms.Filter(("spell",), owner="you", zone="spellbook"), 0, None)
    text = syntax.Text((syntax.Step(syntax.Put(what, "graveyard", discard=True)),))

    assert str(tell_meaning(text)).endswith("; they are discarded to your graveyard")


def test_a_card_named_before_is_not_the_one_that_is_chosen_now():
    text = read_text("When a summon attacks: It deals 2 damage to a boss.").text
    deals = code_json(tell_meaning(text))["args"]["then"]["args"]["then"]

    assert str(from_json(deals)) == "that summon deals 2 damage to that boss"
    assert [deals["args"][name]["code"] for name in ("who", "to")] == ["bos.thing.that", "bos.thing.that"]


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        ("Turn a wizard you control face-up. Act it.", "that wizard"),
        ("Ready a summon. This gains 1 strength. It gains 1 strength.", "this card"),
        ("When this attacks a player: It gains 1 strength.", "this card"),
        ("When a summon attacks: It gains 1 strength.", "that summon"),
        ("Act two summons. They lose 1 strength.", "those summons"),
    ],
)
def test_the_meaning_names_what_a_pronoun_was_bound_to(sentence, meant):
    last = code_json(tell_meaning(read_text(sentence).text))
    while "then" in last["args"]:
        last = last["args"]["then"]

    assert str(from_json(last["args"]["who"])) == meant
