"""The command line as people use it: from a file or a pipe, as text or JSON, with a sentence for every mistake."""

import csv
import io
import json
import subprocess
import sys

import pytest

from bos_tournament.pairing.__main__ import main
from bos_tournament.pairing.event import Event, Player
from bos_tournament.pairing.event_file import write_event
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from tests.pairing.event_notation import event_of
from tests.polling import PATIENCE

TEXT = "Anna 2-0 Ben · Cleo 2-1 Dora · Emil bye"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "EVENT.json"
    path.write_text(write_event(event_of(TEXT)), encoding="utf-8")
    return str(path)


def test_standings_are_printed_as_a_table(file, capsys):
    assert main(["standings", file]) == 0

    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.split() == ["rank", "player", "points", "W-L-D", "omw", "gw", "ogw", "why"]
    assert second.split()[:7] == ["1", "Anna", "3", "1-0-0", "0.3333", "1.0000", "0.3333"]


def test_standings_and_rounds_as_csv_open_in_a_spreadsheet_and_hold_no_formulas(tmp_path, capsys):
    path = tmp_path / "EVENT.json"
    path.write_text(write_event(event_of("=SUM(A1) 2-0 Ben · Cleo,the=first 2-1 Dora")), encoding="utf-8")

    assert main(["standings", str(path), "--csv"]) == 0
    ranks = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert ranks[0] == ["rank", "player", "points", "won", "lost", "drawn", "omw", "gw", "ogw", "why"]
    assert [row[1] for row in ranks[1:3]] == ["'=SUM(A1)", "Cleo,the=first"]

    assert main(["pair", str(path), "--csv"]) == 0
    tables = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert tables[0] == ["table", "first", "second", "why"]
    assert [row[0] for row in tables[1:]] == ["1", "2"]
    assert set(tables[1][1:3]) == {"'=SUM(A1)", "Cleo,the=first"}


def test_the_standings_of_nobody_are_a_csv_too(tmp_path, capsys):
    path = tmp_path / "EVENT.json"
    path.write_text(write_event(Event(())), encoding="utf-8")

    assert main(["standings", str(path), "--csv"]) == 0
    assert capsys.readouterr().out == "rank,player,points,won,lost,drawn,why\n"


def test_the_seed_in_the_file_draws_the_round_unless_another_is_given(tmp_path, capsys):
    path = tmp_path / "EVENT.json"
    path.write_text(write_event(Event(tuple(Player(f"P{number}") for number in range(12)), seed=9)), encoding="utf-8")
    said = []
    for seed in ([], ["--seed", "9"], ["--seed", "10"]):
        assert main(["pair", str(path), "--json", *seed]) == 0
        said.append(json.loads(capsys.readouterr().out))

    assert said[0] == said[1]
    assert said[0]["pairs"] != said[2]["pairs"]
    assert [pair["table"] for pair in said[0]["pairs"]] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("seed", ["seven", "1.5", "9" * 5_000, ""])
def test_a_seed_that_is_no_number_is_refused(file, seed, capsys):
    with pytest.raises(SystemExit) as left:
        main(["pair", file, "--seed", seed])

    assert left.value.code == 2
    assert "N must be a whole number of at most 160 digits" in capsys.readouterr().err


def test_standings_as_json_hold_figures_and_fractions(file, capsys):
    assert main(["standings", file, "--json"]) == 0

    lines = json.loads(capsys.readouterr().out)
    assert lines[1] == {
        "id": "Cleo",
        "rank": 2,
        "points": 3,
        "record": [1, 0, 0],
        "figures": {"omw": "0.3333", "gw": "0.6667", "ogw": "0.3333"},
        "exact": {"omw": "1/3", "gw": "2/3", "ogw": "1/3"},
        "reason": "same points as Anna; game wins 0.6667 against 1.0000",
        "code": "rank.tie_break",
        "args": {
            "above": "Anna",
            "tie_break": {"code": "tie_break.gw", "args": {}},
            "told": "0.6667",
            "than": "1.0000",
        },
    }


