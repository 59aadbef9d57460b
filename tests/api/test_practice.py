"""Practice games by program: Anna begins one and plays it on, the bot answers, and nobody else gets in."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bos_tournament.cards import catalogue
from bos_tournament.play import bot_turns, practice_games
from bos_tournament.play.models import BOT, PLAYER, PracticeGame
from engine.bos import game as bos
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from engine.hosting import Given, judge_text
from tests.factories import DeckFactory, UserFactory
from tests.play.practice import MEADOW, SPARKS, begun, fresh, let_the_bot_play, lines, options, play

pytestmark = pytest.mark.django_db
GAME = {"bot": "newt", "starter": "first-sparks", "bot_starter": "open-meadow"}
CUT = {"bot": "newt", "starter": "first-sparks", "bot_text": "Root Giant\nMoon Lily\n"}
GROVE = ("Deep Grove", starter_decks()["Deep Grove"])
ANNAS_TURN = ["S b Barrow Boar", "S a Bramble Elk", "S c Moon Lily", "E"]
THE_BOTS_TURN = ["T2 P2", "S a Ambercrest Stag", "S b Field Sentinel", "S c Field Sentinel", "A a x 1a", "A b x 1b"]
"""After these, a card of Anna's offers something that she need not take."""
MOST = 12
"""So many times a board asks the database at most."""


@pytest.fixture(autouse=True)
def sample_catalogue(db):
    catalogue.load(sample_pool().write(), publish=True)


@pytest.fixture
def anna():
    return UserFactory(handle="Anna")


@pytest.fixture
def annas(program, anna):
    return program(anna)


def said(answer):
    return answer.status_code, answer.json()["code"]


def test_anna_starts_a_game_and_gets_the_board_with_what_she_can_do(annas, anna):
    answer = annas.post("practice/", GAME)

    board, game = answer.json(), PracticeGame.objects.get()
    assert answer.status_code == 201
    assert (board["id"], board["bot"], board["first"], board["asked"]) == (str(game.pk), "newt", 1, 1)
    assert (board["winner"], board["over_at"], board["ending"], board["problem"]) == (None, None, "", "")
    assert (board["deck_name"], board["bot_deck_name"]) == ("First Sparks", "Open Meadow")
    assert (board["count"], board["told"][-1]["line"]) == (1, "T1 P1")
    assert game.owner == anna
    end = next(option for option in board["options"] if option["line"] == "E")
    assert (end["path"], end["how"], bool(end["label"])) == ([], "line", True)
    assert annas.get(f"practice/{game.pk}/").json() == board


def test_anna_reads_what_a_board_shows_and_nothing_of_the_cards_of_the_bot(annas, anna):
    board = annas.get(f"practice/{begun(anna).pk}/").json()

    own, bots = board["table"]["seats"]
    assert own["spellbook_cards"]
    assert "spellbook_cards" not in bots
    assert all(option["line"] and option["label"] for option in board["options"])
    assert all(one["rule"] and one["text"] for one in board["unlit"])
    assert (board["whole"], board["may_pass"], board["may_take_back"]) == (True, False, False)


def test_anna_plays_some_lines_and_the_bot_answers_each_time(annas):
    board = annas.post("practice/", GAME).json()
    path, game = f"practice/{board['id']}/", PracticeGame.objects.get()
    for _ in range(2):
        after = annas.post(f"{path}lines/", {"line": "E", "after": board["count"]})
        assert (after.status_code, after.json()["asked"], after.json()["options"]) == (200, 2, [])
        let_the_bot_play(game)
        board = annas.get(path).json()

    told = [line["line"] for line in board["told"]]
    assert told[:2] == ["E", "T4 P2"]
    assert all(one["text"] for line in board["told"] for one in line["told"])
    assert lines(game)[:3] == ["T1 P1", "E", "T2 P2"]
    assert board["count"] == game.lines.count()


def test_the_bot_begins_where_anna_says_so_and_then_it_is_her_turn(annas):
    board = annas.post("practice/", {**GAME, "first": 2}).json()

    assert (board["first"], board["asked"], board["options"]) == (2, 2, [])
    while PracticeGame.objects.get().asked == 2:
        bot_turns.answer(PracticeGame.objects.get().pk)

    now = annas.get(f"practice/{board['id']}/").json()
    assert now["asked"] == 1
    assert now["count"] > board["count"]


