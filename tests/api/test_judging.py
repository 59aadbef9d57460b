"""Calls, penalties, appeals and precedents by programs, closed to everybody whom they do not concern."""

from uuid import uuid4

import pytest

from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.disputes import dispute_rulings
from bos_tournament.judging.models import Penalty
from bos_tournament.tournaments.rounds import round_cycle
from tests.factories import StaffFactory, UserFactory
from tests.judging.cases import at_a_table

pytestmark = pytest.mark.django_db
PENALTY = {"infraction": "record", "level": "game_loss", "rule": "10.3.2", "note": "No totals."}


@pytest.fixture
def case():
    case = at_a_table()
    case.entrant = case.tournament.entrants.get(user=case.anna.user)
    case.path = f"tournaments/{case.tournament.slug}"
    return case


def head_judge(case):
    return StaffFactory(tournament=case.tournament, role="head_judge").user


def test_anna_calls_a_judge_takes_the_call_and_finishes_it(program, case):
    anna, judge = program(case.anna.user), program(case.judge, second_factor=True)

    made = anna.post(f"matches/{case.match.pk}/calls/", {"reason": "A block."}).json()
    again = anna.post(f"matches/{case.match.pk}/calls/")
    waiting = judge.get(f"{case.path}/calls/?state=waiting").json()["results"]
    judge.post(f"calls/{made['id']}/take/")
    back = judge.post(f"calls/{made['id']}/put-back/").json()
    judge.post(f"calls/{made['id']}/take/")
    own = anna.get(f"matches/{case.match.pk}/").json()["you"]["call"]
    over = judge.post(f"calls/{made['id']}/finish/").json()
    late = anna.post(f"calls/{made['id']}/withdraw/")

    assert [(one["table"], one["reason"]) for one in waiting] == [(1, "A block.")]
    assert (again.status_code, again.json()["code"]) == (409, "already_called")
    assert (back["state"], back["taken_by"]) == ("waiting", None)
    assert (own["taken_by"], over["state"]) == (case.judge.handle, "finished")
    assert (late.status_code, late.json()["code"]) == (409, "call_over")


def test_anna_takes_her_call_back_after_her_round_was_taken_back(program, case):
    anna = program(case.anna.user)
    made = anna.post(f"matches/{case.match.pk}/calls/").json()
    round_cycle.unpublish(case.match.pairing.round)

    late = program(case.judge, second_factor=True).post(f"calls/{made['id']}/take/")
    over = anna.post(f"calls/{made['id']}/withdraw/").json()

    assert late.status_code == 404
    assert (over["state"], over["table"], over["round"], over["pressing"]) == ("withdrawn", None, None, False)


def test_a_judge_gives_what_the_list_proposes_and_takes_it_back(program, case):
    judge, path = program(case.judge, second_factor=True), f"{case.path}/entrants/{case.entrant.pk}/penalties"

    proposed = judge.get(f"{path}/proposal/?infraction=late").json()
    given = judge.post(f"{path}/", {**PENALTY, "infraction": "late", "level": proposed["level"]}).json()
    own = program(case.anna.user).get(f"{case.path}/penalties/").json()["results"]
    done = judge.post(f"penalties/{given['id']}/carry-out/").json()
    back = judge.post(f"penalties/{given['id']}/take-back/", {"why": "She was at the desk."}).json()

    assert (proposed["level"], proposed["earlier"]) == ("game_loss", 0)
    assert "Game 1 is won by" in given["told"][0]
    assert [one["note"] for one in own] == ["No totals."]
    assert done["code"] == "not_due"
    assert "is replayed" in " ".join(back["changes"])


def test_a_judge_does_not_disqualify_and_a_head_judge_does(program, case):
    path, asked = f"{case.path}/entrants/{case.entrant.pk}/penalties/", {**PENALTY, "level": "disqualification"}

    no = program(case.judge, second_factor=True).post(path, asked)
    yes = program(head_judge(case), second_factor=True).post(path, asked)

    assert (no.status_code, yes.status_code) == (403, 201)
    assert Penalty.objects.get().level == "disqualification"


def test_ben_appeals_and_the_head_judge_lets_the_ruling_stand(program, case):
    filed, boss = case.dispute(), head_judge(case)
    dispute_rulings.rule_on_dispute(filed, by=case.judge, decision="go_on", reason="8.1.2 says so.")
    path = f"disputes/{filed.pk}/appeal/"

    asked = program(case.ben.user).post(path, {"why": "It does not."})
    again = program(case.anna.user).post(path, {"why": "Me too."})
    answered = program(boss, second_factor=True).post(f"{path}uphold/", {"reason": "It does."}).json()
    found = program(boss, second_factor=True).get("rulings/?rule=8.1").json()["results"]

    assert (asked.status_code, asked.json()["answer"]) == (201, "")
    assert again.json()["code"] == "appealed_already"
    assert (answered["answer"], answered["reason"]) == ("upheld", "It does.")
    assert [(one["decision"], one["rules"], one["appeal"]) for one in found] == [("go_on", ["8.1.2"], "ruling upheld")]


def doors(case):
    """(address, body, its status for Cleo and for Anna)."""
    call = judge_calls.call_judge(case.ben)
    given = Penalty.objects.create(
        entrant=case.tournament.entrants.get(user=case.ben.user), infraction="record", level="warning",
        proposed="warning", note="No totals.", by=case.judge,
    )  # fmt: skip
    filed = case.dispute()
    penalties = f"{case.path}/entrants/{given.entrant_id}/penalties/"
    return [
        (f"{case.path}/calls/", None, 403, 403),
        (f"matches/{case.match.pk}/calls/", {}, 403, 409),
        (f"calls/{call.pk}/take/", {}, 404, 403),
        (f"calls/{call.pk}/put-back/", {}, 404, 403),
        (f"calls/{call.pk}/finish/", {}, 404, 403),
        (f"calls/{call.pk}/withdraw/", {}, 404, 409),
        (f"calls/{uuid4()}/take/", {}, 404, 404),
        (f"{case.path}/penalties/", None, 404, 200),
        (penalties, PENALTY, 403, 403),
        (f"{penalties}proposal/?infraction=record", None, 403, 403),
        (f"penalties/{given.pk}/carry-out/", {}, 404, 404),
        (f"penalties/{given.pk}/take-back/", {"why": "No."}, 404, 404),
        (f"disputes/{filed.pk}/appeal/", {"why": "No."}, 404, 409),
        (f"disputes/{filed.pk}/appeal/uphold/", {"reason": "No."}, 404, 403),
        ("rulings/", None, 403, 403),
        ("infractions/", None, 200, 200),
    ]


def test_cleo_and_anna_come_only_through_doors_that_concern_them(program, case):
    cleo, anna = program(UserFactory(handle="Cleo")), program(case.anna.user)

    def knock(who, path, body):
        return (who.get(path) if body is None else who.post(path, body)).status_code

    rows = doors(case)
    found = [(path, body, knock(cleo, path, body), knock(anna, path, body)) for path, body, *_ in rows]

    assert found == rows
    assert Penalty.objects.count() == 1


@pytest.mark.parametrize("wrong", [{"note": ""}, {"level": "flogging"}, {"note": "x" * 501}, {"game": 1}])
def test_what_cannot_be_a_penalty_is_refused_at_its_field(program, case, wrong):
    judge = program(case.judge, second_factor=True)

    answer = judge.post(f"{case.path}/entrants/{case.entrant.pk}/penalties/", {**PENALTY, **wrong})

    assert (answer.status_code, sorted(answer.json()["fields"])) == (400, sorted(wrong))
