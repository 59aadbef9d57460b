"""The trail: every deed leaves a line, each line is a sentence, and who reads it finds what they look for."""

import ast
import re
from collections import Counter
from pathlib import Path

import pghistory
import pytest
from django.urls import reverse
from django.utils import translation

from bos_tournament.judging.audit_log import entries, event_rows
from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.penalties import penalty_decisions
from bos_tournament.matches import bid_entry
from bos_tournament.tournaments.entrants import participation, registration
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import round_cycle
from tests.factories import StaffFactory, TournamentFactory, UserFactory
from tests.html_whitespace import tight
from tests.judging import audited_scenarios, match_scenarios
from tests.judging.cases import at_a_table
from tests.judging.scenario_people import Step, at_table, olga
from tests.pseudo_language import kept_with_marks, left, outside, typed
from tests.pseudo_language import pseudo_language as pseudo_language  # noqa: PLC0414 - a fixture
from tests.tournaments import running_tournaments

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[3] / "bos_tournament"


def deeds_in_the_code():
    """Every public function that is one transaction: what a page, a program or the clock may have done."""
    for app in ("matches", "tournaments", "judging"):
        for path in sorted((ROOT / app).rglob("*.py")):
            for node in ast.parse(path.read_text()).body:
                marks = [ast.unparse(mark) for mark in getattr(node, "decorator_list", ())]
                if isinstance(node, ast.FunctionDef) and "transaction.atomic" in marks and node.name[0] != "_":
                    yield f"{app}.{path.stem}.{node.name}"


def sentences(tournament, **asked):
    lines, more = entries.lines(tournament, entries.Asked(**asked), size=200)
    assert not more
    return [line.sentence for line in lines]


def said(template):
    """The sentence as a pattern: who sits where is drawn, and an infraction has its own name."""
    pattern = re.escape(template)
    return re.sub(r"\\{(one|two|four|six|tables|record)\\}", r".+", pattern)


def test_every_deed_of_the_code_has_its_scene_or_a_reason_to_leave_no_line():
    assert set(deeds_in_the_code()) == set(audited_scenarios.SCENES) | set(audited_scenarios.WITHOUT_A_LINE)


@pytest.mark.parametrize("deed", audited_scenarios.SCENES)
def test_every_deed_leaves_its_line_in_the_language_of_whoever_reads_it(deed, pseudo_language):
    scene, expected = audited_scenarios.SCENES[deed]
    play = scene()
    tournament = next(play)
    before = Counter(sentences(tournament))

    with pghistory.context(user=str(olga().pk)), translation.override(pseudo_language):
        tournament = next(play, None) or tournament

    new = Counter(sentences(tournament)) - before
    assert any(re.fullmatch(said(expected), line) for line in new), list(new)
    assert kept_with_marks() == []
    with translation.override(pseudo_language):
        lines = [piece for line in sentences(tournament) for piece in outside(line)[0]]
    may_stand = sorted(typed(), key=len, reverse=True)
    assert {left(piece, may_stand) for piece in lines} <= {""}


def test_a_deed_without_a_line_leaves_none_that_would_tell_its_moment():
    case = at_table(Step.BIDDING)
    before = sentences(case.tournament)

    bid_entry.seal_bid(case.anna, amount=4)

    assert sentences(case.tournament) == before


def test_every_verb_of_the_events_has_a_sentence_and_every_sentence_a_verb():
    arms = " ".join(one.verb for one in (*event_rows.SOURCES, *event_rows.KEPT))

    assert set(re.findall(r"'([a-z]+\.[a-z_]+)'", arms)) == set(entries.SENTENCES)
    assert {one.kind for one in (*event_rows.SOURCES, *event_rows.KEPT)} == {
        kind for _, kinds in entries.PARTS.values() for kind in kinds
    }


def test_a_corrected_result_says_what_stood_before_and_why():
    play = match_scenarios.correct()
    tournament = next(play)

    next(play, None)

    (corrected,) = [line for line in sentences(tournament) if " corrected " in line]
    assert re.fullmatch(
        r"Judith corrected table 1 in round 1: (\w+) 2–1 (\w+) \(was \1 1–2 \2\), because: “Reported at the desk.”",
        corrected,
    )


def test_what_somebody_does_to_themselves_is_said_so():
    tournament = running_tournaments.running(running_tournaments.NAMES[:4])
    anna = running_tournaments.entrant(tournament, "Anna")

    with pghistory.context(user=str(anna.user_id)):
        participation.drop(anna)
    with pghistory.context(user=str(anna.user_id)):
        participation.undo_drop(anna)

    assert {"Anna dropped.", "Anna undid their drop."} <= set(sentences(tournament))