def test_a_line_that_is_sent_twice_counts_once(annas, anna):
    game = begun(anna)
    sent = {"line": "E", "after": game.lines.count()}

    first, again = (annas.post(f"practice/{game.pk}/lines/", sent) for _ in range(2))

    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert lines(game).count("E") == 1


def test_a_game_that_is_started_twice_with_one_key_is_one_game(annas):
    key = str(uuid4())

    first, again = (annas.post("practice/", GAME, Idempotency_Key=key) for _ in range(2))

    assert first.json() == again.json()
    assert PracticeGame.objects.count() == 1


def test_a_line_that_breaks_a_rule_is_refused_with_the_rule(annas, anna):
    game = begun(anna)

    refused = annas.post(f"practice/{game.pk}/lines/", {"line": "A a P2", "after": game.lines.count()})

    (problem,) = refused.json()["fields"]["problems"]
    assert said(refused) == (409, "illegal_line")
    assert problem["rule"]
    assert problem["message"] == refused.json()["detail"]
    assert set(problem) == {"rule", "message", "code", "args"}
    assert lines(game) == ["T1 P1"]


def test_a_line_for_an_older_board_is_refused_and_the_board_says_what_to_send(annas, anna):
    game = begun(anna)
    older = game.lines.count()
    play(game, "E")

    refused = annas.post(f"practice/{game.pk}/lines/", {"line": "O a", "after": older})
    passed = annas.post(f"practice/{game.pk}/pass/", {"after": older})
    board = annas.get(f"practice/{game.pk}/").json()

    assert said(refused) == said(passed) == (409, "board_changed")
    assert board["count"] > older
    assert annas.post(f"practice/{game.pk}/lines/", {"line": "E", "after": board["count"]}).status_code == 200


def test_anna_cannot_pass_where_she_has_to_choose(annas, anna):
    game = begun(anna)

    assert said(annas.post(f"practice/{game.pk}/pass/", {"after": game.lines.count()})) == (409, "must_act")


def test_anna_passes_where_she_may(annas, anna):
    game = begun(anna, deck=GROVE)
    done = [*((PLAYER, line) for line in ANNAS_TURN), *((BOT, line) for line in THE_BOTS_TURN)]
    for number, (seat, line) in enumerate(done, 2):
        game.lines.create(number=number, seat=seat, written=line)
    board = annas.get(f"practice/{game.pk}/").json()
    assert (board["may_pass"], [option["line"] for option in board["options"]]) == (True, ["+ 1b"])

    passed = annas.post(f"practice/{game.pk}/pass/", {"after": board["count"]})
    again = annas.post(f"practice/{game.pk}/pass/", {"after": board["count"]})

    assert (passed.status_code, passed.json()["asked"], passed.json()["count"]) == (200, 2, board["count"] + 1)
    assert passed.json() == again.json()


def test_anna_takes_back_and_gives_up_and_takes_that_back_too(annas, anna):
    game = begun(anna)
    path = f"practice/{game.pk}/"
    assert said(annas.post(f"{path}take-back/")) == (409, "nothing")
    play(game, "E")

    back = annas.post(f"{path}take-back/").json()
    lost = annas.post(f"{path}give-up/").json()
    on = annas.post(f"{path}take-back/").json()

    assert (back["told"][-1]["line"], back["asked"], back["may_take_back"]) == ("T1 P1", 1, False)
    assert (lost["asked"], lost["winner"], bool(lost["over_at"]), bool(lost["ending"])) == (None, 2, True, True)
    assert (lost["options"], lost["may_take_back"]) == ([], True)
    assert (on["asked"], on["winner"], on["over_at"], on["ending"]) == (1, None, None, "")


def test_the_record_is_a_text_that_the_engine_judges(annas, anna):
    game = begun(anna)
    play(game, "E")
    annas.post(f"practice/{game.pk}/give-up/")

    record = annas.get(f"practice/{game.pk}/record.bln", Accept="text/plain")

    given = Given({"P1": game.deck, "P2": game.bot_deck}, sample_pool(), bos.DEFAULT_EDITION)
    assert record["Content-Type"] == "text/plain; charset=utf-8"
    assert record.content.decode().startswith("[Game BOS]")
    assert judge_text(bos, record.content.decode(), given)["finding"] == "legal"


