"""A list that the reader may not know: it is played from what the record shows, and no answer tells more of it."""

import json
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.fuzz import damaged_record
from engine.bos import game as bos
from engine.bos.decks.deck_lists import main_cards, read_deck
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import BLANK, CardType, key
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.records.hidden_lists import Hidden, mentions, shown_by
from engine.bos.records.record_setup import Opening, open_game
from engine.compare import compare_text
from engine.contract import Given
from engine.log import read
from engine.record_viewer import track
from engine.verdict import judge_text
from tests.engine.bos import hidden_information
from tests.engine.bos.ability_cards import LISTS, POOL
from tests.engine.bos.random_players import luck
from tests.engine.bos.test_games import GAMES, ROOT

SAMPLES = sample_pool()
HEAD = "[Wizards P1 Flint Novice, Ash Caller, Ember Adept]\n[Wizards P2 Dawn Herald, Meadow Warden, Orchard Hermit]\n"
TYRANT = Hidden("Furnace Tyrant")
BOTH = {"P1": TYRANT, "P2": Hidden(next(c.name for c in SAMPLES.cards if c.type == "boss" and c.color == "yellow"))}
ABOUT_A_LIST = {
    "1.1.1-list-too-long", "1.1.4-after-an-unread-spell", "1.1.4-foreign-card", "1.1.4-not-swapped-in",
    "1.1.4-wizard-in-a-header", "1.2.4-swap-before-the-first-game", "12.3.2-uneven-swap",
}  # fmt: skip
"""Games in which a list is at fault, which nobody can tell who may not know it."""


def told(body, lists=BOTH, head=HEAD):
    return judge_text(bos, head + body.replace(";", "\n"), Given(lists, SAMPLES, DEFAULT_EDITION))


def hidden(text, pool=POOL):
    return Hidden(next(card.name for card in main_cards(read_deck(text), pool) if card.type is CardType.BOSS))


def with_headers(text, lists):
    """The record with the columns that it leaves to the engine."""
    opening = open_game(read(text), Given(lists, POOL, DEFAULT_EDITION))
    if not isinstance(opening, Opening):
        return text
    said = [f"[Wizards P{seat + 1} {', '.join(c.name for c in opening.setup.wizards[seat])}]" for seat in (0, 1)]
    return "\n".join([*(one for one in said if one[:11] not in text), text])


@pytest.mark.parametrize("path", GAMES, ids=[str(path.relative_to(ROOT)) for path in GAMES])
def test_a_game_is_found_to_be_the_same_by_whoever_knows_neither_list(path):
    text = path.read_text(encoding="utf-8")
    named = re.search(r"^# Lists: (\w+), (\w+)$", text, re.MULTILINE)
    first, second = named.groups() if named else ("red", "yellow")
    lists = {"P1": LISTS[first], "P2": LISTS[second]}
    text = with_headers(text, lists)

    known = judge_text(bos, text, Given(lists, POOL, DEFAULT_EDITION))
    unknown = judge_text(bos, text, Given({seat: hidden(one) for seat, one in lists.items()}, POOL, DEFAULT_EDITION))

    if path.stem not in ABOUT_A_LIST:
        assert [unknown[name] for name in ("finding", "line", "rule")] == [
            known[name] for name in ("finding", "line", "rule")
        ]


def test_a_letter_is_not_enough_of_a_name_and_brings_nothing_to_light():
    found = told("T1 P1;S a S")

    assert (found["finding"], found["line"]) == ("unproven", 2)
    assert found["message"] == "“S” is not enough of a name; write more of it."


@pytest.mark.parametrize("line", ["S a Anvil Wolf", "S a Slag Brute", "S c Lava Hound"])
def test_every_card_of_the_colour_is_taken_whether_it_is_in_the_list_or_not(line):
    assert told(f"T1 P1;{line}")["finding"] == "unfinished"


