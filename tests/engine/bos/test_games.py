"""Whole written games, each with the finding it must get in its first lines."""

import re
from pathlib import Path

import pytest

from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.rulebook import rulebook
from engine.contract import Given
from engine.verdict import judge_text
from tests.engine.bos.ability_cards import LISTS, POOL
from tests.engine.bos.lists_of_more import LISTS_OF_MORE, POOL_OF_MORE

ROOT = Path(__file__).parent / "games"
GAMES = sorted(ROOT.rglob("*.bln"))
OF_MORE = Path(__file__).parent / "games_of_more"
GAMES_OF_MORE = sorted(OF_MORE.rglob("*.bln"))
SOURCES = sorted((Path(__file__).parents[3] / "engine").rglob("*.py"))
EXPECTED = re.compile(r"# Finding: (\w+)(?:, line (\d+))?(?:, rule ([\d.]+))?$", re.MULTILINE)
NEVER_VIOLATED = {
    *("narration", "clock_audit", "deck_lists", "swaps", "rulebook", "editions", "options", "__main__"),
    "related_rules",
}
"""Files that cite rules to explain something; what they say is no violation of a line."""

NOT_IN_A_RECORD = {
    "10.4.4": "a line does not say who answers, so whoever is asked does; see test_legality.py",
    "1.1.2": "the color of a card whose list is not known; see test_hidden_lists.py",
    "1.2.2": "a swap of wizards; see test_record_setup.py",
    "7.1.1": "the summoning phase ends by itself in a record; see test_legality.py",
    "7.1.8": "no sample card makes another one attack it, or be blocked; see fight_scenes.py",
    "7.1.9": "no sample card has a price for attacks; see fight_scenes.py",
    "10.8.4": "no sample card lets several ways be chosen; see way_scenes.py",
    "3.1.9": "no sample card lets a phase be skipped; see turn_scenes.py",
    "3.1.2": "phases follow each other; a record leaves them out, see test_legality.py",
    "3.2.3": "columns are placed by a header; see test_legality.py",
}


def given_of(text):
    """What a written game is played with: its lists, which it may name, and the cards of the tests; or, where it names
    starter decks or lists like them, the sample cards."""
    lists = re.search(r"^# Lists: (.+)$", text, re.MULTILINE)
    names = lists[1].split(", ") if lists else ["red", "yellow"]
    decks, pool = bos.starter_decks(), bos.sample_pool()
    if set(names) <= set(LISTS):
        decks, pool = LISTS, POOL
    elif not set(names) <= set(decks):
        decks, pool = decks | LISTS_OF_MORE, POOL_OF_MORE
    return Given({f"P{seat}": decks[name] for seat, name in enumerate(names, 1)}, pool, DEFAULT_EDITION)


def judged(path):
    text = path.read_text(encoding="utf-8")
    return text, judge_text(bos, text, given_of(text))


@pytest.mark.parametrize("path", GAMES, ids=[str(path.relative_to(ROOT)) for path in GAMES])
def test_a_written_game_gets_the_finding_it_must_get(path):
    text, found = judged(path)

    finding, line, rule = EXPECTED.search(text).groups()
    winner = re.search(r"^# Winner: (.+)$", text, re.MULTILINE)
    assert (found["finding"], found["line"], found["rule"]) == (finding, int(line) if line else None, rule)
    assert f"{found['winner'] or 'nobody'}, {found['reason']}" == (winner[1] if winner else "nobody, None")
    assert path.parent.name == finding
    assert found["message"][-1] in ".?"


def mode_of(text):
    return re.search(r"^# Mode: (.+)$", text, re.MULTILINE)[1]


@pytest.mark.parametrize("path", GAMES_OF_MORE, ids=[path.stem for path in GAMES_OF_MORE])
def test_a_written_game_of_more_than_two_gets_the_finding_it_must_get(path):
    text, found = judged(path)

    finding, line, rule = EXPECTED.search(text).groups()
    assert (found["finding"], found["line"], found["rule"]) == (finding, int(line) if line else None, rule)
    assert path.parent.name == finding
    assert found["mode"] == mode_of(text)
    winners = re.search(r"^# Winners: (.+)$", text, re.MULTILINE)
    assert f"{', '.join(found['winners'] or ['nobody'])} ({found['reason']})" == (
        winners[1] if winners else "nobody (None)"
    )
    places = re.search(r"^# Places: (.+)$", text, re.MULTILINE)
    told = ", ".join(f"{seat} {place}" for seat, place in (found["places"] or {}).items())
    assert told == (places[1] if places else "")


def rules_of_games():
    return {
        found[1]
        for path in (*GAMES, *GAMES_OF_MORE)
        if (found := re.search(r"rule ([\d.]+)$", path.read_text("utf-8"), re.MULTILINE))
    }


def rules_cited():
    """Every rule number that a violation in the referee's code can cite."""
    cited = set()
    for path in SOURCES:
        if path.stem not in NEVER_VIOLATED:
            cited |= set(re.findall(r'"([1-9]\d?\.\d(?:\.\d{1,2})?)"', path.read_text("utf-8")))
    return cited


def test_every_rule_that_is_cited_stands_in_the_rulebook():
    assert rules_cited() - set(rulebook()) == set()


def test_every_rule_that_can_be_broken_has_a_game_that_breaks_it():
    outcomes = {"14.5.22", "11.1.1", "11.1.3", "11.1.4", "13.1.1", "10.2.4"}

    assert rules_cited() - rules_of_games() - set(NOT_IN_A_RECORD) - outcomes == set()
