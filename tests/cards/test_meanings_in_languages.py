"""Meanings are said in the language of whoever reads: Anna reads a card in German, Cleo in Spanish."""

import json
import re
from pathlib import Path

import pytest
from django.utils import translation
from hypothesis import given, settings

from bos_tournament.messages import localize, sentences
from engine.bos.cardtext import read_boss_condition, read_summoning_condition, read_text
from engine.bos.cardtext.paraphrase import tell_boss_condition, tell_meaning, tell_summoning_condition
from engine.bos.cardtext.reader import spoken
from engine.bos.examples.card_examples import NONE, NOT_FOUND, Example, example_of, example_of_text
from engine.bos.model import syntax
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, Card, CardType
from engine.messages import Message, phrases
from tests.engine.bos.cardtext import tree_parts, trees
from tests.engine.bos.cardtext.specimens import SPECIMENS
from tests.factories import UserFactory
from tests.html_whitespace import tight

READ = json.loads(Path(__file__).with_name("meanings_read.json").read_text(encoding="utf-8"))
"""Sentences that a native speaker of each language has read, with what they are sentences of."""
OTHERS = ("de", "es")
TELL = {
    syntax.Text: tell_meaning,
    syntax.SummoningCondition: tell_summoning_condition,
    syntax.BossCondition: tell_boss_condition,
}
GAP = re.compile(r"%\([^)]*\)s")
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def told(row):
    """What a sentence of a card means."""
    if row["on"] == "condition of a summon":
        return tell_summoning_condition(read_summoning_condition(row["text"], sample_pool()).condition)
    if row["on"] == "condition of a boss":
        return tell_boss_condition(read_boss_condition(row["text"]).condition)
    must, kind = "must" in row["text"], CardType(row["on"])
    card = Card("Somebody", kind, None, abilities=(Ability(row["text"], must),))
    return tell_meaning(read_text(row["text"], mandatory=must, card=card, pool=sample_pool()).text, card_type=kind)


def said_in(language, meaning):
    with translation.override(language):
        return localize(meaning)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("row", READ, ids=[row["text"] for row in READ])
def test_a_player_reads_what_a_sentence_means_in_their_own_language(row, language):
    assert said_in(language, told(row)) == row[language]


def words_of(text):
    return {word.lower() for word in WORD.findall(text)}


def english_words(language):
    """The words of the English phrases, but for those that the language's own phrases have too."""
    said = {code: (sentences()[code], said_in_pieces(language, code)) for code in phrases()}
    own = set().union(*(words_of(theirs) for _, theirs in said.values()))
    return set().union(*(words_of(GAP.sub(" ", english)) for english, _ in said.values())) - own


def said_in_pieces(language, code):
    """All that a phrase can say in a language, with what its gaps say themselves."""
    with translation.override(language):
        sentence = translation.pgettext(code.rpartition(".")[0], sentences()[code])
    bent = [gap[2:-2].partition(":")[2] for gap in GAP.findall(sentence)]
    alternatives = [piece.rpartition(":")[2] for gap in bent for piece in gap.split("|")]
    return " ".join([GAP.sub("", sentence), GAP.sub(" ", sentence), *alternatives])


def names_in(message):
    """The names of cards that a message quotes."""
    for gap, arg in message.args.items():
        if isinstance(arg, Message):
            yield from names_in(arg)
        elif isinstance(arg, str) and gap != "column":
            yield arg


def faults(language, meaning, english):
    """What no sentence of this language would hold."""
    said = said_in(language, meaning)
    names = {*tree_parts.NAMES, *(card.name for card in sample_pool().cards), *names_in(meaning)}
    for name in sorted(names, key=len, reverse=True):
        said = said.replace(name, "·")
    odd = re.findall(r"%|\|| ,|,,|,;|,$|\s$|^\s|[\ue000-\uf8ff]|None", said)
    return {*odd, *(words_of(said) & english)}


def pool_meanings():
    """Every meaning of the sample cards."""
    for card in sample_pool().cards:
        said = spoken(card, sample_pool())
        yield from (tell_meaning(text, card_type=card.type) for text in said.texts if text)
        yield from [tell_summoning_condition(said.summoning_condition)] if said.summoning_condition else []
        yield from [tell_boss_condition(said.boss_condition)] if said.boss_condition else []


@pytest.mark.parametrize("language", OTHERS)
def test_no_meaning_of_the_pool_or_the_documentation_holds_an_english_word_or_an_empty_gap(language):
    english = english_words(language)
    every = [*pool_meanings(), *(TELL[type(made)](made) for made in SPECIMENS)]

    assert {"summon", "wizard", "each", "you", "strength"} <= english
    assert len(every) > 200
    assert {str(meaning): found for meaning in every if (found := faults(language, meaning, english))} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_whatever_the_language_of_cards_can_say_is_said_in_every_language(language):
    english = english_words(language)

    @settings(max_examples=150)
    @given(trees.texts | trees.summoning_conditions | trees.boss_conditions)
    def is_said(made):
        assert faults(language, TELL[type(made)](made), english) == set()

    is_said()


