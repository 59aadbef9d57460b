"""Names that mean the same card, catalogues that can be read, and pools that anybody can pin."""

import json
import os
import random
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bos.model.card_pool import Pool, PoolProblem, sample_pool
from engine.bos.model.cards import Ability, Card, CardType, Color, key


def summon(**changes):
    entry = {"name": "Clay Runner", "type": "summon", "color": "red", "strength": 3, "cost": None}
    entry |= {"condition": "Conduct a summon with any red wizard.", "abilities": [], "printings": [], "official": False}
    return entry | changes


def refusals(*entries):
    with pytest.raises(PoolProblem) as refusal:
        Pool.read(json.dumps(entries))
    return [(problem.index, problem.name, problem.field) for problem in refusal.value.problems]


@pytest.mark.parametrize(
    "written", ["Forest Sage", "forest sage", " FOREST   SAGE ", "Förest Ságe", "Forest\u00a0Sage", "Fo\u200brest Sage"]
)
def test_case_accents_and_spaces_do_not_make_another_card(written):
    assert key(written) == "forest sage"


def test_a_phone_may_write_its_own_apostrophes_and_dashes():
    assert key("Winter\u2019s Fire\u2013Bird") == key("Winter's Fire-Bird")


@given(st.text())
def test_the_key_of_a_key_is_itself(name):
    assert key(key(name)) == key(name)


def test_a_card_is_found_however_its_name_is_written():
    assert sample_pool().find("PYRO-MANIAC") is sample_pool().find("pyro-maniac")
    assert sample_pool().find("Nobody at all") is None


def test_every_process_offers_the_same_names_for_a_misspelt_one():
    ask = """
from engine.bos.model.card_pool import sample_pool
pool = sample_pool()
words = sorted({word for card in pool.cards for word in card.name.split()})
print([pool.nearest(f"{first} {second}") for first, second in zip(words, words[7:])])
"""
    told = {
        subprocess.run(
            [sys.executable, "-c", ask], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }

    assert len(told) == 1


def test_a_misspelt_name_gets_the_nearest_ones():
    assert sample_pool().nearest("Lava Hond")[0] == "Lava Hound"
    assert sample_pool().nearest("Ess") == ("Essence of Nature",)
    assert sample_pool().nearest("Qzxqzx") == ()
    assert len(sample_pool().nearest("a", n=2)) == 2


@given(st.text(max_size=300))
def test_any_text_may_be_asked_for(text):
    assert len(sample_pool().nearest(text)) <= 3
    assert sample_pool().find(text) is None or key(text)


def test_every_colour_of_the_sample_pool_can_play_a_game_without_texts():
    blank = [card for card in sample_pool().cards if not card.official and not card.abilities]

    for color in Color:
        assert sum(card.color is color and card.type is CardType.WIZARD for card in blank) >= 3
        assert sum(card.color is color and card.type is CardType.SUMMON for card in blank) >= 4


def test_texts_of_sample_cards_follow_the_house_style():
    for card in sample_pool().cards:
        for ability in card.abilities:
            assert ability.text.endswith((".", '."'))
            own = re.sub(r'".*?"', "", ability.text)  # what stands in quotes is another card's
            assert ability.mandatory == bool(re.search(r"\bmust\b", own))


def test_official_cards_with_unknown_values_are_listed_but_not_playable():
    unknown = {card.name: card.unknown for card in sample_pool().cards if not card.playable}

    assert unknown == {
        "Enraged Mage": ("color",),
        "Essence of Nature": ("strength",),
        "Hedera": ("type", "color"),
        "Moonlight Flower": ("type", "color"),
        "Perfect Infusion": ("cost", "text"),
    }


def test_the_four_known_cards_are_complete():
    known = [card.name for card in sample_pool().cards if card.official and card.playable]

    assert known == ["Collaia", "Forest Sage", "Inevitable Plague", "Pyro-Maniac"]
    assert [len(sample_pool().find(name).abilities) for name in known] == [1, 1, 2, 1]


def test_a_pool_is_the_same_whatever_the_order_of_its_cards():
    cards = list(sample_pool().cards)
    random.Random(1).shuffle(cards)

    shuffled = Pool(tuple(cards))

    assert shuffled.hash == sample_pool().hash
    assert shuffled == sample_pool()
    assert re.fullmatch("sha256:[0-9a-f]{64}", shuffled.hash)


def test_a_changed_number_changes_the_hash():
    weak, strong = (Pool.read(json.dumps([summon(strength=strength)])) for strength in (3, 4))

    assert weak.hash != strong.hash


def test_what_a_pool_writes_it_reads_again():
    assert Pool.read(sample_pool().write()) == sample_pool()
    assert Pool.read(sample_pool().write()).write() == sample_pool().write()


def test_every_faulty_entry_is_named_at_once():
    faults = refusals(
        summon(strength=None),
        summon(name="Ash Bell", type="spell", strength=None, condition=None, cost=2),
        summon(name="Good One"),
        summon(name="Third", color="green", strength=0),
        "a card",
        summon(name="GOOD one"),
    )

    assert faults == [
        (0, "Clay Runner", "strength"),
        (1, "Ash Bell", "abilities"),
        (3, "Third", "color"),
        (3, "Third", "strength"),
        (4, "", ""),
        (5, "GOOD one", "name"),
    ]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": None}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": "3 Wolves"}, "name"),
        ({"name": "Wolf # 2"}, "name"),
        ({"name": "Reserves"}, "name"),
        ({"name": "Name: Wolf"}, "name"),
        ({"name": "Wolf\nHound"}, "name"),
        ({"type": "hero"}, "type"),
        ({"type": None}, "type"),
        ({"color": ["red"]}, "color"),
        ({"condition": None}, "condition"),
        ({"condition": ""}, "condition"),
        ({"condition": "x" * 601}, "condition"),
        ({"strength": True}, "strength"),
        ({"strength": 2.5}, "strength"),
        ({"strength": 10**12}, "strength"),
        ({"cost": 2}, "cost"),
        ({"abilities": "Ready this."}, "abilities"),
        ({"abilities": [{"mandatory": False}]}, "abilities"),
        ({"abilities": [{"text": "Ready this.", "mandatory": "no"}]}, "abilities"),
        ({"abilities": [{"text": "\ud800", "mandatory": False}]}, "abilities"),
        ({"printings": [1]}, "printings"),
        ({"official": "yes"}, "official"),
    ],
)
def test_a_wrong_value_is_refused_at_its_field(change, field):
    assert [where for _, _, where in refusals(summon(**change))] == [field]