def test_a_round_as_json_has_pairs_byes_and_the_proof(file, capsys):
    assert main(["pair", file, "--seed", "4", "--json"]) == 0

    answer = json.loads(capsys.readouterr().out)
    assert sorted(name for pair in answer["pairs"] for name in pair["players"]) + answer["byes"] == [
        *sorted({"Anna", "Ben", "Cleo", "Dora", "Emil"} - set(answer["byes"])),
        *answer["byes"],
    ]
    assert answer["proof"] == {"cost": 9, "bound": 9, "optimal": True}
    assert all(pair["reason"] for pair in answer["pairs"])


def test_a_round_is_printed_with_reasons_and_proof(file, capsys):
    assert main(["pair", file]) == 0

    text = capsys.readouterr().out
    assert text.startswith("Round 2, seed 0\ntable  first")
    assert "proved: no round is better" in text


PODS = {
    "table_size": 4,
    "seed": 5,
    "players": [{"id": f"P{number}"} for number in range(1, 9)],
    "rounds": [
        [
            {"players": ["P1", "P2", "P3", "P4"], "places": [1, 3, 2, 3]},
            {"players": ["P5", "P6", "P7", "P8"], "places": [1, 1, 1, 4]},
        ]
    ],
}


@pytest.fixture
def pods(tmp_path):
    path = tmp_path / "PODS.json"
    path.write_text(json.dumps(PODS), encoding="utf-8")
    return str(path)


def test_standings_of_pods_give_points_as_fractions(pods, capsys):
    assert main(["standings", pods]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["rank", "player", "points", "W-L-D", "omw", "oomw", "why"]
    assert [line[:4] for line in lines[1:7:5]] == [["1", "P1", "3", "1-0-0"], ["6", "P2", "1/2", "0-1-0"]]

    assert main(["standings", pods, "--json"]) == 0
    assert [line["points"] for line in json.loads(capsys.readouterr().out)] == ["3", *["2"] * 4, *["1/2"] * 2, "0"]


def test_a_round_of_pods_is_printed_by_seat_with_reasons_figure_and_bound(pods, capsys):
    assert main(["pair", pods]) == 0

    text = capsys.readouterr().out
    assert text.startswith("Round 2, seed 5\ntable  seat 1  seat 2  seat 3  seat 4  why\n1      ")
    assert "Squared earlier meetings: 4; no draft has fewer than 4; proved least.\n" in text
    assert text.endswith("Squared gaps in points: 12; least possible with these meetings.\n")


def test_a_round_of_pods_as_json_and_csv(pods, capsys):
    assert main(["pair", pods, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert sorted(name for pod in answer["pods"] for name in pod["players"]) == [f"P{number}" for number in range(1, 9)]
    assert answer["proof"] == {"figure": 4, "bound": 4, "optimal": True, "gaps": "12", "exact": True}
    assert [(pod["table"], pod["code"]) for pod in answer["pods"]] == [(1, "pod.met"), (2, "pod.met")]

    assert main(["pair", pods, "--csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0] == ["table", "seat 1", "seat 2", "seat 3", "seat 4", "why"]
    assert [row[1:5] for row in rows[1:]] == [pod["players"] for pod in answer["pods"]]


def test_byes_stand_below_the_pods(tmp_path, capsys):
    path = tmp_path / "PODS.json"
    path.write_text(json.dumps({"table_size": 4, "players": [{"id": "Anna"}, {"id": "Ben"}]}), encoding="utf-8")

    assert main(["pair", str(path)]) == 0
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()[2:4]] == [["bye", "Anna"], ["bye", "Ben"]]


def test_pods_are_checked_against_their_seed(pods, capsys):
    assert main(["check", pods]) == 1
    assert capsys.readouterr().out.startswith("Round 1: as good. Other tables, as good by every rule.\n")


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"tie_breaks": ["gw"]}, "The tie-break gw counts games, which pods do not have; use omw, oomw, "),
        ({"table_size": 2}, "A pod has 3 to 6 seats, not 2."),
        ({"table_size": None}, 'places are for pods; give the event a "table_size" from 3 to 6.'),
    ],
)
@pytest.mark.parametrize("command", ["standings", "pair", "check"])
def test_pods_that_cannot_be_are_status_2(tmp_path, capsys, command, changed, sentence):
    path = tmp_path / "PODS.json"
    path.write_text(json.dumps(PODS | changed), encoding="utf-8")

    assert main([command, str(path)]) == 2
    assert sentence in capsys.readouterr().err


