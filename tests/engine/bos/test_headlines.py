"""What a button says of a line: plain words, cards by their names, and nothing that its writer may not know."""

import re
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bos import game as bos
from engine.bos.board.headlines import headline
from engine.bos.board.next_lines import asks, next_lines
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.places import POSITIONS
from engine.bos.model.state import at
from engine.contract import Given
from engine.record_viewer import track
from tests.engine.bos.duel import Duel, boss, spell, summon, wizard
from tests.engine.bos.random_players import game, tables, up_to_a_line
from tests.engine.bos.simple_cards import HEAD, POOL, RED_AND_YELLOW

DUEL = Duel(
    boss("Furnace Tyrant", 7),
    wizard("Ash Caller", "During your main phase, [act]: Deal 1 damage to a summon."),
    wizard(
        "Ember Adept", "During your main phase, [act]: Ready a wizard.", "During your main phase, [act]: Gain 1 vim."
    ),
    wizard("Kiln Warden"),
    summon("Lava Hound", 5),
    summon("Slag Brute", 8, condition="Conduct a summon with two red wizards."),
    summon("Silver Moth", 2, "When this attacks: You may gain 1 vim."),
    spell("Bellows", 2, "A summon gains 2 strength."),
    spell("Bloom", 0, "Choose one: • Gain 3 life. • A summon you control gains 1 strength."),
    spell("Surge", 0, "Gain X life. Lose X vim."),
    spell("Favour", 0, "You may gain 1 life."),
    spell("Recall", 0, "Return a summon in your graveyard to your castle."),
    spell("Burning Lane", 0, "Choose a column. Deal 2 damage to each summon in that column."),
    spell("Smoke", 0, "Turn a wizard face-down."),
    spell("Bolt", 0, "Deal 1 damage to an opponent or a summon."),
)
SUMMONING = "T1 P1; S a Lava Hound; E; T2 P2; S b Elk1; S c Elk1; E; T3 P1"


def walked(lines, duel=DUEL):
    """The record of a duel between Anna and Ben."""
    return track(bos, duel.log(lines), Given(duel.lists, duel.pool, duel.edition, names=("Anna", "Ben")))


def told(lines, written, duel=DUEL):
    """The label of a line that may follow those lines."""
    found = walked(lines, duel)
    assert written in [line.written for line in found.next_lines(found.lines[-1].key).lines]
    return str(found.headlines([written])[0])


@pytest.mark.parametrize(
    ("lines", "written", "label"),
    [
        ("T1 P1; E", "T2 P2", "Begin turn"),
        ("T1 P1", "E", "End turn"),
        ("T1 P1", "S a Lava Hound", "Summon Lava Hound in column a"),
        ("T1 P1", "S b Slag Brute (wb wa)", "Summon Slag Brute in column b with Ember Adept and Ash Caller"),
        (SUMMONING, "C Bellows -> a", "Cast Bellows on Lava Hound"),
        (SUMMONING, "C Bellows -> a {1v+1e}", "Cast Bellows on Lava Hound for 1 vim and 1 ether"),
        (SUMMONING, "C Bellows -> a {0v+2e}", "Cast Bellows on Lava Hound for 2 ether"),
        (SUMMONING, "C Bellows -> 2b", "Cast Bellows on Elk1 in column b"),
        (SUMMONING, "C Bolt -> P2", "Cast Bolt on Ben"),
        (SUMMONING, "C Bloom = 1", "Cast Bloom: “Gain 3 life”"),
        (SUMMONING, "C Bloom -> a = 2", "Cast Bloom on Lava Hound: “A summon you control gains 1 strength”"),
        (SUMMONING, "C Surge = 1", "Cast Surge: X = 1"),
        (SUMMONING, "C Surge = 0", "Cast Surge: X = 0"),
        (SUMMONING, "C Favour = 1", "Cast Favour: yes"),
        (SUMMONING, "C Burning Lane -> a", "Cast Burning Lane on column a"),
        (SUMMONING, "C Burning Lane -> b", "Cast Burning Lane on column b"),
        (SUMMONING, "U wa -> 2c", "Use Ash Caller on Elk1 in column c"),
        (SUMMONING, "U wb.2", "Use ability 2 of Ember Adept"),
        (SUMMONING, "A a x 2b", "Attack Elk1 in column b with Lava Hound"),
        (SUMMONING, "A a P1", "Attack Anna with Lava Hound"),
        (SUMMONING, "BOSS", "Turn up your boss Furnace Tyrant"),
        (f"{SUMMONING}; A a P2", "> no", "Do not block"),
        (f"{SUMMONING}; A a P2", "> B b", "Block with Elk1 in column b"),
    ],
)
def test_a_line_is_told_in_plain_words(lines, written, label):
    assert told(lines, written) == label


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("+ a", "Use Lava Hound"),
        ("- a", "Do not use Lava Hound"),
        ("- wb.2", "Do not use ability 2 of Ember Adept"),
        ("! a = 0", "Use Lava Hound: no"),
        ("C Bellows -> a = 0", "Cast Bellows on Lava Hound: no more"),
        ("C Bellows", "Cast Bellows"),
        ("S Lava Hound", "Summon Lava Hound"),
        ("BOSS -> a {0v+3e}", "Turn up your boss Furnace Tyrant with Lava Hound for 3 ether"),
        ("R a wb", "Ready Lava Hound and Ember Adept"),
        ("pass", "Pass"),
        ("X P1 concedes", "Anna concedes"),
        ("X P2 time", "Ben runs out of time"),
        ("X P2 disqualified", "Disqualify Ben"),
        ("X draw", "Agree to a draw"),
        ("= L30/30", "Write “= L30/30”"),
        ("nonsense", "Write “nonsense”"),
    ],
)
def test_whatever_else_can_be_written_is_told_too(written, label):
    assert [str(each) for each in walked(SUMMONING).headlines([written])] == [label]