def played_examples():
    """The small played examples of the sample cards, and of the documentation's sentences."""
    for card in sample_pool().cards:
        for number in ([None] if card.condition else []) + list(range(len(card.abilities))):
            yield example_of(card, number, sample_pool())
    yield from (example_of_text(made) for made in SPECIMENS if isinstance(made, syntax.Text))


def sentences_of(example: Example):
    """Each of its sentences; what the rules forbid is quoted from elsewhere."""
    return [*example.before, *example.deeds, *example.after, *example.without]


@pytest.mark.parametrize("language", OTHERS)
def test_no_played_example_holds_an_english_word_or_an_empty_gap(language):
    english = english_words(language) - {"a", "bosses"}  # a column, and the German genitive
    every = {sentence for example in played_examples() for sentence in sentences_of(example)}

    assert len(every) > 200
    assert {str(said): found for said in every if (found := faults(language, said, english))} == {}
    assert [line for line in (NOT_FOUND, *NONE.lines()) if said_in(language, line) == str(line)] == []


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "de",
            [
                "Vorher: Es ist deine Hauptphase. Die gegnerische Beschwörung Lancer (c) hat Stärke 4.",
                "Dann: Deine Beschwörung Brine Golem (b) greift die gegnerische Beschwörung Scout (a) an. "
                "Du benutzt die Fähigkeit deiner Beschwörung Brine Golem (b). "
                "Du wählst die gegnerische Beschwörung Lancer (c).",
                "Nachher: Die gegnerische Beschwörung Lancer (c) hat Stärke 2.",
            ],
        ),
        (
            "es",
            [
                "Antes: Es tu fase principal. La invocación Lancer (c) de tu rival tiene fuerza 4.",
                "Luego: Tu invocación Brine Golem (b) ataca a la invocación Scout (a) de tu rival. "
                "Usas la habilidad de tu invocación Brine Golem (b). Eliges la invocación Lancer (c) de tu rival.",
                "Después: La invocación Lancer (c) de tu rival tiene fuerza 2.",
            ],
        ),
    ],
)
def test_a_player_reads_a_played_example_in_their_own_language(language, lines):
    golem = sample_pool().find("brine golem")

    assert [said_in(language, line) for line in example_of(golem, 0, sample_pool()).lines()] == lines


def test_the_search_for_english_words_finds_them():
    meaning = tell_summoning_condition(
        read_summoning_condition("Conduct a summon with any red wizard.", sample_pool()).condition
    )

    assert faults("en", meaning, english_words("de")) >= {"turn", "any", "wizard", "red"}


@pytest.mark.usefixtures("sample_catalogue")
@pytest.mark.parametrize(
    ("language", "condition", "ability"),
    [
        (
            "de",
            "Um sie zu beschwören, verdeckst du: einen beliebigen gelben Zauberer.",
            "Verpflichtend; am Ende deines Zuges; du gewinnst 1 Leben.",
        ),
        (
            "es",
            "Para invocarla, pones boca abajo: cualquier mago amarillo.",
            "Obligatoria; al final de tu turno; ganas 1 de vida.",
        ),
    ],
)
def test_the_page_of_a_card_says_its_meaning_in_the_readers_language_and_its_text_in_english(
    client, language, condition, ability
):
    page = tight(client.get("/cards/moon-lily/", headers={"Accept-Language": language}))

    assert f"<dd>{condition}" in page
    assert f"<dd>{ability}" in page
    assert '<span lang="en">At the end of your turn: You must gain 1 life.</span>' in page


def test_a_keeper_of_cards_reads_in_german_how_a_sentence_is_understood(signed_in, db):
    ada = signed_in(UserFactory(handle="Ada", is_staff=True, is_superuser=True), second_factor=True)
    typed = {"name": "Quiet Fen", "type": "wizard", "color": "blue", "abilities": "When this blocks: Ready a boss."}
    page = tight(ada.post("/admin/cards/card/understand/", typed, headers={"Accept-Language": "de"}))

    assert "Das heißt: optional; jedes Mal, wenn diese Karte blockt; du wählst einen Boss; dieser Boss wird" in page
    assert '<q lang="en">When this blocks: Ready a boss.</q>' in page
    assert "Es wurde kein kleiner Tisch gefunden, auf dem dieser Satz etwas ändert." in page
