"""Played examples: nearly every sentence shows on a small table what it does, and the search never takes long."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from engine.bos.cardtext import read_text
from engine.bos.examples.card_examples import NONE, NOT_FOUND, example_of, example_of_text
from engine.bos.examples.example_search import MOST_EACH, Search
from engine.bos.model import syntax
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, Card, CardType, Color, Spoken
from tests.engine.bos.cardtext import trees
from tests.engine.bos.cardtext.tree_forms import card_type
from tests.engine.bos.shown_sentences import sentences

POOL = sample_pool()


def fox(sentence, kind=CardType.SUMMON, **values):
    strength = {"strength": 3} if kind in (CardType.SUMMON, CardType.BOSS) else {}
    ability = Ability(sentence, "must" in sentence.split())
    return Card("Fox", kind, Color.RED, abilities=(ability,), **strength, **values)


def shown(sentence, kind=CardType.SUMMON, **values):
    return example_of(fox(sentence, kind, **values), 0, POOL)


def said(sentences):
    return tuple(map(str, sentences))


@pytest.mark.parametrize("sentence", sentences("pool"), ids=str)
def test_every_sentence_of_the_pool_has_an_example(sentence):
    assert sentence.shows


@pytest.mark.parametrize(("source", "most"), [("page", 1), ("designers", 3)])
def test_of_a_hundred_sentences_no_more_than_so_many_have_no_example(source, most):
    """One of three; `python -m benchmarks.cardtext` looks at them all."""
    third = sentences(source)[::3]
    silent = [sentence.said for sentence in third if not sentence.shows]

    assert len(silent) * 100 <= most * len(third), silent


def test_a_card_of_unknown_type_has_no_example():
    assert example_of(POOL.find("Hedera"), 0, POOL) == NONE


def test_a_summon_that_acts_is_told_before_and_after():
    example = shown("During your main phase, [act]: This gains 2 strength.")

    assert said(example.before) == ("It is your main phase.", "Your Fox (b) is ready and has strength 3.")
    assert said(example.deeds) == ("You use the ability of your Fox (b).",)
    assert said(example.after) == ("Your Fox (b) has acted and has strength 5.",)


def test_what_happens_anyway_is_told_apart_from_what_the_text_does():
    example = shown("At the start of your startup phase: You gain 1 vim.")

    assert said(example.before) == ("Your turn is about to begin.", "You have 8 vim.")
    assert said(example.after) == ("You have 18 vim.",)
    assert said(example.without) == ("You have 16 vim.",)


def test_a_spell_names_its_price_and_what_you_choose():
    example = shown("A summon you control gains 2 strength.", CardType.SPELL, cost=2)

    assert said(example.deeds) == ("You cast Fox for 2 vim.", "You choose your Guard (a).")
    assert said(example.after) == ("Your Guard (a) has strength 10.",)


def test_a_prohibition_is_shown_by_what_it_refuses():
    example = shown("Enchant a summon. The enchanted summon cannot attack.", CardType.SPELL, cost=1)

    assert "cannot attack" in str(example.refused)
    assert str(example.refused).endswith("(10.7)")
    assert str(example.lines()[-1]).startswith("Not possible now: ")


def test_a_permission_is_shown_by_what_would_be_refused_without_it():
    example = shown("This can attack opponents even if they control summons.")

    assert "attacks your opponent" in str(example.deeds[0])
    assert str(example.without[0]).endswith("(8.1.1)")


def test_what_comes_later_is_seen_when_both_players_do_nothing_for_a_while():
    example = shown("Enchant a wizard. The enchanted wizard cannot be turned face-up.", CardType.SPELL, cost=1)

    assert "lies face-down" in str(example.after[0])


def test_the_end_of_the_turn_is_told_by_whose_turn_is_next():
    example = shown("End the turn.", CardType.SPELL, cost=1)

    assert said(example.after) == ("Your opponent's turn is about to begin.",)
    assert said(example.without) == ("It is your main phase.",)


def test_somebody_who_is_not_asked_any_more_is_shown_beside_one_who_is():
    example = shown("During your main phase, each opponent cannot cast spells.")

    assert example.without


def test_a_card_may_have_the_name_of_a_plain_one():
    card = replace(fox("A summon you control gains 2 strength.", CardType.SPELL, cost=0), name="Guard")

    assert said(example_of(card, 0, POOL).after) == ("Your Plain Guard (a) has strength 10.",)


def test_what_lasts_is_told_with_its_end():
    spell = shown("A summon you control cannot be damaged until your next main phase.", CardType.SPELL, cost=1)
    shield = shown("Prevent the next 3 damage that would be dealt to you until end of turn.", CardType.SPELL, cost=1)

    assert said(spell.after) == ("Your Guard (a) cannot be dealt damage until your next main phase.",)
    assert said(shield.after) == ("You are kept from the next 3 damage until the end of the turn.",)


def test_a_lower_price_is_shown_beside_the_usual_one():
    example = shown("Spells you cast cost 1 less vim.", CardType.BOSS, condition="")

    assert said(example.after) == ("You cast Charm for nothing.",)
    assert said(example.without) == ("You cast Charm for 1 vim.",)


def test_a_replacement_is_told_with_what_would_have_been():
    example = shown("When this would be defeated: Return this to its owner's castle instead.")

    assert said(example.after) == ("Your Fox is in your castle.",)
    assert said(example.without) == ("Your Fox is in your graveyard.",)


def test_a_summon_is_conducted_with_the_wizard_it_names():
    card = fox("When this attacks: This gains 1 strength.", condition="Conduct a summon with Forest Sage.")

    example = example_of(card, None, POOL)

    assert "You summon Fox in column b." in said(example.deeds)
    assert "Your Forest Sage (b) lies face-down in column b." in said(example.after)


def test_a_boss_pays_for_turning_up():
    card = fox("When this attacks: This gains 1 strength.", CardType.BOSS, condition="[2 vim].")

    example = example_of(card, None, POOL)

    assert said(example.before) == ("It is your main phase.", "You have 8 vim.", "Your Fox lies face-down.")
    assert said(example.after) == ("You have 6 vim.", "Your Fox stands beside the columns with strength 3.")


def test_a_sentence_that_can_never_show_anything_says_so():
    example = shown("During your main phase, if it is not your turn: You gain 1 vim.")

    assert example == NONE
    assert example.lines() == [NOT_FOUND]


def test_a_text_that_cannot_be_read_has_no_example():
    assert shown("During your main phase, [act]: Befuddle a summon.") == NONE


def test_the_kept_meaning_is_what_the_example_plays():
    card = fox("During your main phase, [act]: This gains 1 strength.")
    kept = read_text("During your main phase, [act]: This gains 7 strength.", card=card, pool=POOL).text

    example = example_of(replace(card, kept=Spoken((kept,), None, None)), 0)

    assert said(example.after) == ("Your Fox (b) has acted and has strength 10.",)


def test_a_text_without_a_card_is_put_on_one_that_fits():
    at_will = read_text("Deal 3 damage to a summon.").text
    of_a_host = read_text("When the enchanted card attacks a player: You gain 1 vim.").text

    assert "You cast Tested Card for 1 vim." in said(example_of_text(at_will).deeds)
    assert "You use the ability of Tested Card." in said(example_of_text(of_a_host).deeds)


def test_the_same_card_gives_the_same_example():
    card = fox("When this is defeated: Deal 2 damage to a summon.")

    assert example_of(card, 0, POOL, most=2_999) == example_of(card, 0, POOL, most=2_998)


@settings(max_examples=12, deadline=None)
@given(trees.texts)
def test_whatever_can_be_said_is_tried_with_bounded_effort(text):
    kind = card_type(text)
    said = Spoken((text,), syntax.SummoningCondition() if kind is CardType.SUMMON else None, None)
    card = Card("Fox", kind, Color.BLUE, strength=4, cost=1, abilities=(Ability("…", text.must),), kept=said)
    search = Search(card, 0, text, 300)

    search.example()

    assert search.looked <= 300 + 2 * MOST_EACH
