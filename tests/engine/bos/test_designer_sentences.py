"""Abilities as designers print them who know five cards and the rules: what is read does what its author meant."""

from functools import cache

import pytest

from engine.bos.model.rulebook import rule
from tests.engine.bos.designer.corrections import CORRECTIONS
from tests.engine.bos.designer.known_differences import KNOWN_DIFFERENCES
from tests.engine.bos.designer.report import READ_IDS, outcome
from tests.engine.bos.designer.sentences import sentences

FEWEST_READ = 702
FEWEST_AS_MEANT = 702


@cache
def found():
    return {sentence.id: outcome(sentence) for sentence in sentences()}


def test_there_are_a_hundred_of_each_colour_and_no_two_have_the_same_name():
    assert [sum(known_as[0] == letter for known_as in found()) for letter in "RYBNMPQ"] == [
        100, 100, 100, 154, 80, 140, 100,
    ]  # fmt: skip


def test_what_was_read_once_stays_readable():
    once = READ_IDS.read_text().split()

    assert [(known_as, found()[known_as].wrong) for known_as in once if not found()[known_as].read] == []


def test_no_fewer_are_read_and_no_fewer_do_what_their_author_meant(record_property):
    read = [each for each in found().values() if each.read]
    right = [each for each in read if not each.wrong]
    record_property("read", len(read))
    record_property("as_meant", len(right))

    assert len(read) >= FEWEST_READ
    assert len(right) >= FEWEST_AS_MEANT


@pytest.mark.parametrize("known_as", [sentence.id for sentence in sentences()])
def test_what_is_read_does_what_its_author_meant(known_as):
    one = found()[known_as]

    if one.read and known_as not in KNOWN_DIFFERENCES:
        assert one.wrong == "", (one.sentence.text, one.sentence.means)


def test_a_correction_names_a_scene_and_a_rule_that_exist():
    scenes = {sentence.id: len(sentence.scenes) for sentence in sentences()}

    assert [each for each in CORRECTIONS if not each.scene < scenes[each.id] or not each.reason] == []
    assert all(rule(each.rule) for each in CORRECTIONS)


def test_a_known_difference_is_one_and_has_a_reason():
    gone = [known_as for known_as in KNOWN_DIFFERENCES if not found()[known_as].read or not found()[known_as].wrong]

    assert gone == []
    assert all(KNOWN_DIFFERENCES.values())
