"""Analyses by program: Anna opens games, adds lines and shares, and Cleo the onlooker reads what is shared."""

import pytest
from django.test import Client

from bos_tournament.cards import catalogue
from bos_tournament.play import practice_games
from bos_tournament.play.analysis import line_search
from bos_tournament.play.models import AnalysisTree
from engine.bos.model.card_pool import sample_pool
from tests.factories import DeckFactory, SeatFactory, UserFactory
from tests.play.practice import MEADOW, begun

pytestmark = pytest.mark.django_db
DECKS = {"starter_one": "first-sparks", "starter_two": "open-meadow"}


@pytest.fixture(autouse=True)
def sample_catalogue(db):
    catalogue.load(sample_pool().write(), publish=True)


@pytest.fixture
def anna():
    return UserFactory(handle="Anna")


@pytest.fixture
def annas(program, anna):
    return program(anna)


@pytest.fixture
def cleos(program):
    return program(UserFactory(handle="Cleo"))


def said(answer):
    return answer.status_code, answer.json()["code"]


def opened(program, **fields):
    return program.post("analyses/", {**DECKS, **fields}).json()


def added(program, tree, after, line):
    return program.post(f"analyses/{tree['id']}/lines/", {"after": after, "line": line})


def test_anna_opens_an_empty_table_and_adds_lines_until_one_begins_a_branch(annas):
    tree = opened(annas, name="Imps")
    begin = added(annas, tree, tree["lines"][0]["id"], "T1 P1").json()
    first = added(annas, tree, begin["id"], "E").json()
    answer = added(annas, tree, begin["id"], "S a Cinder Imp")

    branch = answer.json()
    assert answer.status_code == 201
    assert (branch["line"], branch["after"], branch["best_lines"]) == ("S a Cinder Imp", begin["id"], None)
    assert "E" in [option["line"] for option in branch["options"]]
    assert branch["table"]["seats"][1]["castle_cards"]
    lines = annas.get(f"analyses/{tree['id']}/").json()["lines"]
    assert [row["line"] for row in lines if row["after"] == begin["id"]] == ["E", "S a Cinder Imp"]
    assert added(annas, tree, begin["id"], "E").json()["id"] == first["id"]


def test_a_branch_is_remarked_on_made_the_main_line_exported_and_deleted(annas):
    tree = opened(annas)
    begin = added(annas, tree, tree["lines"][0]["id"], "T1 P1").json()
    added(annas, tree, begin["id"], "E")
    imp = added(annas, tree, begin["id"], "S a Cinder Imp").json()
    here = f"analyses/{tree['id']}/lines/{imp['id']}/"

    assert annas.patch(here, {"comment": "Faster."}).json()["comment"] == "Faster."
    assert annas.post(f"{here}main/", {}).status_code == 200
    record = annas.get(f"analyses/{tree['id']}/record.bln").content.decode()
    assert record.endswith("1. T1 P1\n2. S a Cinder Imp # Faster.\n# (after 1: E)\n")
    assert annas.delete(here).status_code == 204
    assert annas.get(here).status_code == 404
    assert said(annas.delete(f"analyses/{tree['id']}/lines/{tree['lines'][0]['id']}/")) == (409, "nothing")


def test_a_position_set_by_hand_opens_or_is_refused_with_every_problem(annas):
    card = {"at": "a", "card": "Slag Brute", "strength": 4}
    side = {"life": 5, "placed": [card], "graveyard": ["Lava Hound"]}
    position = {"turn": 7, "seat": 1, "phase": "main", "side_one": side, "side_two": {"life": 3, "placed": []}}
    decks = {"starter_one": "first-sparks", "starter_two": "open-meadow"}

    made = annas.post("analyses/", {**decks, "position": position}).json()
    here = annas.get(f"analyses/{made['id']}/lines/{made['lines'][0]['id']}/").json()
    refused = annas.post("analyses/", {**decks, "position": {**position, "side_two": side}})

    assert here["table"]["seats"][0]["summons"][0]["strength"] == 4
    assert "A a P2" in [option["line"] for option in here["options"]]
    assert said(refused) == (409, "misplaced")
    assert [problem["at"] for problem in refused.json()["fields"]["problems"]] == ["2a", "P2 graveyard"]
    assert annas.post("analyses/", {**decks, "position": position, "record": "E"}).status_code == 400


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("main", "Send an object."),
        ({"turn": "7"}, "turn: Send a whole number."),
        ({"side_one": {"placed": [{"at": "a", "cards": "Slag Brute"}]}}, "side_one: placed: cards: Unknown here."),
        ({"side_one": {"placed": {}}}, "side_one: placed: Send a list."),
    ],
)
def test_an_object_in_a_body_is_read_as_strictly_as_the_body(annas, position, told):
    refused = annas.post("analyses/", {**DECKS, "position": position})

    assert refused.status_code == 400
    assert refused.json()["fields"]["position"][0]["message"].startswith(told)


