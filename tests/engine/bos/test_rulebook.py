"""The rulebook holds every number that anybody cites."""

import ast
import inspect
import re
from pathlib import Path

import pytest

import engine
from engine.bos.model.editions import DEFAULT_EDITION, EDITIONS, Edition
from engine.bos.model.rulebook import rule, rulebook

NUMBER = re.compile(r"(?:[1-9]|1[0-4])\.\d{1,2}(?:\.\d{1,2})?")
CITED = re.compile(r"(?<![\d.])(?:[1-9]|1[0-4])\.\d{1,2}\.\d{1,2}(?![\d.]*\d)")
RULING = re.compile(r"\b[GJ]-\d{1,3}\b")
BASE = re.findall(
    r"\S+",
    """
1.1.1 1.1.2 1.1.3 1.1.4 1.2.1 1.2.2 1.2.3 1.2.4 2.1.1 2.1.2 2.1.3 2.1.4 2.1.5 2.2.1 2.2.2 2.2.3 3.1.1 3.1.2 3.1.3
3.2.1 3.2.2 3.2.3 4.1.1 4.1.2 4.2.1 4.3.1 4.3.2 5.1.1 5.1.2 5.1.3 5.1.4 5.1.5 5.1.6 5.1.7 5.1.8 5.2.1 6.1.1 6.1.2
6.1.3 6.1.4 6.1.5 6.1.6 6.2.1 6.2.2 6.2.3 6.3.1 7.1.1 7.1.2 7.1.3 7.2.1 7.2.2 7.3.1 7.3.2 7.3.3 7.4.1 7.4.2 7.4.3
8.1.1 8.1.2 8.1.3 8.2.1 8.2.2 8.2.3 8.2.4 9.1.1 9.1.2 9.2.1 9.2.2 9.2.3 10.1.1 10.1.2 10.2.1 10.3.1 10.3.2 10.4.1
10.4.2 10.4.3 10.5.1 10.7 11.1.1 11.1.2 11.1.3 12.1.1 12.2.1 12.2.2 12.2.3 12.3.1 12.3.2 13.1.1 13.1.2 13.1.3
14.1 14.2 14.2.2 14.3 14.3.4 14.4 14.4.1 14.4.2 14.4.3 14.4.4 14.4.5 14.4.7 14.4.8 14.5
""",
)


def sources():
    return sorted(Path(engine.__file__).parent.rglob("*.py"))


def test_every_rule_of_the_game_has_its_sentence():
    assert [number for number in BASE if number not in rulebook()] == []


def test_rules_are_finished_sentences_that_say_it_once():
    texts = [found.text for found in rulebook().values()]

    assert all(text.endswith(".") and text[0].isupper() for text in texts)
    assert len(set(texts)) == len(texts)


def test_every_rule_has_a_chapter_and_a_source():
    assert {found.chapter for found in rulebook().values() if found.number.startswith("8.")} == {"Player attacks"}
    assert all(found.chapter and found.source for found in rulebook().values())


def test_rules_stand_in_the_order_of_their_numbers():
    numbers = [[int(part) for part in number.split(".")] for number in rulebook()]

    assert numbers == sorted(numbers)


def test_numbers_within_a_section_have_no_gap():
    sections = {}
    for number in rulebook():
        section, _, last = number.rpartition(".")
        sections.setdefault(section, []).append(int(last))

    gaps = {section: last for section, last in sections.items() if last != list(range(1, len(last) + 1))}

    assert gaps == {"10": [7]}


def test_a_ruling_is_found_by_its_reference():
    assert rule("G-98").number == "8.2.5"
    assert rule(" g98 ") is rule("8.2.5") is rule("§8.2.5")
    assert rule("8.2.5").label == "8.2.5 (ruling G-98)"
    assert rule("J-16").number == "10.2.3"


def test_every_ruling_on_the_game_has_its_number():
    numbers = [*range(1, 169), *range(200, 254)]

    assert [n for n in numbers if rule(f"G-{n}").ruling not in (f"G-{n}", f"G-{n:02}")] == []


def test_the_modes_have_their_rules_in_one_chapter_and_each_mode_a_section():
    of_modes = [found for found in rulebook().values() if found.chapter == "Modes"]
    rulings = {int(found.ruling[2:]) for found in of_modes if (found.ruling or "").startswith("G-2")}

    assert rulings == set(range(200, 254))
    assert [found.number for found in of_modes if found.number.count(".") == 1] == [f"14.{n}" for n in range(1, 6)]
    assert len(of_modes) == 74


def test_no_ruling_has_two_numbers():
    rulings = [found.ruling for found in rulebook().values() if found.ruling]

    assert len(set(rulings)) == len(rulings)


@pytest.mark.parametrize("number", ["99", "", "8", "G-999", "G-", "eight", "8.2.5.1", "\x00", "9" * 5000])
def test_a_number_that_does_not_exist_is_said_so(number):
    with pytest.raises(KeyError):
        rule(number)


def switches_by_comment():
    """Each switch of the editions, with the rules that its comment names."""
    lines = Path(inspect.getfile(Edition)).read_text(encoding="utf-8").splitlines()
    named = [re.match(r"    (\w+): .*#: (.+)", line) for line in lines]
    found = {line[1]: RULING.findall(line[2]) + CITED.findall(line[2]) for line in named if line}
    return {switch: {rule(reference).number for reference in said} for switch, said in found.items()}


def test_each_switch_is_named_by_exactly_the_rules_that_it_decides():
    named = {switch: set() for switch in EDITIONS["bos-1"].switches()}
    for found in rulebook().values():
        for switch in found.switches:
            named[switch].add(found.number)

    assert named == switches_by_comment()
    assert all(named.values())


def test_a_rule_tells_what_each_edition_decides_about_it():
    assert rule("G-11").settings(EDITIONS["bos-legacy"]) == {"copies": 4, "reserves": 8}
    assert rule("3.2.1").settings(DEFAULT_EDITION) == {"life": 30, "vim": 1}
    assert rule("8.1.1").settings(DEFAULT_EDITION) == {}
    assert all(found.settings(DEFAULT_EDITION).keys() == set(found.switches) for found in rulebook().values())


def test_every_rule_number_in_the_engine_exists():
    unknown = {
        (path.name, text)
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(text := node.value, str) and NUMBER.fullmatch(text)
        if text not in rulebook()
    }

    assert unknown == set()


def test_every_number_in_its_comments_and_docstrings_exists():
    cited = {(path.name, number) for path in sources() for number in CITED.findall(path.read_text(encoding="utf-8"))}

    assert {(name, number) for name, number in cited if number not in rulebook()} == set()


def test_every_ruling_that_the_engine_mentions_exists():
    known = {found.ruling for found in rulebook().values()}

    unknown = {(path.name, ruling) for path in sources() for ruling in RULING.findall(path.read_text(encoding="utf-8"))}

    assert {(name, ruling) for name, ruling in unknown if ruling not in known} == set()