def test_anna_plays_with_a_deck_of_hers_or_with_a_list_she_sends(annas, anna):
    deck = DeckFactory(owner=anna, name="Embers", text=SPARKS[1])

    own = annas.post("practice/", {"bot": "magpie", "deck": str(deck.pk), "bot_text": MEADOW[1]}).json()
    sent = annas.post("practice/", {"bot": "newt", "text": SPARKS[1], "bot_starter": "long-night"}).json()

    assert (own["bot"], own["deck_name"]) == ("magpie", "Embers")
    assert own["bot_deck_name"]
    assert sent["deck_name"]
    assert sent["bot_deck_name"] == "Long Night"


def test_no_game_is_played_with_a_deck_of_somebody_else(annas, program):
    bens = DeckFactory(owner=UserFactory(handle="Ben"), text=SPARKS[1])
    asked = {"bot": "newt", "deck": str(bens.pk), "bot_starter": "open-meadow"}

    assert annas.post("practice/", asked).status_code == 404
    assert program().post("practice/", asked).status_code == 404
    assert not PracticeGame.objects.exists()


def test_a_list_that_is_not_legal_is_refused_with_all_its_problems(annas):
    refused = annas.post("practice/", CUT)

    assert said(refused) == (409, "illegal_list")
    assert len(refused.json()["fields"]["problems"]) > 1
    assert not PracticeGame.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"text": SPARKS[1]},
        {"starter": None},
        {"bot_text": MEADOW[1]},
        {"starter": "no-such-deck"},
        {"bot": "crow"},
        {"first": 3},
        {"first": True},
    ],
    ids=str,
)
def test_a_start_that_says_too_much_or_too_little_is_refused(annas, changes):
    asked = {name: value for name, value in {**GAME, **changes}.items() if value is not None}

    assert said(annas.post("practice/", asked)) == (400, "invalid")
    assert not PracticeGame.objects.exists()


def test_nobody_signed_in_begins_a_game_and_plays_by_its_id(program, annas):
    nobody = program()
    board = nobody.post("practice/", GAME).json()
    path = f"practice/{board['id']}/"

    played = program().post(f"{path}lines/", {"line": "E", "after": board["count"]})

    assert (played.status_code, played.json()["asked"]) == (200, 2)
    assert annas.get(path).status_code == 200
    assert annas.get("practice/").json()["results"] == []
    assert nobody.get("practice/").status_code == 401


def test_nobody_begins_more_games_than_a_site_bears(program, annas, monkeypatch):
    monkeypatch.setattr(practice_games, "STRANGERS_GAMES", practice_games.Rate(1, 3600))
    program().post("practice/", GAME)

    assert said(program().post("practice/", GAME)) == (409, "too_many")
    assert annas.post("practice/", GAME).status_code == 201


def test_cleo_the_onlooker_finds_nothing_of_annas_game(program, anna):
    game = begun(anna)
    path, after = f"practice/{game.pk}/", game.lines.count()

    for asking in (program(UserFactory(handle="Cleo")), program()):
        answers = [
            asking.get(path),
            asking.get(f"{path}record.bln"),
            asking.post(f"{path}lines/", {"line": "E", "after": after}),
            asking.post(f"{path}pass/", {"after": after}),
            asking.post(f"{path}take-back/"),
            asking.post(f"{path}give-up/"),
        ]
        assert [answer.status_code for answer in answers] == [404] * 6

    assert lines(game) == ["T1 P1"]


def test_anna_finds_her_games_the_latest_first_and_none_of_bens(annas, anna):
    left, latest = begun(anna), begun(anna, bot="magpie")
    begun(UserFactory(handle="Ben"))

    rows = annas.get("practice/").json()["results"]

    assert [row["id"] for row in rows] == [str(latest.pk), str(left.pk)]
    assert [(row["bot"], row["asked"], row["winner"]) for row in rows] == [("magpie", 1, None), ("newt", None, 2)]


def test_a_browser_proves_each_deed_with_its_csrf_token(anna):
    game, browser = begun(anna), Client(enforce_csrf_checks=True)
    browser.force_login(anna)

    refused = browser.post(f"/api/v1/practice/{game.pk}/give-up/", "{}", content_type="application/json")

    assert refused.status_code == 403
    assert lines(game) == ["T1 P1"]


def test_a_board_asks_the_database_as_often_after_thirty_lines_as_after_one(annas, anna):
    game = begun(anna)
    path = f"practice/{game.pk}/"

    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert annas.get(path).status_code == 200
        return len(captured)

    queries()
    few = queries()
    while fresh(game).asked == 1 and game.lines.count() < 30:
        play(game, next(line for line in ("E", *options(game)) if line in options(game)))

    assert game.lines.count() > 10
    assert few == queries()
    assert few <= MOST
