"""A match played by programs: the same steps, refusals and secrets as on the pages."""

from uuid import uuid4

import pytest

from bos_tournament.matches import bid_entry
from bos_tournament.matches.models import Bid, Report
from tests.factories import StaffFactory, UserFactory
from tests.judging.cases import at_a_table
from tests.matches import playing
from tests.matches.playing import Step

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(program):
    """The programs of Anna and Ben at a match: `two(match)`."""
    return lambda match: [program(seat.user) for seat in playing.seats(match)]


def refused(answer):
    return answer.status_code, answer.json()["code"]


def test_two_programs_play_a_game_from_the_bosses_to_the_next_bids(two):
    match = playing.new_match()
    anna, ben = two(match)
    path = f"matches/{match.pk}"

    for player in (anna, ben):
        assert player.post(f"{path}/greet/").status_code == 200
    assert anna.post(f"{path}/bids/", {"amount": 4}).status_code == 201
    assert ben.post(f"{path}/bids/", {"amount": 7}).status_code == 201
    playing.open_waiting_bids()
    ben.post(f"{path}/choose/", {"goes_first": True})
    assert anna.post(f"{path}/reports/", {"winner": 1}).status_code == 201
    report = ben.get(f"{path}/").json()["you"]["answer"]["id"]
    agreed = ben.post(f"{path}/agree/", {"report": report}).json()

    assert agreed["step"] == "bidding"
    assert [(game["number"], game["winner"], game["ether"]) for game in agreed["games"]] == [
        (1, 1, {"1": 4, "2": 0}),
        (2, None, {}),
    ]


def test_swaps_are_told_to_their_seat_alone(two, program):
    match = playing.match_at(Step.SWAPPING)
    anna, ben = two(match)

    locked = anna.post(f"matches/{match.pk}/swap/", {"out": [], "into": []}).json()

    assert locked["you"]["swaps"] == [{"game": 2, "out": [], "into": []}]
    assert ben.get(f"matches/{match.pk}/").json()["you"]["swaps"] == []
    assert program().get(f"matches/{match.pk}/").json()["you"] is None


def test_a_swap_that_is_not_possible_comes_back_with_every_problem(two):
    match = playing.match_at(Step.SWAPPING)
    anna, _ = two(match)

    answer = anna.post(f"matches/{match.pk}/swap/", {"out": ["Nobody"], "into": ["No One"]})

    assert refused(answer) == (409, "swap_not_possible")
    assert len(answer.json()["fields"]["problems"]) >= 2


# --- bids ---


def test_the_first_and_the_second_bid_are_answered_alike_but_for_their_commitments(two):
    match = playing.match_at(Step.BIDDING)
    anna, ben = two(match)

    first = anna.post(f"matches/{match.pk}/bids/", {"amount": 0})
    second = ben.post(f"matches/{match.pk}/bids/", {"amount": 2**63 - 1})

    assert (first.status_code, first.headers.keys()) == (second.status_code, second.headers.keys())
    assert len(first.content) == len(second.content)
    unlike = {name for name, value in first.headers.items() if second.headers[name] != value}
    assert unlike <= {"Date"}
    assert {"commitment", "seat"} == {name for name in first.json() if first.json()[name] != second.json()[name]}


def test_nobody_else_learns_that_or_what_anna_bid(two, program):
    case = at_a_table(Step.BIDDING)
    anna, ben = two(case.match)
    judge = program(case.judge, second_factor=True)
    onlookers = [ben, judge, program(UserFactory()), program()]
    paths = [f"matches/{case.match.pk}/", f"verify/{case.match.pk}/1/", f"tournaments/{case.tournament.slug}/pairings/"]
    before = [[one.get(path).content for path in paths] for one in onlookers]

    receipt = anna.post(f"matches/{case.match.pk}/bids/", {"amount": 7_777_777_777}).json()

    assert [[one.get(path).content for path in paths] for one in onlookers] == before
    assert "7777777777" not in anna.get(f"matches/{case.match.pk}/").content.decode()
    assert anna.get(f"matches/{case.match.pk}/").json()["you"]["receipt"] == receipt