def test_best_lines_are_asked_for_and_told(annas, monkeypatch):
    monkeypatch.setattr(line_search, "NODES", 60)
    tree = opened(annas)
    start = tree["lines"][0]["id"]

    assert annas.post(f"analyses/{tree['id']}/lines/{start}/best/", {}).json()["waiting"]
    line_search.find_lines(start)
    found = annas.get(f"analyses/{tree['id']}/lines/{start}/").json()

    assert not found["waiting"]
    assert found["best_lines"]["lines"][0]["line"] == "T1 P1"


def test_cleo_reads_and_copies_what_anna_shares_and_changes_only_the_copy(annas, cleos):
    tree = opened(annas)
    assert cleos.get(f"analyses/{tree['id']}/").status_code == 404

    shared = annas.patch(f"analyses/{tree['id']}/", {"shared": True, "name": "Open"}).json()
    seen = cleos.get(f"analyses/{tree['id']}/").json()

    assert (shared["shared"], shared["name"], shared["may_write"]) == (True, "Open", True)
    assert (seen["name"], seen["may_write"]) == ("Open", False)
    assert cleos.get(f"analyses/{tree['id']}/lines/{tree['lines'][0]['id']}/").json()["options"] == []
    assert added(cleos, tree, tree["lines"][0]["id"], "T1 P1").status_code == 403
    copied = cleos.post(f"analyses/{tree['id']}/copy/", {}).json()
    assert added(cleos, copied, copied["lines"][0]["id"], "T1 P1").status_code == 201
    assert [row["id"] for row in cleos.get("analyses/").json()["results"]] == [copied["id"]]
    assert annas.delete(f"analyses/{tree['id']}/").status_code == 204
    assert AnalysisTree.objects.count() == 1


def test_a_practice_game_opens_once_it_is_over(annas, anna):
    game = begun(anna)
    assert said(annas.post(f"practice/{game.pk}/analysis/", {})) == (409, "running")
    practice_games.give_up(game)

    tree = annas.post(f"practice/{game.pk}/analysis/", {}).json()

    assert [row["line"] for row in tree["lines"]] == ["", "T1 P1", "X P1 concedes"]
    last = annas.get(f"analyses/{tree['id']}/lines/{tree['lines'][-1]['id']}/").json()
    assert (last["ending"] != "", last["options"]) == (True, [])


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"starter_two": "first-sparks", "text_two": MEADOW[1]}, "one_of_these"),
        ({"record": "[Game"}, "unreadable"),
        ({"surprise": 1}, "unknown"),
    ],
)
def test_what_cannot_be_opened_is_refused_with_its_reason(annas, fields, code):
    answer = annas.post("analyses/", {**DECKS, **fields})

    assert answer.status_code in (400, 409)
    assert code in answer.content.decode()
    assert not AnalysisTree.objects.exists()


def test_decks_are_sent_by_name_by_id_or_as_a_text_and_nobody_elses(annas, cleos, anna):
    own = str(DeckFactory(owner=anna, text=MEADOW[1]).pk)
    decks = {"deck_one": own, "text_two": MEADOW[1]}

    assert annas.post("analyses/", decks).status_code == 201
    assert cleos.post("analyses/", decks).status_code == 404
    assert Client().post("/api/v1/analyses/", decks, content_type="application/json").status_code == 404


def test_a_line_that_breaks_a_rule_is_refused_with_the_rule_and_during_a_match_every_new_one(annas, anna):
    tree = opened(annas)
    start = tree["lines"][0]["id"]
    refused = added(annas, tree, start, "A a P2")
    assert said(refused) == (409, "illegal_line")
    assert refused.json()["fields"]["problems"][0]["message"] == refused.json()["detail"]

    SeatFactory(user=anna)

    assert said(added(annas, tree, start, "T1 P1")) == (409, "running")