def test_only_official_cards_may_leave_values_unknown():
    pool = Pool.read(json.dumps([summon(official=True, strength=None, color=None)]))

    assert pool.cards[0].unknown == ("color", "strength")


@pytest.mark.parametrize("text", ["", "{", "{}", "null", '"x"', "[" * 100_000, "[1e999999]", "[" + "9" * 5000 + "]"])
def test_what_is_no_catalogue_is_refused_with_a_sentence(text):
    with pytest.raises(PoolProblem) as refusal:
        Pool.read(text)

    assert str(refusal.value).endswith((".", "]."))


def test_a_byte_order_mark_does_no_harm():
    assert Pool.read("\ufeff" + json.dumps([summon()])).cards[0].name == "Clay Runner"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda v: (
            st.lists(v)
            | st.dictionaries(
                st.sampled_from(["name", "type", "color", "abilities", "text", "printings", "official", "strength"]), v
            )
        ),
    )
)
def test_reading_any_json_gives_a_pool_or_a_problem(value):
    try:
        pool = Pool.read(json.dumps(value))
    except PoolProblem as problem:
        pool, said = Pool(()), str(problem)
    else:
        said = ""

    assert bool(said) or Pool.read(pool.write()) == pool


def test_a_card_is_a_value():
    wolf = Card("Wolf", CardType.SUMMON, Color.RED, "Conduct a summon with any red wizard.", 3)

    assert wolf == Card("Wolf", CardType.SUMMON, Color.RED, "Conduct a summon with any red wizard.", 3)
    assert wolf.playable
    assert wolf != Card("Wolf", CardType.SUMMON, Color.RED, wolf.condition, 3, abilities=(Ability("Ready this."),))
