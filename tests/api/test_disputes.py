"""Disputes by programs: filed, judged by the engine, ruled on, and closed to everybody else."""

from uuid import uuid4

import pytest

from bos_tournament.judging.records import adjudication
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from tests.factories import UserFactory
from tests.judging.cases import at_a_table, record
from tests.judging.games import work
from tests.matches.playing import Step

pytestmark = pytest.mark.django_db


def judge_waiting_records():
    """What the worker does."""
    for job in Job.objects.filter(task="judging.find", state=Job.State.WAITING):
        jobs.perform(str(job.pk), adjudication.find)


def test_anna_disputes_a_game_with_a_record_and_the_judge_rules(program):
    case = at_a_table(Step.DIFFERING)
    anna, judge = program(case.anna.user), program(case.judge, second_factor=True)
    text = record(case, "1. nonsense that no line says")

    filed = anna.post(f"matches/{case.match.pk}/disputes/", {"game": 1, "claim": "Twice.", "text": text}).json()
    judge_waiting_records()
    seen = judge.get(f"disputes/{filed['id']}/").json()
    ruled = judge.post(f"disputes/{filed['id']}/ruling/", {"decision": "correct", "winner": 1, "reason": "8.2.5"})
    after = anna.get(f"disputes/{filed['id']}/").json()

    assert (filed["judging"], filed["records"][0]["finding"]) == (True, None)
    assert (seen["judging"], seen["records"][0]["finding"]["finding"], seen["may_rule"]) == (False, "unreadable", True)
    assert (ruled.status_code, ruled.json()["winner"]) == (201, 1)
    assert (after["state"], after["rulings"][0]["reason"], after["may_rule"]) == ("ruled", "8.2.5", False)


def test_a_record_is_read_line_by_line_and_as_text(program):
    case = at_a_table(Step.DIFFERING)
    anna, text = program(case.anna.user), record(case, "1. nonsense that no line says")
    filed = anna.post(f"matches/{case.match.pk}/disputes/", {"game": 1, "claim": "Twice.", "text": text}).json()
    judge_waiting_records()
    path = f"records/{filed['records'][0]['id']}"

    whole, plain = anna.get(f"{path}/?line=1").json(), anna.get(f"{path}/text/")

    assert [line["mark"] for line in whole["lines"] if line["number"] == 1] == ["bad"]
    assert (plain.content.decode(), plain["Content-Type"]) == (text, "text/plain; charset=utf-8")


def test_both_hand_in_records_and_read_how_they_compare(program):
    case = at_a_table(Step.DIFFERING)
    filed = case.dispute()
    texts = {case.anna: record(case, "1. T1 P2", "2. E"), case.ben: record(case, "1. T1 P2", "2. X P2 concedes")}

    for seat, text in texts.items():
        made = program(seat.user).post(f"matches/{case.match.pk}/records/", {"game": 1, "text": text})
        assert (made.status_code, made.json()["finding"]) == (201, None)
    work()
    seen = program(case.anna.user).get(f"disputes/{filed.pk}/").json()

    assert (seen["comparison"]["same"], seen["comparison"]["verified"]) == (False, False)
    assert [one["tables"] for one in seen["comparison"]["differences"]] == [[]] * len(seen["comparison"]["differences"])


def test_a_record_of_a_game_that_is_not_there_is_not_taken(program):
    case = at_a_table()

    answer = program(case.anna.user).post(f"matches/{case.match.pk}/records/", {"game": 9, "text": "1. pass"})

    assert answer.status_code == 404


def test_a_dispute_is_withdrawn_by_who_filed_it_alone(program):
    case = at_a_table()
    filed = case.dispute()
    path = f"disputes/{filed.pk}/withdraw/"

    other = program(case.ben.user).post(path)
    own = program(case.anna.user).post(path)

    assert (other.status_code, other.json()["code"]) == (409, "not_yours")
    assert own.json()["state"] == "withdrawn"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("matches/{match}/disputes/", {"game": 1, "claim": "Twice."}),
        ("matches/{match}/records/", {"game": 1, "text": "1. pass"}),
        ("disputes/{dispute}/", None),
        ("disputes/{dispute}/records/", {"text": "1. pass"}),
        ("disputes/{dispute}/ruling/", {"decision": "uphold", "reason": "8.2.5"}),
        ("disputes/{dispute}/withdraw/", {}),
        ("records/{record}/", None),
        ("records/{record}/text/", None),
    ],
)
def test_strangers_do_not_learn_of_a_dispute(program, path, body):
    case = at_a_table()
    filed = case.dispute(text="1. pass")
    known = path.format(match=case.match.pk, dispute=filed.pk, record=filed.records.get().pk)
    unknown = path.format(match=uuid4(), dispute=uuid4(), record=uuid4())
    cleo = program(UserFactory())

    def knock(who, where):
        return who.get(where) if body is None else who.post(where, body)

    assert (knock(cleo, known).status_code, knock(cleo, unknown).status_code) == (404, 404)
    assert knock(program(), known).status_code == 401


def test_no_result_stands_where_there_is_none(program):
    case = at_a_table()
    path = f"disputes/{case.dispute().pk}/ruling/"
    judge = program(case.judge, second_factor=True)

    refused = judge.post(path, {"decision": "uphold", "reason": "8.2.5"})
    given = judge.post(path, {"decision": "go_on", "reason": "8.2.5"})

    assert (refused.status_code, refused.json()["code"]) == (409, "no_result")
    assert (given.status_code, given.json()["decision"]) == (201, "go_on")


def test_players_and_judges_without_a_second_factor_do_not_rule(program):
    case = at_a_table()
    path = f"disputes/{case.dispute().pk}/ruling/"
    body = {"decision": "uphold", "reason": "8.2.5"}

    assert program(case.ben.user).post(path, body).status_code == 403
    assert program(case.judge).post(path, body).json()["code"] == "second_factor_needed"


def test_a_game_that_is_not_there_cannot_be_disputed(program):
    case = at_a_table()

    answer = program(case.anna.user).post(f"matches/{case.match.pk}/disputes/", {"game": 9, "claim": "Twice."})

    assert answer.status_code == 404


def test_staff_find_what_waits_and_nobody_else_does(program):
    case = at_a_table()
    filed = case.dispute()
    path = f"tournaments/{case.tournament.slug}/disputes/"
    judge = program(case.judge, second_factor=True)

    shown = judge.get(f"{path}?state=waiting").json()["results"]

    assert [(one["id"], one["match"], one["table"]) for one in shown] == [(str(filed.pk), str(case.match.pk), 1)]
    assert judge.get(f"{path}?state=ruled").json()["results"] == []
    assert judge.get(f"{path}?status=ruled").status_code == 400
    assert program(case.judge).get(path).json()["code"] == "second_factor_needed"
    assert [program(one).get(path).status_code for one in (case.anna.user, UserFactory(), None)] == [403, 403, 401]
