"""Editing a list as text: counts change where they stand, and nothing else that was written is lost."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bos_tournament.decks import list_editing
from engine.bos.decks.deck_lists import read_deck, starter_decks
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import key

POOL = sample_pool()
GIANT, LILY, BOSS = POOL.find("Root Giant"), POOL.find("Moon Lily"), POOL.find("Mother of Hives")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "Summons\n1 Root Giant\n"),
        ("Root Giant", "2 Root Giant\n"),
        ("2x root giant  # the big one", "3 root giant  # the big one\n"),
        ("x2 Root Giant", "3 Root Giant\n"),
        ("Root Giant x2", "3 Root Giant\n"),
        ("Root Giant (2)  # big", "3 Root Giant  # big\n"),
        ("Summons: 2 Root Giant", "Summons: 3 Root Giant\n"),
        ("Summons\n2 Moon Lily\n\nSpells\n1 Rimebind", "Summons\n2 Moon Lily\n1 Root Giant\n\nSpells\n1 Rimebind\n"),
        ("Boss\n\nSummons:\n\nSpells", "Boss\n\nSummons:\n1 Root Giant\n\nSpells\n"),
        ("Reserves\nRoot Giant", "Summons\n1 Root Giant\n\nReserves\nRoot Giant\n"),
    ],
)
def test_one_more_card_goes_where_its_like_stands(before, after):
    assert list_editing.add_copies(before, GIANT) == after


def test_reserves_get_a_section_of_their_own_at_the_end():
    text = list_editing.add_copies("Summons\n1 Root Giant\n", LILY, reserve=True)

    assert text == "Summons\n1 Root Giant\n\nReserves\n1 Moon Lily\n"
    assert list_editing.add_copies(text, LILY, reserve=True).endswith("Reserves\n2 Moon Lily\n")


def test_one_fewer_takes_the_last_line_away_and_keeps_its_heading():
    assert list_editing.remove_copy("2 Root Giant\nMoon Lily", "root giant") == "1 Root Giant\nMoon Lily\n"
    assert list_editing.remove_copy("Root Giant\nMoon Lily", "Root Giant") == "Moon Lily\n"
    assert list_editing.remove_copy("Boss: Mother of Hives\n", BOSS.name) == "Boss:\n"
    assert list_editing.remove_copy("Moon Lily", "Root Giant") == "Moon Lily"


def test_a_name_is_mended_in_its_line_and_its_count_and_comment_stay():
    assert (
        list_editing.replace_name("Moon Lily\n3x Rot Giant # big", 2, "Root Giant")
        == "Moon Lily\n3x Root Giant # big\n"
    )
    assert list_editing.replace_name("Moon Lily", 7, "Root Giant") == "Moon Lily"
    assert list_editing.replace_name("Rot Giant x2\nRot Giant (3)", 1, "Root Giant") == "Root Giant x2\nRot Giant (3)\n"
    assert list_editing.replace_name("2 Rot Giant (3)", 1, "Root Giant") == "2 Root Giant\n"


def test_one_fewer_of_a_card_that_only_the_other_pile_holds_is_taken_there():
    assert list_editing.remove_copy("Reserves\n2 Moon Lily\n", "Moon Lily") == "Reserves\n1 Moon Lily\n"
    assert list_editing.remove_copy("Summons\n2 Root Giant\n", "Root Giant", reserve=True) == "Summons\n1 Root Giant\n"


SPACES = " " * 19_900


@pytest.mark.parametrize(
    ("changed", "kept"),
    [
        (lambda: list_editing.replace_name(f"a{SPACES}b", 1, "Root Giant"), "Root Giant"),
        (lambda: list_editing.replace_name(f"Summons{SPACES}b", 1, "Root Giant"), "Root Giant"),
        (
            lambda: list_editing.replace_name(f"2 a{SPACES}x2{SPACES[:50]}# big", 1, "Root Giant"),
            f"2 Root Giant{SPACES[:50]}# big",
        ),
        (lambda: list_editing.add_copies(f"Summons{SPACES}b", GIANT), f"Summons\n1 Root Giant\n\nSummons{SPACES}b"),
        (lambda: list_editing.add_copies(f"Summons{SPACES}", GIANT), f"Summons{SPACES}\n1 Root Giant"),
    ],
)
def test_a_line_that_is_all_spaces_is_changed_like_any_other(changed, kept):
    assert changed() == f"{kept}\n"


lines = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "Boss",
            "Summons",
            "Reserves:",
            "3 Moon Lily",
            "Moon Lily x2",
            "Root Giant (1)",
            "2 Moon Lily x3",
            "Spells (10)",
            "# note",
            "",
            "x2 Root Giant",
            "Name: A",
        ]
    ),
)


def cards(text):
    deck = read_deck(text)
    return tuple(Counter({key(e.name): e.copies for e in pile}) for pile in (deck.main, deck.reserves))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(lines, max_size=12).map("\n".join),
    st.sampled_from([card for card in POOL.cards if card.playable]),
    st.booleans(),
)
def test_adding_changes_this_one_count_by_one_and_taking_changes_it_back(text, card, reserve):
    before = cards(text)
    if before[reserve][card.key] >= 99:
        return

    more = cards(list_editing.add_copies(text, card, reserve=reserve))
    fewer = cards(
        list_editing.remove_copy(list_editing.add_copies(text, card, reserve=reserve), card.name, reserve=reserve)
    )

    expected = (before[0] + Counter(), before[1] + Counter())
    assert fewer == expected
    expected[reserve][card.key] += 1
    assert more == expected


@pytest.mark.parametrize("text", starter_decks().values(), ids=starter_decks())
def test_a_deck_tapped_together_has_the_cards_of_the_written_one(text):
    deck = read_deck(text)
    tapped = ""
    for pile, reserve in ((deck.main, False), (deck.reserves, True)):
        for entry in pile:
            for _ in range(entry.copies):
                tapped = list_editing.add_copies(tapped, POOL.find(entry.name), reserve=reserve)

    assert cards(tapped) == cards(text)
