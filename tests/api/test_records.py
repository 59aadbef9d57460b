"""Records of a match by program: what stands side by side, and lines that judges try."""

import pytest

from bos_tournament.cards import catalogue
from bos_tournament.judging.models import Record
from bos_tournament.judging.records.adjudication import find
from engine.bos.model.card_pool import sample_pool
from tests.factories import UserFactory
from tests.judging.cases import at_a_table, record
from tests.matches.playing import Step

pytestmark = pytest.mark.django_db


@pytest.fixture
def case():
    """Anna's record of the game that is contested, judged."""
    catalogue.load(sample_pool().write(), publish=True)
    case = at_a_table(Step.DIFFERING)
    find(case.dispute(text=record(case, "1. T1 P2")).records.get().pk)
    return case


def test_anna_reads_the_records_of_her_match_and_cleo_finds_none(program, case):
    path = f"matches/{case.match.pk}/records/"

    (game,) = program(case.anna.user).get(path).json()["games"]

    assert (game["game"], game["comparison"], len(game["records"])) == (1, None, 1)
    assert game["records"][0]["finding"]["finding"] == "unfinished"
    assert program(UserFactory()).get(path).status_code == 404


def test_a_judge_tries_a_line_and_reads_what_could_follow(program, case):
    judge, path = program(case.judge, second_factor=True), f"records/{Record.objects.get().pk}/"

    could = judge.get(f"{path}continuations/").json()
    lawful = judge.get(f"{path}try/?written={could['lines'][0]}").json()
    nonsense = judge.get(f"{path}try/?written=dance").json()

    assert could["more"] == 0
    assert (lawful["finding"], lawful["canonical"]) == ("accepted", could["lines"][0])
    assert nonsense["finding"] == "unreadable"
    assert list(judge.get(f"{path}try/").json()["fields"]) == ["written"]


def test_a_judge_tries_several_lines_and_reads_what_to_tap_for_the_next(program, case):
    judge, path = program(case.judge, second_factor=True), f"records/{Record.objects.get().pk}/"

    could = judge.get(f"{path}continuations/").json()
    taps = dict(zip(could["lines"], could["taps"], strict=True))
    tried = judge.get(f"{path}try/?before=E%0AT2+P1&written=E").json()
    after = judge.get(f"{path}continuations/?before=E%0AT2+P1").json()
    refused = judge.get(f"{path}try/?before=T7+P1&written=E").json()

    assert taps["E"] == []
    assert {one["at"]: one["rule"] for one in could["unlit"]}["2*"] == "9.1.2"
    assert any(path[0].startswith("=") and path[1].startswith("2w") for path in taps.values() if len(path) == 2)
    assert (tried["finding"], tried["before"]) == ("accepted", ["E", "T2 P1"])
    assert (after["whole"], "E" in after["lines"]) == (True, True)
    assert (refused["finding"], refused["before"]) == ("illegal", [])


def test_lines_are_tried_by_judges_alone(program, case):
    path = f"records/{Record.objects.get().pk}/continuations/"

    assert program(case.anna.user).get(path).status_code == 403
    assert program(UserFactory()).get(path).status_code == 404
    assert program().get(path).status_code == 401
