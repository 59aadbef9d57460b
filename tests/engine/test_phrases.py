"""Phrases bend their words: by number, by case, by gender, and by what stands around them."""

import pytest

from engine.phrases import NO_FORM, Inflected, fill, whole


def said_by(*phrases):
    """What the last phrase says; each one is known to those after it by its name."""
    known = {}
    for name, sentence in phrases:
        known[name] = lambda form, sentence=sentence, args=dict(known): fill(
            sentence, args, lambda arg, f: arg(f), form
        )
    return whole(known[phrases[-1][0]](NO_FORM))


def test_a_verb_agrees_with_who_does_it():
    gains = ("said", "%(who)s %(who: p: gain | gains)s 1 life")

    assert said_by(("who", "a summon"), gains) == "a summon gains 1 life"
    assert said_by(("who", "two summons%(=p)s"), gains) == "two summons gain 1 life"


@pytest.mark.parametrize(
    ("noun", "read"),
    [("Boss%(=m)s", "du wählst einen roten Boss"), ("Beschwörung%(=f)s", "du wählst eine rote Beschwörung")],
)
def test_article_and_adjective_agree_with_the_noun_in_the_case_that_is_asked(noun, read):
    red = ("red", "rot%(noun: f: e | acc: en | er)s %(noun.+)s")
    one = ("what", "%(red: f: eine | acc: einen | ein)s %(red.+)s%(=red)s")

    assert said_by(("noun", noun), red, one, ("said", "du wählst %(what.acc)s")) == read


def test_an_adjective_behind_its_noun_is_said_in_the_form_of_the_nouns_traits():
    look = ("look", "roj%(: f p: as | f: a | o)s")

    for noun, read in (("mago", "mago rojo"), ("carta%(=f)s", "carta roja"), ("cartas%(=f p)s", "cartas rojas")):
        assert said_by(("noun", noun), look, ("said", "%(noun)s %(look~noun)s")) == read


def test_a_phrase_has_the_traits_of_its_noun_unless_it_names_others():
    verb = ("said", "%(who)s %(who: p: act | acts)s")

    assert said_by(("noun", "cards%(=p)s"), ("who", "other %(noun)s"), verb) == "other cards act"
    assert said_by(("noun", "cards%(=p)s"), ("who", "one of the %(noun)s%(=s)s"), verb) == "one of the cards acts"


def test_a_verb_comes_first_behind_another_clause():
    card, gains = ("who", "die Karte"), ("said", "%(who?!after)s gewinnt %(who?after)s 1 Leben")

    assert said_by(card, gains) == "die Karte gewinnt 1 Leben"
    assert said_by(card, gains, ("whole", "wenn du möchtest, %(said.after)s")) == (
        "wenn du möchtest, gewinnt die Karte 1 Leben"
    )


def test_a_language_leaves_out_what_it_does_not_say():
    assert said_by(("noun", "summon"), ("said", "it%(noun-)s acts")) == "it acts"
    assert said_by(("who", "%(: alone: yo | -)s"), ("said", "%(who)s gano 1 de vida")) == "gano 1 de vida"


@pytest.mark.parametrize(
    ("behind", "read"),
    [
        (" agiert", "eine Karte, die bereit ist, agiert"),
        ("; sie agiert", "eine Karte, die bereit ist; sie agiert"),
        ("", "eine Karte, die bereit ist"),
        ("%(,)s die rot ist%(,)s agiert", "eine Karte, die bereit ist, die rot ist, agiert"),
    ],
)
def test_a_clause_ends_with_a_comma_only_where_the_sentence_goes_on(behind, read):
    card = ("card", "eine Karte%(,)s die bereit ist%(,)s")

    assert said_by(card, ("said", f"%(card)s{behind}")) == read


def test_a_sentence_begins_with_a_capital_whatever_stands_first():
    assert said_by(("who", "your opponent"), ("said", "%(^)s%(who)s blocks")) == "Your opponent blocks"
    assert said_by(("who", "%(: alone: yo | -)s"), ("said", "%(^)s%(who)s éter tienes")) == "Éter tienes"


def test_a_gap_without_an_argument_is_a_mistake():
    with pytest.raises(KeyError):
        fill("%(who: p: gain | gains)s", {}, lambda arg, form: Inflected(arg), NO_FORM)
