"""Swaps between games: as many summons for summons, as many spells for spells, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bos.decks.deck_lists import check_deck, main_cards, read_deck, reserve_cards, starter_decks
from engine.bos.decks.swaps import check_swap, swap
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import key
from engine.bos.model.editions import DEFAULT_EDITION
from tests.engine.bos.deck_lists import red

RESERVES = ("2 Slag Brute", "2 Slagfall", "2 Ember Squall")


def anna():
    return read_deck(red(reserves=RESERVES))


def rules(out, into, deck=None):
    return [problem.rule for problem in check_swap(deck or anna(), out, into, sample_pool(), DEFAULT_EDITION)]


def test_two_summons_for_two_summons():
    out, into = ["Cinder Imp", "Cinder Imp"], ["slag brute", "Slag Brute"]
    assert rules(out, into) == []

    after = swap(anna(), out, into)

    names = [card.name for card in main_cards(after, sample_pool())]
    assert (names.count("Cinder Imp"), names.count("Slag Brute")) == (1, 3)
    assert check_deck(after, sample_pool(), DEFAULT_EDITION).legal


def test_a_swap_of_nothing_is_fine():
    assert rules([], []) == []
    assert swap(anna(), [], []) == anna()


def test_summons_cannot_become_spells():
    assert rules(["Cinder Imp", "Cinder Imp"], ["Slagfall", "Slagfall"]) == ["12.3.2", "12.3.2"]


def test_as_many_go_in_as_come_out():
    assert rules(["Cinder Imp"], []) == ["12.3.2"]
    assert rules([], ["Slagfall"]) == ["12.3.2"]


def test_wizards_and_bosses_stay_where_they_are():
    assert rules(["Ember Adept"], ["Slag Brute"]) == ["1.2.2"]
    assert rules(["Furnace Tyrant"], ["Slag Brute"]) == ["1.2.2"]


def test_only_cards_that_are_there_can_move():
    assert rules(["Anvil Wolf"], ["Slag Brute"]) == ["12.3.2"]
    assert rules(["Cinder Imp"] * 3, ["Slag Brute"] * 3) == ["12.3.2"]
    with pytest.raises(ValueError, match="Slag Brute"):
        swap(anna(), ["Cinder Imp"] * 3, ["Slag Brute"] * 3)
    with pytest.raises(ValueError, match="no anvil wolf"):
        swap(anna(), ["Anvil Wolf"], ["Slag Brute"])


def test_a_name_that_nobody_knows_gets_the_nearest():
    problems = check_swap(anna(), ["Cinder Imb"], ["Slag Brute"], sample_pool(), DEFAULT_EDITION)

    assert [(problem.rule, problem.cards) for problem in problems] == [("1.1.4", ("Cinder Imb", "Cinder Imp"))]


def test_everything_wrong_is_said_at_once():
    assert rules(["Ember Adept", "Nobody"], ["Lava Hound"]) == ["1.1.4", "12.3.2", "1.2.2"]


def test_an_endless_list_of_names_is_refused():
    assert rules(["Cinder Imp"] * 100_000, []) == ["12.3.2"]


def test_a_swap_can_be_taken_back():
    there = swap(anna(), ["Bellows"], ["Slagfall"])

    back = swap(there, ["Slagfall"], ["Bellows"])

    assert _cards(back) == _cards(anna())


@given(st.data())
def test_a_lawful_swap_keeps_every_card_and_the_shape_of_the_deck(data):
    pool = sample_pool()
    deck = read_deck(data.draw(st.sampled_from(sorted(starter_decks().values()))))
    into = data.draw(st.lists(st.sampled_from(sorted(card.name for card in reserve_cards(deck, pool))), max_size=4))
    out = data.draw(st.lists(st.sampled_from(sorted({card.name for card in main_cards(deck, pool)})), max_size=4))

    if check_swap(deck, out, into, pool, DEFAULT_EDITION):
        return
    after = swap(deck, out, into)

    report = check_deck(after, pool, DEFAULT_EDITION)
    assert report.legal
    assert report.counts == check_deck(deck, pool, DEFAULT_EDITION).counts
    assert _everything(after) == _everything(deck)


def _cards(deck):
    return [sorted((key(entry.name), entry.copies) for entry in pile) for pile in (deck.main, deck.reserves)]


def _everything(deck):
    pool = sample_pool()
    return sorted(card.name for card in main_cards(deck, pool) + reserve_cards(deck, pool))