def test_the_beginning_of_a_line_is_told_until_ben_chooses():
    toll = Duel(spell("Toll", 0, "Each opponent defeats a summon that player controls."))
    lines = "T1 P1; E; T2 P2; S a Elk3; S b Elk4; E; T3 P1"
    found = walked(lines, toll)
    line = next(each for each in found.next_lines("7").lines if each.written == "C Toll -> 2b")

    assert [str(each) for each in found.headlines([line.halves[0].written, line.written])] == [
        "Cast Toll",
        "Cast Toll on Elk4",
    ]


def test_an_ability_that_waits_for_anna_is_used_or_not():
    lines = "T1 P1; S a Silver Moth; E; T2 P2; E; T3 P1; A a P2"

    assert told(lines, "+ a") == "Use Silver Moth"


def test_a_card_of_the_graveyard_is_told_apart_from_one_on_the_board():
    lines = "T1 P1; S a Imp1; S b Imp1; E; T2 P2; S a Elk4; E; T3 P1; A a x 2a"

    assert told(lines, "C Recall -> Imp1", IMPS) == "Cast Recall on Imp1 from a pile"
    assert told(lines.replace("S b Imp1", "S b Imp2"), "C Recall -> Imp1", IMPS) == "Cast Recall on Imp1"


IMPS = Duel(
    wizard("Ada"),
    wizard("Bea"),
    wizard("Cora"),
    spell("Recall", 0, "Return a summon in your graveyard to your castle."),
)


TWINS = HEAD.replace("Dawn Herald, Meadow Warden, Orchard Hermit", "Ember Adept, Ash Caller, Flint Novice")


def twins(lines):
    """The record of a duel in which Anna and Ben have brought the same list."""
    lists = dict.fromkeys(("P1", "P2"), RED_AND_YELLOW["P1"])
    walk = track(bos, TWINS + "\n".join(lines.split("; ")), Given(lists, POOL, DEFAULT_EDITION, names=("Anna", "Ben")))
    assert {line.how for line in walk.lines} == {"played"}
    return walk


@pytest.mark.parametrize(
    ("bens", "written", "label"),
    [
        ("S b Cinder Imp", "A a x 2b", "Attack Ben's Cinder Imp with Cinder Imp"),
        ("S b Cinder Imp", "C Thrown Brand -> a", "Cast Thrown Brand on Anna's Cinder Imp"),
        ("S b Cinder Imp; S c Cinder Imp", "A a x 2b", "Attack Ben's Cinder Imp in column b with Cinder Imp"),
        ("S a Lava Hound; S c Cinder Imp", "C Thrown Brand -> 2a", "Cast Thrown Brand on Lava Hound"),
    ],
)
def test_cards_of_one_name_are_told_apart_by_player_and_column(bens, written, label):
    walk = twins(f"T1 P1; S a Cinder Imp; E; T2 P2; {bens}; E; T3 P1")

    assert list(map(str, walk.headlines([written]))) == [label]


# What its writer may not know


def with_unknown(state, place):
    """The position with a face-down card on a place that nobody but its owner has seen."""
    unseen = at(state, POSITIONS[place]).own()
    unseen.up, unseen.public = False, False
    return state._replace(copies=tuple(unseen if copy.id == unseen.id else copy for copy in state.copies))


def test_what_ben_keeps_face_down_is_named_to_him_and_not_to_anna():
    state = with_unknown(DUEL.table(SUMMONING).state, "2wa")

    assert str(headline(state, "C Smoke -> 2wa")) == "Cast Smoke on the face-down wizard in column a"
    assert str(headline(state._replace(active=1), "+ b -> wa")) == "Use Elk1 in column b on Dan"


def test_what_is_hidden_tells_no_card_apart_that_has_its_name():
    state = with_unknown(twins("T1 P1; S a Cinder Imp; E; T2 P2; E; T3 P1").run.own_state, "2wb")

    assert str(headline(state, "C Bellows -> wb")) == "Cast Bellows on Ash Caller"
    assert str(headline(state, "C Bellows -> wc")) == "Cast Bellows on Anna's Flint Novice"


# In any position

TABLES = st.integers(0, len(tables()) - 1).map(lambda number: tables()[number])
LUCK = st.lists(st.integers(0, 65_535), max_size=90)
PLACE = re.compile(r"(?<!column )\b[12]?w?[abc]\b|[12]?\*|->|[{}=]")


@settings(max_examples=60, deadline=None)
@given(TABLES, LUCK)
def test_no_two_lines_that_a_player_may_write_are_told_alike(table, luck):
    state = position(table, luck)

    for ask in asks(state):
        told_so = defaultdict(list)
        for line in ask.lines.lines:
            told_so[str(headline(state, line.written))].append(line.written)

        assert [lines for lines in told_so.values() if len(lines) > 1] == []


@settings(max_examples=30, deadline=None)
@given(TABLES, LUCK)
def test_no_line_is_told_in_the_notation(table, luck):
    state = position(table, luck)

    for line in next_lines(state).lines:
        for written in (line.written, *(half.written for half in line.halves)):
            label = str(headline(state, written)).replace("X = ", "")
            assert "Write" not in label
            assert not PLACE.search(label), (written, label)


@settings(max_examples=30, deadline=None)
@given(TABLES, LUCK, LUCK)
def test_a_line_of_another_position_is_told_too(table, luck, other_luck):
    state = position(table, luck)

    for line in next_lines(position(table, other_luck)).lines:
        assert str(headline(state, line.written))


def position(table, luck):
    """Where a random game is before a line."""
    steps = up_to_a_line(game(table.start(), luck))
    return steps[-1][2].state if steps else table.start()
