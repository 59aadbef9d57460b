"""Deck lists as people write them, and everything that can be wrong with one."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bos.decks.deck_lists import (
    DeckList,
    check_deck,
    deck_from_json,
    deck_to_json,
    main_cards,
    read_deck,
    reserve_cards,
    starter_decks,
    write_deck,
)
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import CardType
from engine.bos.model.editions import EDITIONS
from tests.engine.bos.deck_lists import SPELLS, SUMMONS, WIZARDS, red

NOW, BEFORE = EDITIONS["bos-1"], EDITIONS["bos-legacy"]


def report(text, edition=NOW):
    return check_deck(read_deck(text), sample_pool(), edition)


def faults(text, edition=NOW):
    return [(problem.rule, problem.line) for problem in report(text, edition).problems]


def written(text):
    deck = read_deck(text)
    return [(entry.name, entry.copies) for entry in deck.main], [(entry.name, entry.copies) for entry in deck.reserves]


# Reading


@pytest.mark.parametrize(
    "line",
    [
        *("3 Lava Hound", "3x Lava Hound", "3X Lava Hound", "x3 Lava Hound", "  3   Lava  Hound ", "3× Lava Hound"),
        *("Lava Hound x3", "Lava Hound 3x", "Lava Hound ×3", "Lava Hound (3)"),
    ],
)
def test_copies_are_written_in_several_ways(line):
    assert written(line) == ([("Lava Hound", 3)], [])


def test_a_name_alone_is_one_copy():
    assert written("Lava Hound") == ([("Lava Hound", 1)], [])


def test_equal_lines_add_up_however_they_are_spelled():
    assert written("Lava Hound\n2 LAVA hound\n\nx1 Láva Hound") == ([("Lava Hound", 4)], [])


def test_deck_and_reserves_are_counted_apart():
    assert written("2 Lava Hound\nReserves\nLava Hound") == ([("Lava Hound", 2)], [("Lava Hound", 1)])


@pytest.mark.parametrize(
    "heading", ["Reserves", "reserves:", "RESERVES", "Reserves (2)", "Reserve :", "reserves: # two"]
)
def test_a_heading_may_have_a_colon_and_any_case(heading):
    assert written(f"Bellows\n{heading}\nSlagfall") == ([("Bellows", 1)], [("Slagfall", 1)])


def test_other_headings_are_optional_and_end_the_reserves():
    assert written("Reserves\nSlagfall\nSpells:\nBellows") == ([("Bellows", 1)], [("Slagfall", 1)])


def test_a_heading_may_stand_before_its_card():
    assert written("Boss: Furnace Tyrant") == ([("Furnace Tyrant", 1)], [])


def test_comments_and_empty_lines_are_passed_over():
    assert written("# my deck\n\n2 Bellows # the best\n   \n") == ([("Bellows", 2)], [])


def test_a_list_may_have_a_name():
    assert read_deck("name:  Quick   Fire \nBellows").name == "Quick Fire"
    assert read_deck("Bellows").name == ""


def test_any_line_ending_and_a_byte_order_mark_are_read():
    assert written("\ufeffBoss\r\nFurnace Tyrant\rBellows\n") == ([("Furnace Tyrant", 1), ("Bellows", 1)], [])


@pytest.mark.parametrize("line", ["0 Bellows", "00x Bellows", "100 Bellows", "x999 Bellows", "9" * 150 + " Bellows"])
def test_an_absurd_count_is_a_fault_of_its_line(line):
    deck = read_deck(f"Slagfall\n{line}")

    assert [(fault.rule, fault.line) for fault in deck.faults] == [("1.1.1", 2)]
    assert "from 1 to 99" in str(deck.faults[0].message)


def test_copies_that_add_up_beyond_reason_are_a_fault():
    assert [fault.line for fault in read_deck("60 Bellows\n60 Bellows").faults] == [2]


def test_a_line_beyond_measure_is_a_fault():
    assert [fault.line for fault in read_deck("Bellows\n" + "x" * 201).faults] == [2]
    assert [fault.line for fault in read_deck("Name: " + "x" * 150).faults] == [1]


@pytest.mark.parametrize("text", ["Bellows\n" * 201, "x" * 20_001, "\n" * 15_000])
def test_a_list_beyond_measure_is_refused_with_one_sentence(text):
    found = report(text)

    assert not found.legal
    assert [(problem.rule, problem.line) for problem in found.problems] == [("1.1.1", None)]
    assert "at most" in str(found.problems[0].message)


@given(
    st.text(max_size=400)
    | st.lists(st.sampled_from(["3", "x", " ", "Bellows", "\n", ":", "#", "Boss", "Name:"])).map("".join)
)
def test_no_text_is_too_strange_to_be_answered(text):
    found = report(text)

    assert found.legal is False
    assert all(str(problem.message).endswith((".", "?")) for problem in found.problems)


# Checking: the whole list


def test_a_list_of_the_right_cards_is_legal():
    found = report(red(reserves=["2 Slag Brute", "Slagfall"]))

    assert found.legal
    assert (found.problems, found.warnings, found.color) == ((), (), "red")
    assert found.counts == {"boss": 1, "wizards": 3, "summons": 10, "spells": 10, "reserves": 3}


def test_every_starter_deck_is_legal_in_every_edition():
    assert len(starter_decks()) >= 6
    for text in starter_decks().values():
        assert all(report(text, edition).legal and not report(text, edition).warnings for edition in EDITIONS.values())


def test_each_colour_has_a_starter_deck_that_needs_no_texts():
    plain = [
        report(text).color
        for text in starter_decks().values()
        if not any(
            card.abilities for card in main_cards(read_deck(text), sample_pool()) if card.type is not CardType.SPELL
        )
    ]

    assert sorted(plain) == ["blue", "red", "yellow"]


def test_everything_wrong_is_said_at_once():
    found = report("Boss\nFurnace Tyrant\nLava Hond\n4 Cinder Imp\nTide Reader\nReserves\nAsh Caller\n11 Slagfall")

    assert [(problem.rule, problem.line) for problem in found.problems] == [
        ("1.1.4", 3),
        ("1.1.1", None),
        ("1.1.1", None),
        ("1.1.1", None),
        ("1.1.2", 5),
        ("1.1.3", 4),
        ("1.2.3", 8),
        ("1.2.1", None),
        ("1.2.2", 7),
    ]


# Checking: 1.1


def test_eleven_summons_and_nine_spells_are_no_deck():
    text = red(summons=[*SUMMONS, "Pyre Dancer"], spells=["3 Bellows", "3 Thrown Brand", "3 Slagfall"])

    assert faults(text) == [("1.1.1", None), ("1.1.1", None)]


@pytest.mark.parametrize("boss", [(), ("Furnace Tyrant", "Drake of Cold Slag"), ("2 Furnace Tyrant",)])
def test_a_deck_has_exactly_one_boss(boss):
    assert faults(red(boss=boss)) == [("1.1.1", None)]


def test_reserves_alone_have_no_other_color_than_the_deck():
    found = check_deck(read_deck("Reserves\nEmber Adept"), sample_pool(), EDITIONS["bos-1"])

    assert [problem for problem in found.problems if problem.rule == "1.1.2"] == []


def test_a_size_says_how_many_to_add_or_take_out():
    assert str(report(red(spells=SPELLS[:3])).problems[0].message).endswith("Add 2.")
    assert str(report(red(spells=[*SPELLS, "Slagfall"])).problems[0].message).endswith("Remove 1.")


def test_a_card_of_another_colour_is_refused():
    found = report(red(summons=["3 Cinder Imp", "3 Lava Hound", "3 Smoke Runner", "1 Glass Heron"]))

    assert [(p.rule, p.line, p.cards) for p in found.problems] == [("1.1.2", 8, ("Glass Heron",))]


def test_the_boss_decides_the_colour():
    found = report(red(boss=["Abyss Regent"]))

    assert found.color == "blue"
    assert len(found.problems) == 3 + len(SUMMONS) + len(SPELLS)


def test_without_a_boss_the_colour_of_most_cards_counts():
    assert report(red(boss=[])).color == "red"
    assert report("").color is None


def test_four_copies_are_one_too_many():
    text = red(summons=["4 Cinder Imp", "3 Lava Hound", "3 Smoke Runner"])

    assert faults(text) == [("1.1.3", 5)]
    assert faults(text, BEFORE) == []


def test_copies_are_counted_over_all_lines():
    assert faults(red(summons=["3 Cinder Imp", "3 Lava Hound", "3 Smoke Runner", "cinder imp"])) == [("1.1.3", 5)]


@pytest.mark.parametrize("wizards", [("2 Ember Adept", "Ash Caller"), ("Ember Adept", "EMBER ADEPT", "Ash Caller")])
def test_two_equal_wizards_are_refused(wizards):
    assert faults(red(wizards=wizards)) == [("1.1.3", 2)]


def test_an_unknown_name_comes_back_with_the_nearest():
    found = report(red(wizards=["Ember Adebt", *WIZARDS[1:]]))

    assert found.problems[0].cards == ("Ember Adebt", "Ember Adept")
    assert str(found.problems[0].message) == "No card is called Ember Adebt. Did you mean Ember Adept?"
    assert [(problem.rule, problem.line) for problem in found.problems] == [("1.1.4", 2), ("1.1.1", None)]


@pytest.mark.parametrize(
    "name", ["Essence of Nature", "Perfect Infusion", "Enraged Mage", "Hedera", "Moonlight Flower"]
)
def test_a_card_whose_values_nobody_knows_cannot_be_played(name):
    problem = report(name).problems[0]

    assert (problem.rule, problem.line, problem.cards) == ("1.1.4", 1, (name,))
    assert "not known yet" in str(problem.message)


# Checking: 1.2


def test_ten_reserves_are_allowed_and_eleven_are_not():
    ten = ["2 Slag Brute", "3 Slagfall", "3 Ember Squall", "2 Pyre Dancer"]

    assert faults(red(reserves=ten)) == []
    assert faults(red(reserves=[*ten, "Anvil Wolf"])) == [("1.2.1", None)]
    assert faults(red(reserves=ten), BEFORE) == [("1.2.1", None)]


@pytest.mark.parametrize("name", ["Kiln Warden", "Drake of Cold Slag"])
def test_wizards_and_bosses_are_no_reserves(name):
    assert faults(red(reserves=["Slagfall", name])) == [("1.2.2", 15)]


def test_a_reserve_of_another_colour_is_refused():
    assert faults(red(reserves=["Glass Heron"])) == [("1.1.2", 14)]


def test_three_in_the_deck_and_one_in_the_reserves_are_one_too_many():
    assert faults(red(reserves=["Cinder Imp"])) == [("1.2.3", 14)]
    assert faults(red(reserves=["Cinder Imp"]), BEFORE) == []


def test_four_copies_in_the_reserves_alone_are_one_too_many():
    assert faults(red(reserves=["4 Slagfall"])) == [("1.2.3", 14)]


# Warnings


def test_a_summon_without_its_wizard_is_odd_but_legal():
    found = report(red(reserves=["Scorched Rider"]))

    assert found.legal
    assert [(w.rule, w.line, w.cards) for w in found.warnings] == [("5.1.2", 14, ("Scorched Rider", "Kiln Warden"))]


def test_a_card_under_a_wrong_heading_is_odd_but_counted():
    found = report("Spells\n" + red())

    assert found.legal
    assert {warning.line for warning in found.warnings} == {2, 3, 4, 5, 6, 7, 8, 9}


# Order and round trips


@given(st.sampled_from(sorted(starter_decks().values())), st.randoms())
def test_the_order_of_lines_never_matters(text, chance):
    main, _, reserves = text.replace("Name: ", "# ").partition("Reserves\n")
    lines, rest = [line for line in main.splitlines() if line], reserves.splitlines()
    headings = {"Boss", "Wizards", "Summons", "Spells"}
    lines = [line for line in lines if line not in headings] + ["2 Nobody", "Glass Heron", "2 Ember Adept"]
    chance.shuffle(lines)
    chance.shuffle(rest)

    mixed, sorted_ = (
        report("\n".join([*part, "Reserves", *others]))
        for part, others in ((lines, rest), (sorted(lines), sorted(rest)))
    )

    assert (mixed.counts, mixed.color, mixed.legal) == (sorted_.counts, sorted_.color, sorted_.legal)
    assert sorted((p.rule, str(p.message)) for p in mixed.problems) == sorted(
        (p.rule, str(p.message)) for p in sorted_.problems
    )


names = st.sampled_from([card.name for card in sample_pool().cards]) | st.text(
    st.characters(categories=["L", "N", "Zs"]), max_size=30
)
rows = st.lists(st.tuples(st.integers(1, 9), names).map(lambda row: f"{row[0]} {row[1]}"), max_size=12)
sections = st.lists(
    st.sampled_from(["Boss", "Wizards:", "summons", "Spells", "Reserves", "Name: Grove", "# note"]), max_size=4
)


@given(rows, sections, st.randoms())
def test_what_is_written_is_read_again_as_the_same_list(cards, headings, chance):
    lines = cards + headings
    chance.shuffle(lines)
    deck = read_deck("\n".join(lines))

    once = write_deck(deck)

    assert write_deck(read_deck(once)) == once
    assert content(read_deck(once)) == content(deck)
    by_type = write_deck(deck, sample_pool())
    assert write_deck(read_deck(by_type), sample_pool()) == by_type
    through_json = deck_from_json(json.loads(json.dumps(deck_to_json(deck))))
    assert write_deck(through_json, sample_pool()) == by_type
    assert content(through_json) == content(deck)


def content(deck):
    piles = [sorted((entry.name, entry.copies) for entry in pile) for pile in (deck.main, deck.reserves)]
    return deck.name, piles


def test_the_canonical_form_is_readable_and_knows_the_types():
    lines = ["Name: Sparks", *red(reserves=["slag brute"]).splitlines()]
    random.Random(2).shuffle(lines[1:16])

    assert write_deck(read_deck("\n".join(lines)), sample_pool()) == (
        "Name: Sparks\n\nBoss\n1 Furnace Tyrant\n\nWizards\n1 Ash Caller\n1 Ember Adept\n1 Flint Novice\n\n"
        "Summons\n3 Cinder Imp\n3 Lava Hound\n1 Slag Brute\n3 Smoke Runner\n\n"
        "Spells\n3 Bellows\n2 Burning Oath\n2 Stoked Fury\n3 Thrown Brand\n\nReserves\n1 Slag Brute\n"
    )


def test_an_empty_list_writes_nothing():
    assert write_deck(DeckList()) == ""


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda v: st.lists(v) | st.dictionaries(st.sampled_from(["name", "main", "reserves", "count", "section"]), v),
    )
)
def test_any_json_is_answered(value):
    assert not check_deck(deck_from_json(value), sample_pool(), NOW).legal


def test_text_that_is_no_json_is_answered():
    assert str(deck_from_json("{").faults[0].message).endswith(".")
    assert deck_from_json('{"main": [{"name": "Bellows"}]}').main[0].name == "Bellows"


def test_a_list_gives_its_cards_with_their_copies():
    deck = read_deck(red(reserves=["2 Slagfall"]))

    assert len(main_cards(deck, sample_pool())) == 24
    assert [card.name for card in reserve_cards(deck, sample_pool())] == ["Slagfall", "Slagfall"]
