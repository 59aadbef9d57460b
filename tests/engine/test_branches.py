"""Branches of a record: written as comments, read again as they were, and nothing to a judge."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.branches import Branch, BranchLine, other_comments, read_branches, with_branches
from engine.contract import Given
from engine.log import MAX_LINES, read
from engine.verdict import judge_text
from tests.engine.bos.simple_cards import HEAD, POOL, RED_AND_YELLOW

GAME = HEAD + "1. T1 P1\n2. S a Lava Hound\n3. E\n4. T2 P2\n5. S b Granite Ox\n6. E\n7. T3 P1\n8. A a P2\n9. > no\n"
RULES = Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION)


def branches_in(text):
    return read_branches(read(text, bos.acts))


def test_a_branch_stands_behind_the_record_as_a_comment():
    text = with_branches(GAME, [Branch("7", (BranchLine("A a P2"), BranchLine("> B b"), BranchLine("E")))])

    assert text == GAME + "# (after 7: A a P2 > B b; E)\n"


def test_a_branch_in_a_branch_begins_by_its_name_and_lines_with_a_name_have_remarks():
    text = GAME + "# (b1 after 7: A a P2 > B b; E)\n# (on b1.2: Ben blocks.)\n# (after b1.1: > no; E)\n"

    assert branches_in(text) == (
        Branch("7", (BranchLine("A a P2"), BranchLine("> B b", "Ben blocks."), BranchLine("E")), "b1"),
        Branch("b1.1", (BranchLine("> no"), BranchLine("E"))),
    )
    assert with_branches(GAME, branches_in(text)) == text


@pytest.mark.parametrize(
    "comment",
    [
        "# after 7: E",
        "# (after 7:)",
        "# (after seven: E)",
        "# (after b1.1: E)",
        "# (after 7: ;)",
        "# A branch after 7: E",
    ],
)
def test_what_is_no_branch_or_begins_nowhere_is_a_comment_like_others(comment):
    assert branches_in(GAME + comment + "\n") == ()
    assert judged(GAME + comment + "\n") == judged(GAME)


def test_a_branch_may_be_given_no_name_twice():
    text = GAME + "# (b1 after 7: E)\n# (b1 after 6: E)\n# (after b1.2: T2 P2)\n"

    assert branches_in(text) == (Branch("7", (BranchLine("E"),), "b1"),)


def test_comments_about_no_branch_are_told_apart_from_branches():
    log = read(GAME + "# Played in Ulm.\n# (b1 after 7: E)\n# (on b1.1: Slow.)\n", bos.acts)

    assert other_comments(log) == ("Played in Ulm.",)


def test_branches_are_written_instead_of_those_that_were_there():
    text = GAME + "# Played in Ulm.\n# (b1 after 7: E)\n# (on b1.1: Slow.)\n"

    assert with_branches(text, []) == GAME + "# Played in Ulm.\n"


def judged(text):
    return judge_text(bos, text, RULES)


WORDS = st.text("abcXYZ019 ()+->*{}=#", min_size=1, max_size=20).map(lambda text: " ".join(text.split())).filter(bool)
LINES = WORDS.filter(lambda text: not text.startswith(">") and " > " not in f"{text} ")


@st.composite
def many_branches(draw):
    """Branches after lines of the game, and after lines of earlier branches; some of their lines have remarks."""
    found = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        named = [branch for branch in found if branch.name]
        after = str(draw(st.integers(0, 9)))
        if named and draw(st.booleans()):
            other = draw(st.sampled_from(named))
            after = f"{other.name}.{draw(st.integers(1, len(other.lines)))}"
        name = draw(st.sampled_from(["", f"b{number}"]))
        remarks = WORDS | st.just("") if name else st.just("")
        answers = st.booleans().flatmap(lambda answers: LINES.map(lambda line: f"> {line}") if answers else LINES)
        lines = st.lists(st.builds(BranchLine, answers, remarks), min_size=1, max_size=4)
        found.append(Branch(after, tuple(draw(lines)), name))
    return tuple(found)


@given(many_branches())
@settings(deadline=None)
def test_branches_are_read_as_they_were_written_and_change_no_finding(branches):
    text = with_branches(GAME, branches)

    assert branches_in(text) == branches
    assert with_branches(text, branches) == text
    assert judged(text) == judged(GAME)


def test_a_record_with_as_many_branches_as_a_text_has_lines_is_judged_alike():
    text = with_branches(GAME, [Branch("7", (BranchLine("E"),))] * (MAX_LINES - 20))

    assert judged(text) == judged(GAME)
