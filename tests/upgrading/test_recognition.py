"""English sentences that an earlier version kept are known again as the messages they are now."""

import re

import pytest

from bos_tournament.messages import localize_kept, sentences
from bos_tournament.upgrading.recognition import of_the_engine, of_the_site
from bos_tournament.upgrading.rows import _board, _changes, _workings

GAP = re.compile(r"%\((\w+)\)s")
SAMPLES = {
    "round_called": "the semi-finals",
    **dict.fromkeys(("player", "former", "note"), "Anna-Lena O'Neil 2."),
    "short": "SoS",
    "meaning": "the match points of everyone beaten, and half of those of everyone drawn with",
    "tie_break": "direct encounter",
    "unplayed": "did not show up",
    "group": "B",
    "above": "P1",
    "told": "1/3",
    "than": "1/2",
    "why": "No deck list was handed in. Did not check in.",
    "reason": "played",
    "card": "Ash, Imp",
    "result": "Anna 2 – Ben 1, still being played",
    "result.games": "Anna 2 – Ben 1",
    "results": "won, lost",
    "numbers": "2 or 4 or 6",
    "some": "2 or 4",
    "differences": "Ash: 3 instead of 2 in the deck. Imp: 1 in the reserves, where the list has none.",
}


def subject(code):
    return code.rpartition(".")[0]


def filled(code, sentence):
    """The sentence with something plausible in each gap."""
    return sentence % {
        name: SAMPLES.get(f"{subject(code)}.{name}", SAMPLES.get(name, "7")) for name in GAP.findall(sentence)
    }


def frozen(patterns=None):
    patterns = patterns or of_the_site()
    return {
        **{code: said for said, codes in patterns.plain.items() for code in codes},
        **{code: said for code, said, _ in patterns.shaped},
    }


def test_every_sentence_of_then_is_known_as_its_message_and_reads_as_it_did():
    found = {code: of_the_site().message(filled(code, said), (subject(code),)) for code, said in frozen().items()}

    assert {code: kept for code, kept in found.items() if kept is None or kept["code"] != code} == {}
    assert len(found) > 200


@pytest.mark.parametrize("patterns", [of_the_site(), of_the_engine()], ids=["site", "engine"])
def test_every_message_of_then_is_still_said_with_the_same_arguments(patterns):
    gaps = {code: set(GAP.findall(said)) for code, said in frozen(patterns).items()}

    assert {code: names for code, names in gaps.items() if set(GAP.findall(sentences().get(code, ""))) != names} == {}
    assert gaps.keys() <= sentences().keys()


@pytest.mark.parametrize(
    ("said", "code", "inside"),
    [
        ("Turn 1 of P2 is not over; it ends with E before the next begins.", "bos.turn.not_over", None),
        ("The record is lawful to its end. P1 won: life.", "record.lawful", ("said", "bos.end.won")),
        (
            "Supposing “S a Cinder Wolf” there, line 2 does not fit: Cinder Wolf cannot attack itself.",
            "record.supposing",
            ("said", "bos.attack.itself"),
        ),
        ("Life of P1: 3 in the record of Anna, 4 in the record of Ben.", "compare.fact", ("writer", "compare.of")),
    ],
)
def test_what_the_engine_said_of_a_record_is_known_with_what_stands_in_it(said, code, inside):
    kept = of_the_engine().messages(said)

    assert kept["code"] == code
    assert inside is None or kept["args"][inside[0]]["code"] == inside[1]


def test_messages_inside_a_sentence_are_known_too():
    kept = of_the_site().message("The match: Anna 2 – Ben 1, Anna wins (played).", ("result",))
    found = of_the_site().message(filled("deck_check.found", frozen()["deck_check.found"]), ("deck_check",))

    assert kept["args"]["result"]["code"] == "result.one_wins"
    assert kept["args"]["result"]["args"]["reason"] == {"code": "reason.played", "args": {}}
    assert found["args"]["round_called"]["code"] == "round_called.semi_finals"
    assert found["args"]["differences"]["args"]["then"]["code"] == "deck_check.only_in_reserves"
    assert localize_kept(kept) == "Match: Anna 2 – Ben 1, Anna wins (played)."


@pytest.mark.parametrize(
    "typed", ["lost my deck", "won by luck", "3 points too few", "Played on, as Anna said.", "never met him", "games!"]
)
def test_what_somebody_typed_is_no_message(typed):
    subjects = tuple({subject(code) for code in frozen()})

    assert of_the_site().message(typed, subjects) is None


def test_a_correction_keeps_what_it_changed_as_messages_and_what_nobody_knows_as_typed():
    after = {"step": "finished", "changes": ["Game 2 is won by Anna.", "Something of long ago."]}

    changes = _changes(after)["changes"]

    assert changes[0] == {"code": "result.game_won", "args": {"number": 2, "player": "Anna"}}
    assert list(map(localize_kept, changes)) == after["changes"]
    assert _changes(_changes(after)) == _changes(after)
    assert _changes({"step": "finished"}) == {"step": "finished"}


def test_closed_standings_keep_reasons_rule_and_workings_as_messages():
    line = {"entrant": "x", "reason": "same points as {above}; game wins 0.6667 against 1.0000"}
    figure = {
        "label": "game wins",
        "short": "GW",
        "meaning": "the share",
        "shown": "0.6",
        "terms": [{"note": "games 2–1"}],
    }
    why = {"reason": "6 points", "rounds": [{"said": "won 2–0, did not show up"}], "figures": [figure]}

    board = _board({"lines": [line], "rule": ["Who is equal in everything shares a rank."], "columns": ["GW"]})
    working = _workings({"P1": why})["P1"]

    assert board["columns"] == ["gw"]
    assert board["rule"] == [{"code": "rule.equal", "args": {}}]
    assert board["lines"][0]["reason"]["args"]["tie_break"] == {"code": "tie_break.gw", "args": {}}
    assert working["rounds"][0]["said"]["args"]["unplayed"] == {"code": "reason.no_show", "args": {}}
    assert working["figures"] == [
        {"key": "gw", "shown": "0.6", "terms": [{"note": {"code": "term.games", "args": {"games": "2–1"}}}]}
    ]
