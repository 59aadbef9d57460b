"""`J set 1a to 1b` and its like: a judge, or both players, put a card where it is on their table."""

import pytest

import engine.bos.game as bos
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.game import EDITIONS
from engine.bos.model.card_pool import sample_pool
from engine.bos.notation.line_parser import Judge, Ref, SetCard, Unreadable, parse
from engine.bos.notation.notation_writer import write_move
from engine.hosting import Given, judge_text, track

SUMMON_A, SUMMON_B = Ref("summon", 0, 0), Ref("summon", 0, 1)
HEADS = "[Game BOS] [Rules bos-1] [First P2]\n[Wizards P2 Dawn Herald, Meadow Warden, Orchard Hermit]\n"
BEGUN = ("T1 P2", "S a Field Sentinel")


def given():
    decks = starter_decks()
    lists = {"P1": decks["First Sparks"], "P2": decks["Open Meadow"]}
    return Given(lists, sample_pool(), EDITIONS["bos-1"], names=("Anna", "Ben"))


def written(*lines):
    return HEADS + "".join(f"{number}. {line}\n" for number, line in enumerate(lines, 1))


def bens_side(*lines):
    played = track(bos, written(*BEGUN, *lines), given())
    assert all(line.how == "played" for line in played.lines)
    return played.table(played.lines[-1].key)["seats"][1]


def where(side, name):
    return [card["at"] for card in (*side["wizards"], *side["summons"]) if card and card["name"] == name]


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("J set 1a to 1b", SetCard(SUMMON_A, "to", SUMMON_B)),
        ("j SET 1A TO GRAVEYARD", SetCard(SUMMON_A, "graveyard")),
        ("J set 1a to castle", SetCard(SUMMON_A, "castle")),
        ("J set 1wa up", SetCard(Ref("wizard", 0, 0), "up")),
        ("J set 2* down", SetCard(Ref("boss", 1), "down")),
        ("J set 1a acted", SetCard(SUMMON_A, "acted")),
        ("J set 1a ready", SetCard(SUMMON_A, "ready")),
    ],
)
def test_a_line_that_sets_a_card_is_read_and_written(line, card):
    assert parse(line) == Judge("set", card=card)
    assert parse(write_move(parse(line))) == parse(line)


@pytest.mark.parametrize("line", ["J set P1 to 1a", "J set 1a to P1", "J set 1a to spellbook", "J set 1a sideways"])
def test_what_is_no_state_of_a_card_is_unreadable(line):
    with pytest.raises(Unreadable):
        parse(line)


def test_a_summon_stands_in_another_column():
    assert where(bens_side("J set 2a to 2b"), "Field Sentinel") == ["2b"]


def test_two_wizards_change_places():
    side = bens_side("J set 2wa to 2wc")

    assert (where(side, "Dawn Herald"), where(side, "Orchard Hermit")) == (["2wc"], ["2wa"])


def test_a_summon_goes_to_the_graveyard_or_back_to_the_castle():
    assert bens_side("J set 2a to graveyard")["graveyard"] == ["Field Sentinel"]
    assert bens_side("J set 2a to castle")["castle"] == bens_side()["castle"] + 1


def test_a_card_that_acted_is_ready_again_and_attacks():
    side = bens_side("J set 2a acted", "J set 2a ready")

    assert not side["summons"][0]["acted"]


def test_a_wizard_that_is_turned_up_conducts_again():
    side = bens_side("J set 2wa up", "J set 2a to castle", "S a Field Sentinel")

    assert where(side, "Field Sentinel") == ["2a"]


@pytest.mark.parametrize(
    "line",
    ["J set 2b to 2c", "J set 2a to 1a", "J set 2a to 2wa", "J set 2a down", "J set 2a ready", "J set 2wb to castle"],
)
def test_what_cannot_be_on_a_table_stops_the_record_there(line):
    finding = judge_text(bos, written(*BEGUN, line), given())

    assert (finding["finding"], finding["line"], finding["code"]) == ("unreadable", 3, "bos.judge.card")


def test_no_card_is_set_while_a_block_is_asked():
    lines = (*BEGUN, "E", "T2 P1", "S a Cinder Imp", "E", "T3 P2", "A a P1", "J set 2a to graveyard")

    finding = judge_text(bos, written(*lines), given())

    assert finding["finding"] != "legal"


def test_a_record_with_a_card_that_was_set_is_lawful():
    finding = judge_text(bos, written(*BEGUN, "J set 2a to 2b  # P1 asked, P2 agreed", "X P1 concedes"), given())

    assert finding["finding"] == "legal"