@pytest.mark.parametrize(
    ("line", "finding", "rule", "sentence"),
    [
        ("S a Granite Ox", "illegal", "1.1.2", "Granite Ox has a different colour from the boss of P1."),
        ("S a Pyro-Maniac", "illegal", "1.1.4", "Pyro-Maniac is not the boss of P1."),
        ("S a Collaia Prime", "unreadable", None, "No card that P1 could have here is called “Collaia Prime”."),
        ("S a Slagf", "unreadable", None, "No card that P1 could have here is called “Slagf”."),
        ("C Slagf", "illegal", "6.1.2", "P1 has 2 vim and cannot pay 4."),
        ("S a Slag", "unfinished", None, "Legal so far; the record ends before anyone won."),
    ],
)
def test_a_name_is_understood_by_the_catalogue_the_colour_and_the_letter(line, finding, rule, sentence):
    found = told(f"T1 P1;{line}")

    assert (found["finding"], found["rule"], found["message"]) == (finding, rule, sentence)


def test_a_beginning_means_the_one_card_of_its_kind_that_the_record_names_in_full():
    body = "T1 P1;S b Smoke Runner;S c Lava Hound;A c x b;E;T2 P2;E;T3 P1;S b S"

    assert told(body)["finding"] == "unfinished"


def test_of_one_card_nobody_has_more_copies_than_a_deck_may_hold():
    """Each falls in battle; a fourth is more than the rules allow."""
    deeds = ["S c Lava Hound;S b Smoke Runner;A c x b", "S b Smoke Runner;A b x c", "S c Lava Hound;A c x b"]
    deeds += ["S b Smoke Runner;A b x c", "S c Lava Hound;A c x b", "S b Smoke Runner"]
    turns = [f"T{2 * n + 1} P1;{deed};E;T{2 * n + 2} P2;E" for n, deed in enumerate(deeds)]

    found = told(";".join(turns))

    assert (found["finding"], found["rule"]) == ("illegal", "5.1.6")
    assert "Smoke Runner" in found["message"]


def test_piles_hold_as_many_cards_as_the_rules_say_whatever_was_shown():
    side = told("T1 P1;S c Lava Hound")["state"]["seats"][0]

    assert (side["castle"], side["spellbook"]) == (9, 10)


def test_wizards_that_nobody_wrote_down_are_asked_for():
    found = told("T1 P1", head="")

    assert (found["finding"], found["line"], found["rule"]) == ("unproven", 0, "3.2.3")
    assert "[Wizards P1 …]" in found["message"]


def test_two_records_show_together_what_either_names():
    one = HEAD + "T1 P1\nS b Smoke Runner\nE\n"
    other = "T1 P1\nS b S\nE\n"

    found = compare_text(bos, one, other, Given(BOTH, SAMPLES, DEFAULT_EDITION))

    assert found["same"]


def test_a_name_of_the_player_whose_list_is_known_shows_nothing_of_the_other():
    red = LISTS["red"]
    log = read("T1 P1\nS a Smoke Runner\nT2 P2\nS a Lava Hound\n")
    known = {card.key for card in main_cards(read_deck(red), POOL)}

    shown = shown_by(log, 1, hidden(red), POOL, DEFAULT_EDITION, known)

    assert [one.name for one in mentions(log)] == ["Smoke Runner", "Lava Hound"]
    assert {card.name for card in shown.piles if not card.name.startswith(BLANK)} == {"Lava Hound"}


# What nobody learns

NAMES = sorted(card.name for card in SAMPLES.cards)
PARTS = st.sampled_from(NAMES).flatmap(lambda name: st.integers(1, len(name)).map(lambda end: name[:end].strip()))
LINES = st.one_of(
    st.builds("S {} {}".format, st.sampled_from("abc"), PARTS),
    st.builds("C {} -> {}".format, PARTS, st.sampled_from(["1a", "2b", "P1", "2*"])),
    st.builds("> C {}".format, PARTS),
    st.builds("U wa -> {}".format, PARTS),
    st.builds("A {} P2".format, st.sampled_from("abc")),
    st.sampled_from(["E", "BOSS", "> no", "= L30/30 V2/1"]),
)
TURNS = st.lists(st.lists(LINES, max_size=4), min_size=1, max_size=5)