def test_the_same_key_and_bid_is_one_bid_with_one_receipt(two):
    match, key = playing.match_at(Step.BIDDING), str(uuid4())
    anna, _ = two(match)
    answers = [anna.post(f"matches/{match.pk}/bids/", {"amount": 5}, Idempotency_Key=key) for _ in range(5)]

    assert {(answer.status_code, answer.content) for answer in answers} == {(201, answers[0].content)}
    assert Bid.objects.count() == 1


def test_the_same_key_with_another_bid_is_refused_and_nothing_is_written(two):
    match, key = playing.match_at(Step.BIDDING), str(uuid4())
    anna, ben = two(match)
    anna.post(f"matches/{match.pk}/bids/", {"amount": 5}, Idempotency_Key=key)

    other = anna.post(f"matches/{match.pk}/bids/", {"amount": 6}, Idempotency_Key=key)
    bens = ben.post(f"matches/{match.pk}/bids/", {"amount": 6}, Idempotency_Key=key)

    assert refused(other) == (409, "key_reused")
    assert bens.status_code == 201
    assert Bid.objects.count() == 2


def test_a_key_serves_page_and_program_as_one(two, signed_in):
    match, key = playing.match_at(Step.BIDDING), str(uuid4())
    anna, _ = two(match)
    one, _ = playing.seats(match)
    signed_in(one.user).post(f"/matches/{match.pk}/bid/", {"amount": 5, "key": key})

    answer = anna.post(f"matches/{match.pk}/bids/", {"amount": 5}, Idempotency_Key=key)

    assert (answer.status_code, Bid.objects.count()) == (201, 1)


@pytest.mark.parametrize("key", ["", "7", "not-a-key", "0" * 400])
def test_a_key_is_a_uuid(two, key):
    match = playing.match_at(Step.BIDDING)
    anna, _ = two(match)

    answer = anna.post(f"matches/{match.pk}/bids/", {"amount": 5}, Idempotency_Key=key)

    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["Idempotency-Key"])


@pytest.mark.parametrize("amount", [-1, 2**63, 10**40, 1.0, "5", True, None, [], {}])
def test_a_bid_is_a_whole_number_in_range(two, amount):
    match = playing.match_at(Step.BIDDING)
    anna, _ = two(match)

    answer = anna.post(f"matches/{match.pk}/bids/", {"amount": amount})

    assert (answer.status_code, list(answer.json()["fields"]), Bid.objects.count()) == (400, ["amount"], 0)


def test_page_and_program_refuse_a_second_bid_alike(two, signed_in):
    match = playing.match_at(Step.BIDDING)
    anna, _ = two(match)
    one, _ = playing.seats(match)
    anna.post(f"matches/{match.pk}/bids/", {"amount": 5})

    page = signed_in(one.user).post(f"/matches/{match.pk}/bid/", {"amount": 6})
    answer = anna.post(f"matches/{match.pk}/bids/", {"amount": 6})

    assert refused(answer) == (409, "bid_already_sealed")
    assert answer.json()["detail"] in page.content.decode()


def test_opened_bids_are_proved_to_everybody_and_closed_ones_to_nobody(two, program):
    match = playing.match_at(Step.BIDDING)
    path = f"verify/{match.pk}/1/"

    before = program().get(path).json()
    playing.bid_both(match, anna=4, ben=7)
    after = program().get(path).json()

    assert before == {"state": "waiting", "bids": [], "on_paper": [], "program": ""}
    assert [(bid["amount"], bid["agrees"]) for bid in after["bids"]] == [(4, True), (7, True)]
    assert program().get(f"verify/{match.pk}/9/").status_code == 404


# --- reports ---


