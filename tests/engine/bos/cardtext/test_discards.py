"""Where what is discarded lies: without a place it is held in a castle or a spellbook (G-263)."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from tests.engine.bos.duel import YELLOW, Duel, spell, summon


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Discard a spell.", "Discard a spell in your spellbook."),
        ("Discard one of your spells.", "Discard a spell in your spellbook."),
        ("Discard two summons.", "Discard two summons in your castle."),
        ("You discard a card.", "Discard a card in your castle or spellbook."),
        ("Discard a spell or summon.", "Discard a summon or spell in your castle or spellbook."),
        ("Discard a spell and a summon.", "Discard a spell in your spellbook and a summon in your castle."),
        ("An opponent discards a summon.", "An opponent discards a summon in their castle."),
        ("An opponent discards a card.", "An opponent discards a card in their castle or spellbook."),
        ("Each player discards a spell.", "Each player discards a spell in their spellbook."),
        ("Discard a summon you control.", "Discard a summon you control."),
        ("An opponent discards a summon they control.", "An opponent discards a summon they control."),
        ("Discard an acted summon.", "Discard an acted summon."),
        ("Discard an enchantment on this.", "Discard an enchantment on this."),
        ("Discard a summon on the battlefield.", "Discard a summon on the battlefield."),
        ("Discard a wizard.", "Discard a wizard."),
        ("Discard a spell in any graveyard.", "Discard a spell in any graveyard."),
        ("During your main phase, [discard a card]: You gain 1 life.",
         "During your main phase, [discard a card in your castle or spellbook]: You gain 1 life."),
        ("During your main phase, [discard a summon on the battlefield]: You gain 1 life.",
         "During your main phase, [discard a summon on the battlefield]: You gain 1 life."),
        ("When this attacks a player: That player discards a spell.",
         "When this attacks a player: That player discards a spell in their spellbook."),
    ],
)  # fmt: skip
def test_a_discard_without_a_place_is_printed_with_the_place_it_means(written, printed):
    found = read_text(written)

    assert (found.problems, print_text(found.text)) == ((), printed)
    assert read_text(printed).text == found.text


def test_each_player_discards_from_the_own_pile():
    duel = Duel(spell("Storm", 0, "Each player discards a spell."))
    table = duel.table("T1 P1; E; T2 P2; E; T3 P1; C Storm -> Spark1, Straw2; E")

    assert (table.pile("graveyard", 0), table.pile("graveyard", 1)) == (["Spark1", "Storm"], ["Straw2"])


def test_what_is_discarded_on_the_table_is_refused_where_the_text_means_a_pile():
    duel = Duel(spell("Storm", 0, "Discard a summon."))

    assert duel.told("T1 P1; S a Imp1; C Storm -> a")[0] == "illegal"
    assert duel.table("T1 P1; S a Imp1; C Storm -> Imp2; E").pile("graveyard") == ["Imp2", "Storm"]


def test_a_cost_is_paid_from_the_pile_that_holds_such_cards():
    duel = Duel(
        summon("Fox", 3, "During your main phase, [discard a card]: You gain 1 life."),
        summon("Owl", 3, "When an opponent discards a summon: You must gain 2 life.", color=YELLOW),
    )
    before = "T1 P1; S a Fox; E; T2 P2; S a Owl; E; T3 P1"

    assert duel.table(f"{before}; U a -> Imp2; E").life == (31, 32)
    assert duel.table(f"{before}; U a -> Spark2; E").life == (31, 30)
    assert duel.told(f"{before}; U a -> 1a")[0] == "illegal"