def written(turns):
    lines = [f"T{number} P{2 - number % 2}\n" + "\n".join(lines) for number, lines in enumerate(turns, 1)]
    return HEAD + "\n".join(lines) + "\n"


def told_of(text, lists):
    """All that is said about a record, its tables included."""
    walk = track(bos, text, Given(lists, SAMPLES, DEFAULT_EDITION))
    tables = [walk.table(line.key) for line in walk.lines]
    sentences = [str(line) for line in walk.lines]
    beside = compare_text(bos, text, text.rsplit("\n", 2)[0], Given(lists, SAMPLES, DEFAULT_EDITION))
    return json.dumps(
        [judge_text(bos, text, Given(lists, SAMPLES, DEFAULT_EDITION)), tables, sentences, beside], default=str
    )


WRITTEN = re.compile(r"^(?:S [abc] |C |> C |U wa -> )(.+?)(?: -> .*)?$", re.MULTILINE)


def meant_by(text):
    """The cards that the record names: in full, or by a beginning that no other card of their kind has; the bosses; and
    what the texts of all these name."""
    alike = {part: [] for part in WRITTEN.findall(text)}
    for part, cards in alike.items():
        cards += [card for card in SAMPLES.cards if card.key.startswith(key(part))]
    meant = {card for card in SAMPLES.cards if card.name in text or card.name in (one.boss for one in BOTH.values())}
    for cards in alike.values():
        kinds = Counter((card.color, card.type) for card in cards)
        meant |= {card for card in cards if kinds[card.color, card.type] == 1}
    printed = " ".join(f"{card.condition} {[one.text for one in card.abilities]}" for card in meant)
    return {card.name for card in meant} | {name for name in NAMES if name in printed}


@settings(max_examples=40, deadline=None)
@given(TURNS)
def test_no_answer_names_a_card_that_the_record_does_not_mean(turns):
    text = written(turns)
    meant = meant_by(text)

    said = told_of(text, BOTH)

    assert {name for name in NAMES if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", said)} <= meant


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 100_000))
def test_for_any_lists_that_share_a_boss_every_answer_about_a_game_is_the_same(number):
    table = hidden_information.tables()[number % len(hidden_information.tables())]
    text, numbers = damaged_record(table, "untold", number)[0], iter(luck(f"untold/lists/{number}"))

    assert list(hidden_information.gives_away(text, table.decks, table.pool, numbers, repairs=False)) == []


@settings(max_examples=20, deadline=None)
@given(TURNS, st.integers(0, 100_000))
def test_for_any_lists_that_share_a_boss_every_answer_about_what_was_only_written_is_the_same(turns, number):
    numbers = iter(luck(f"untold/{number}"))
    lists = {seat: hidden_information.another_list(one.boss, SAMPLES, numbers) for seat, one in BOTH.items()}

    assert list(hidden_information.gives_away(written(turns), lists, SAMPLES, numbers)) == []


def test_who_knows_a_list_is_told_what_it_says():
    """So the two above would see it, if anything were told by a list that the reader does not know."""
    numbers = iter(luck("told"))
    lists = {seat: hidden_information.another_list(one.boss, SAMPLES, numbers) for seat, one in BOTH.items()}
    foreign = next(
        card.name
        for card in SAMPLES.cards
        if card.color == "red" and card.type is CardType.SUMMON and card.playable and card.name not in lists["P1"]
    )
    text = f"{HEAD}T1 P1\nS a {foreign}\n"

    assert "registered list" in hidden_information.told(text, lists, "P1", SAMPLES)
    assert "registered list of P1" not in hidden_information.told(text, lists, "P2", SAMPLES)