def test_the_same_key_and_report_is_one_report(two):
    match, key = playing.match_at(Step.PLAYING), str(uuid4())
    anna, _ = two(match)

    answers = [anna.post(f"matches/{match.pk}/reports/", {"winner": 1}, Idempotency_Key=key) for _ in range(3)]
    other = anna.post(f"matches/{match.pk}/reports/", {"winner": 2}, Idempotency_Key=key)
    without = anna.post(f"matches/{match.pk}/reports/", {"winner": 1})

    assert [(answer.status_code, answer.json()) for answer in answers] == [(201, {})] * 3
    assert (refused(other), refused(without)) == ((409, "key_reused"), (409, "already_reported"))
    assert Report.objects.count() == 1


@pytest.mark.parametrize("winner", [0, 3, 7, -1, "1", True])
def test_the_winner_sits_at_the_match(two, winner):
    match = playing.match_at(Step.PLAYING)
    anna, _ = two(match)

    assert anna.post(f"matches/{match.pk}/reports/", {"winner": winner}).status_code == 400


# --- who may ---

PLAYERS = [
    ("greet", {}),
    ("bids", {"amount": 1}),
    ("paper-bids", {"amounts": {"1": 1, "2": 2}}),
    ("name-chooser", {}),
    ("choose", {"goes_first": True}),
    ("swap", {"out": [], "into": []}),
    ("reports", {"winner": 1}),
    ("agree", {}),
    ("withdraw", {}),
    ("phone", {"phone": str(uuid4()), "is_them": True}),
    ("phone/paper", {"phone": str(uuid4())}),
]
DESK = [
    ("desk/result", {"wins": {"1": 2, "2": 0}, "winner": 1, "why": "Told."}),
    ("desk/result/foresee", {"wins": {"1": 2, "2": 0}, "winner": 1, "why": "Told."}),
    ("desk/take-back", {"why": "Slip."}),
    ("desk/no-show", {"absent": [1], "why": "Not there."}),
    ("desk/void-bids", {"why": "Slip."}),
    ("desk/bids", {"amounts": {"1": 1, "2": 2}}),
    ("desk/phone", {"phone": str(uuid4()), "is_them": True}),
    ("desk/games/1", {"winner": 1, "why": "Seen."}),
    ("desk/list", {"seat": 1, "purpose": "deck check"}),
]


@pytest.mark.parametrize(("deed", "body"), PLAYERS)
def test_onlookers_do_nothing_at_a_match(program, deed, body):
    case = at_a_table(Step.BIDDING)
    path = f"matches/{case.match.pk}/{deed}/"

    assert program(UserFactory()).post(path, body).status_code == 403
    assert program(case.judge, second_factor=True).post(path, body).status_code == 403
    assert program().post(path, body).status_code == 401
    assert program(UserFactory()).post(f"matches/{uuid4()}/{deed}/", body).status_code == 404


@pytest.mark.parametrize(("deed", "body"), DESK)
def test_the_desk_is_closed_to_players_onlookers_and_staff_without_a_second_factor(program, deed, body):
    case = at_a_table(Step.PLAYING)
    path = f"matches/{case.match.pk}/{deed}/"

    assert program(case.anna.user, second_factor=True).post(path, body).status_code == 403
    assert program(UserFactory(), second_factor=True).post(path, body).status_code == 403
    assert refused(program(case.judge).post(path, body)) == (403, "second_factor_needed")
    assert program().post(path, body).status_code == 401


@pytest.mark.parametrize(("deed", "body"), DESK[:7])
def test_staff_settle_nothing_at_their_own_table(program, deed, body):
    case = at_a_table(Step.PLAYING)
    StaffFactory(tournament=case.tournament, role="judge", user=case.anna.user)

    answer = program(case.anna.user, second_factor=True).post(f"matches/{case.match.pk}/{deed}/", body)

    assert refused(answer) == (403, "permission_denied")