def test_a_round_that_cannot_be_paired_is_status_1(tmp_path, capsys):
    path = tmp_path / "EVENT.json"
    path.write_text(write_event(Event((Player("Anna"),))), encoding="utf-8")

    assert main(["pair", str(path)]) == 1
    assert capsys.readouterr().err == "Only Anna is left to pair in round 1. A round needs two players.\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be opened: No such file or directory."),
        (b"\xff\xfe\x00", "is not text in UTF-8; save it again in that encoding."),
        (b"{", "This is not JSON: line 1, column 2."),
        (
            b'{"players": [], "tie_breaks": ["luck"]}',
            f"The tie-break 'luck' is not known; known are {', '.join(TIE_BREAKS)}.",
        ),
    ],
)
@pytest.mark.parametrize("command", ["standings", "pair"])
def test_a_file_that_cannot_be_read_is_status_2(tmp_path, capsys, command, content, sentence):
    path = tmp_path / "EVENT.json"
    if content is not None:
        path.write_bytes(content)

    assert main([command, str(path)]) == 2
    assert capsys.readouterr().err.endswith(f"{sentence}\n")


def test_a_bracket_as_json_says_where_everyone_comes_from(capsys):
    assert main(["bracket", "3", "--json"]) == 0

    assert json.loads(capsys.readouterr().out) == [
        {
            "id": "W1-1",
            "round": 1,
            "side": "winners",
            "slots": [{"seed": 2}, {"seed": 3}],
            "winner_place": None,
            "loser_place": 3,
        },
        {
            "id": "F1",
            "round": 2,
            "side": "final",
            "slots": [{"seed": 1}, {"winner_of": "W1-1"}],
            "winner_place": 1,
            "loser_place": 2,
        },
    ]


def test_a_double_elimination_is_printed_with_its_second_final(capsys):
    assert main(["bracket", "4", "--double"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].split(maxsplit=3)[:3] == ["F2", "final", "4"]
    assert lines[-1].endswith("only if the second slot wins F1")


def test_a_round_robin_is_printed_round_by_round(capsys):
    assert main(["round-robin", "4"]) == 0
    assert capsys.readouterr().out == "Round 1:  1-4  2-3\nRound 2:  4-3  1-2\nRound 3:  2-4  3-1\n"

    assert main(["round-robin", "3", "--double", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [[[2, 3]], [[1, 2]], [[3, 1]], [[3, 2]], [[2, 1]], [[1, 3]]]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["bracket", "1"], "A bracket has 2 to 4096 entrants, not 1."),
        (["bracket", "8", "--double", "--third-place"], "Double elimination decides third place by itself"),
        (["round-robin", "129"], "A round robin has 2 to 128 entrants, not 129."),
    ],
)
def test_a_number_that_cannot_be_is_status_2(capsys, arguments, sentence):
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err


def test_a_number_that_is_none_is_status_2(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["bracket", "eight"])

    assert stop.value.code == 2
    assert "N must be a whole number of entrants, not 'eight'" in capsys.readouterr().err


def test_the_module_runs_by_itself_and_reads_standard_input():
    done = subprocess.run(
        [sys.executable, "-m", "bos_tournament.pairing", "standings", "-", "--json"],
        input=write_event(event_of(TEXT)),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)[0]["id"] == "Anna"