def test_a_name_with_braces_or_markup_is_told_as_it_is(signed_in):
    head = StaffFactory(tournament=TournamentFactory(), role="head_judge")
    lifecycle.announce(head.tournament, text="<b>{who}</b> at {0} %s")

    page = signed_in(head.user, second_factor=True).get(reverse("judging:activity_log", args=[head.tournament.slug]))

    assert "The site announced: “<b>{who}</b> at {0} %s”" in sentences(head.tournament)
    assert "&lt;b&gt;{who}&lt;/b&gt; at {0} %s" in tight(page)


# --- who reads what ---


@pytest.fixture
def evening():
    """Two rounds of four, with a call at a table of the second and a warning for Anna."""
    tournament = running_tournaments.running(running_tournaments.NAMES[:4], planned=2)
    running_tournaments.play_and_close(tournament)
    second = running_tournaments.publish(tournament)
    judge_calls.call_judge(second.pairings.get(table=1).match.seats.get(number=1), reason="Look at this.")
    judge = UserFactory(handle="Judith")
    penalty_decisions.penalize(
        running_tournaments.entrant(tournament, "Anna"),
        by=judge,
        infraction="record",
        level="warning",
        rule="10.3.2",
        note="Late.",
    )
    return tournament


def test_lines_are_found_by_person_round_and_part(evening):
    assert (
        sentences(evening, person="judith")
        == [line for line in sentences(evening) if line.startswith("Judith gave Anna a penalty")]
        or sentences(evening, person="judith") == []
    )
    assert any("gave Anna a penalty" in line for line in sentences(evening, person="anna"))
    assert all("round 1" in line for line in sentences(evening, round=1))
    assert any("called a judge at table 1 in round 2" in line for line in sentences(evening, round=2))
    assert len(sentences(evening, part="judging")) == 2
    assert sentences(evening, person="Nobody of this name") == []


def test_pages_follow_each_other_without_a_gap_or_a_line_twice(evening):
    whole = sentences(evening)
    parts, page, more = [], 1, True
    while more:
        lines, more = entries.lines(evening, page=page, size=7)
        parts, page = parts + [line.sentence for line in lines], page + 1

    assert parts == whole


def test_organizers_and_head_judges_read_penalties_and_calls_there_and_nobody_else(evening, signed_in):
    address = reverse("judging:activity_log", args=[evening.slug])
    head = StaffFactory(tournament=evening, role="head_judge").user
    anna = running_tournaments.entrant(evening, "Anna").user

    page = tight(signed_in(head, second_factor=True).get(address, {"part": "judging", "person": "ann"}))

    assert "gave Anna a penalty" in page
    assert "published round 1" not in page
    for person in (anna, UserFactory(handle="Onlooker"), StaffFactory(tournament=evening, role="judge").user):
        assert signed_in(person, second_factor=True).get(address).status_code == 403


@pytest.mark.parametrize("odd", [{"round": "x"}, {"part": "y"}, {"person": "\0"}, {"page": "0"}, {"page": "²"}])
def test_what_cannot_be_asked_is_no_fault_of_the_site(evening, signed_in, odd):
    head = StaffFactory(tournament=evening, role="head_judge").user

    assert (
        signed_in(head, second_factor=True).get(reverse("judging:activity_log", args=[evening.slug]), odd).status_code
        == 200
    )


def test_many_rows_of_one_deed_are_one_line_that_says_how_many_more():
    tournament = running_tournaments.opened([f"Player no {number}" for number in range(20)])
    olga = UserFactory(handle="Olga")

    with pghistory.context(user=str(olga.pk)):
        running_tournaments.start(tournament)

    (began,) = [line for line in sentences(tournament) if "started playing" in line]
    assert began.count("Player no") == 8
    assert began.endswith("and 12 others started playing, through an action of Olga.")


def test_a_draft_that_was_thrown_away_and_a_start_stay_in_the_trail():
    tournament = running_tournaments.running(running_tournaments.NAMES[:4])
    round_cycle.discard(round_cycle.create_draft_round(tournament, number=1))

    assert "The site discarded the draft of round 1." in sentences(tournament)
    assert at_a_table().tournament != tournament


def test_a_handle_stands_in_a_sentence_as_its_owner_writes_it():
    cup = running_tournaments.opened(("d'Épices", "ვარსკვლავი", "ירח"))
    for name in ("d'Épices", "ვარსკვლავი", "ירח"):
        someone = running_tournaments.entrant(cup, name)
        with pghistory.context(user=str(someone.user_id)):
            registration.withdraw(someone)

    said = [line for line in sentences(cup) if "withdr" in line]

    assert [line.split()[0] for line in reversed(said)] == ["d'Épices", "ვარსკვლავი", "\u2068ירח\u2069"]