def test_a_scorekeeper_enters_results_but_decides_no_game_and_reads_no_list(program):
    case = at_a_table(Step.PLAYING)
    keeper = program(StaffFactory(tournament=case.tournament, role="scorekeeper").user, second_factor=True)
    path = f"matches/{case.match.pk}/desk"

    decided = keeper.post(f"{path}/games/1/", {"winner": 1, "why": "Seen."})
    read = keeper.post(f"{path}/list/", {"seat": 1, "purpose": "curious"})
    foreseen = keeper.post(f"{path}/result/foresee/", {"wins": {"1": 2, "2": 0}, "winner": 1, "why": "Told."})
    entered = keeper.post(f"{path}/result/", {"wins": {"1": 2, "2": 0}, "winner": 1, "why": "Told."})

    assert (decided.status_code, read.status_code) == (403, 403)
    assert foreseen.json()["changes"] == entered.json()["changes"]
    assert playing.fresh(case.match).step == Step.FINISHED


def test_a_program_overwrites_no_result_that_it_has_not_seen(program):
    case = at_a_table(Step.PLAYING)
    keeper = program(StaffFactory(tournament=case.tournament, role="scorekeeper").user, second_factor=True)
    path = f"matches/{case.match.pk}/"
    anna_won = {"wins": {"1": 2, "2": 0}, "winner": 1, "why": "The slip."}
    ben_won = {"wins": {"1": 0, "2": 2}, "winner": 2, "why": "The slip."}
    before = keeper.post(f"{path}desk/result/foresee/", anna_won).json()["seen"]
    assert keeper.post(f"{path}desk/result/", {**anna_won, "seen": before}).status_code == 200

    for seen in ({}, {"seen": None}, {"seen": before}):
        answer = keeper.post(f"{path}desk/result/", {**ben_won, **seen})
        assert refused(answer) == (409, "result_meanwhile")
        assert "This table already has another result" in answer.json()["detail"]
    assert refused(keeper.post(f"{path}desk/result/", anna_won)) == (409, "nothing_changes")
    assert playing.fresh(case.match).winner == case.anna
    assert case.match.corrections.count() == 1

    foreseen = keeper.post(f"{path}desk/result/foresee/", ben_won).json()
    assert foreseen["seen"] > before
    key = str(uuid4())
    first, again = (
        keeper.post(f"{path}desk/result/", {**ben_won, "seen": foreseen["seen"]}, Idempotency_Key=key) for _ in range(2)
    )
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json()["changes"] == again.json()["changes"] == foreseen["changes"]
    assert playing.fresh(case.match).winner == case.ben
    assert case.match.corrections.count() == 2


def test_a_judge_decides_a_game_and_reads_the_exact_list_on_record(program):
    case = at_a_table(Step.PLAYING)
    judge, path = program(case.judge, second_factor=True), f"matches/{case.match.pk}/desk"

    read = judge.post(f"{path}/list/", {"seat": 1, "purpose": "deck check"}).json()
    decided = judge.post(f"{path}/games/1/", {"winner": 2, "why": "Seen at the table."})

    assert (read["name"], read["game"]) == (case.anna.user.handle, 1)
    assert case.anna.deck_version.looks.get().purpose == "deck check"
    assert decided.json()["changes"][0] == f"Game 1 is won by {case.ben.user}."


def test_voiding_bids_tells_staff_nothing_of_them(program):
    case = at_a_table(Step.BIDDING)
    bid_entry.seal_bid(case.anna, amount=7_777_777_777)
    judge = program(case.judge, second_factor=True)

    voided = judge.post(f"matches/{case.match.pk}/desk/void-bids/", {"why": "Wrong table."})
    nothing = judge.post(f"matches/{case.match.pk}/desk/bids/", {"amounts": {"1": 1, "2": 2}})

    assert voided.json() == {"changes": ["The bids are void; both players bid again."], "change_codes": []}
    assert refused(nothing) == (409, "bids_are_sealed")
    assert "7777777777" not in judge.get(f"matches/{case.match.pk}/").content.decode()
