"""Pages of practice games: starting one, the board and every deed on it, with and without an account."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bos_tournament.cards.models import Card
from bos_tournament.play import presenter
from bos_tournament.play.models import BOT, PracticeGame
from engine.bos.game import CardType, main_cards, read_deck
from engine.bos.model.card_pool import sample_pool
from tests.factories import DeckFactory, UserFactory
from tests.html_whitespace import tight
from tests.play.practice import MEADOW, begun, fresh, let_the_bot_play, lines, options, play

CHOSEN = {"deck": "starter:first-sparks", "bot_deck": "starter:open-meadow", "bot": "newt", "first": "1"}


def url(game, deed=""):
    return f"/play/{game.pk}/{deed}"


def sent(client, game, deed, **fields):
    """A deed from the page as htmx sends it."""
    return client.post(url(game, deed), {"after": game.lines.count(), **fields}, headers={"HX-Request": "true"})


def test_a_visitor_without_an_account_starts_a_game_and_is_led_to_its_board(client):
    answer = client.post("/play/", CHOSEN)

    game = PracticeGame.objects.get()
    assert answer.url == url(game)
    assert (game.owner, game.bot, game.deck_name, game.bot_deck_name) == (None, "newt", "First Sparks", "Open Meadow")
    board = client.get(url(game))
    assert board.status_code == 200
    assert board["X-Robots-Tag"] == "noindex"
    assert 'value="E"' in tight(board)


def test_anna_plays_with_a_deck_of_her_own_and_finds_her_games_again(signed_in, anna):
    deck, annas = DeckFactory(owner=anna, name="Grove", text=MEADOW[1]), signed_in(anna)

    annas.post("/play/", {**CHOSEN, "deck": str(deck.pk), "bot": "magpie", "first": "2"})

    game = PracticeGame.objects.get()
    assert (game.owner, game.deck_name, game.first, game.asked) == (anna, "Grove", 2, BOT)
    assert "Magpie with Open Meadow" in tight(annas.get("/play/"))


def test_owl_can_be_chosen(client):
    assert "Owl: thinks about your answer" in tight(client.get("/play/"))

    client.post("/play/", {**CHOSEN, "bot": "owl"})

    assert PracticeGame.objects.get().bot == "owl"


def test_a_deck_that_is_not_legal_is_refused_at_its_field_and_the_choices_stay(signed_in, anna):
    deck, annas = DeckFactory(owner=anna, name="Two cards", text="Root Giant\n"), signed_in(anna)

    answer = annas.post("/play/", {**CHOSEN, "deck": str(deck.pk), "bot": "magpie"})

    assert answer.status_code == 422
    assert answer.context["form"].errors["deck"]
    assert answer.context["form"]["bot"].value() == "magpie"


@pytest.mark.parametrize("wrong", [{"deck": str(uuid4())}, {"bot": "raven"}, {"first": "3"}, {"bot_deck": ""}])
def test_what_cannot_be_chosen_starts_nothing(client, wrong):
    assert client.post("/play/", {**CHOSEN, **wrong}).status_code == 422
    assert not PracticeGame.objects.exists()


def test_cleo_cannot_choose_annas_deck(signed_in, anna):
    deck, cleos = DeckFactory(owner=anna), signed_in(UserFactory(handle="Cleo"))

    assert cleos.post("/play/", {**CHOSEN, "deck": str(deck.pk)}).status_code == 422


def test_a_line_is_played_and_the_board_comes_back(client):
    game = begun()
    written = options(game)[0]

    answer = sent(client, game, "lines/", line=written)

    assert answer.status_code == 200
    assert tight(answer).startswith('<section id="position"')
    assert lines(game) == ["T1 P1", written]


def test_without_script_the_page_comes_back_by_a_redirect_with_what_was_refused(client):
    game = begun()

    played = client.post(url(game, "lines/"), {"line": options(game)[0], "after": game.lines.count()})
    refused = client.post(url(game, "lines/"), {"line": "A a P2", "after": 0}, follow=True)

    assert played.url == url(game)
    assert "The board has changed" in tight(refused)


def test_a_wrong_line_is_answered_by_its_rule_above_the_choices(client):
    game = begun()

    answer = sent(client, game, "lines/", line="C Nothing Like It")

    assert answer.status_code == 409
    assert 'role="alert"' in tight(answer)
    assert lines(game) == ["T1 P1"]


@pytest.mark.parametrize("wrong", [{"line": "x" * 301}, {"after": ""}, {"after": "-1"}, {"after": "soon"}])
def test_what_is_no_move_is_answered_by_a_sentence_and_changes_nothing(client, wrong):
    game = begun()

    answer = sent(client, game, "lines/", **{"line": "E", **wrong})

    assert answer.status_code == 409
    assert "This is no move of this board" in tight(answer)
    assert lines(game) == ["T1 P1"]


def test_while_the_bot_thinks_the_board_asks_again_and_offers_nothing(client):
    game = begun(first=BOT)

    page = tight(client.get(url(game)))

    assert "Newt is thinking" in page
    assert 'hx-trigger="every 1s"' in page
    assert "data-path" not in page


def test_a_board_that_asks_again_before_the_bot_did_anything_is_told_so_in_a_word(client):
    game = begun(first=BOT)
    asks = f"{url(game)}?seen={game.lines.count()}.0"

    waiting = client.get(asks, headers={"HX-Request": "true"})
    let_the_bot_play(game)
    done = client.get(asks, headers={"HX-Request": "true"})

    assert waiting.status_code == 204
    assert "Your move." in tight(done)


def test_take_back_give_up_and_the_record_have_their_doors(client):
    game = begun()
    sent(client, game, "lines/", line=options(game)[0])
    sent(client, game, "take-back/")
    assert lines(game) == ["T1 P1"]

    ended = sent(client, game, "give-up/")
    assert "Newt won" in tight(ended)

    record = client.get(url(game, "record.bln"))
    assert record["Content-Disposition"].endswith('.bln"')
    assert "2. X P1 concedes" in record.content.decode()


@pytest.mark.parametrize("deed", ["", "lines/", "pass/", "take-back/", "give-up/", "record.bln"])
def test_cleo_the_onlooker_finds_no_door_to_annas_game(client, signed_in, anna, deed):
    game, method = begun(anna), "get" if deed in ("", "record.bln") else "post"

    for onlooker in (client, signed_in(UserFactory(handle="Cleo"))):
        assert getattr(onlooker, method)(url(game, deed), {"after": 1}).status_code == 404


def test_the_page_holds_no_card_of_the_bots_but_its_boss(client):
    game = begun(bot_deck=MEADOW)
    cards = {card.name: card.type for card in main_cards(read_deck(MEADOW[1]), sample_pool())}

    page = tight(client.get(url(game)))

    assert {name for name in cards if name in page} == {name for name in cards if cards[name] is CardType.BOSS}


def test_a_long_game_asks_the_database_as_often_as_a_short_one():
    game = begun()
    with CaptureQueriesContext(connection) as short:
        presenter.board(fresh(game))
    for _ in range(4):
        game = play(game, options(game)[0])
        game = let_the_bot_play(game)
    with CaptureQueriesContext(connection) as long:
        presenter.board(fresh(game))

    assert len(long) == len(short)


def test_many_games_are_listed_by_as_many_queries_as_one(signed_in, anna):
    annas = signed_in(anna)
    begun(anna)
    annas.get("/play/")
    with CaptureQueriesContext(connection) as one:
        annas.get("/play/")
    for _ in range(5):
        begun(anna)
    with CaptureQueriesContext(connection) as many:
        annas.get("/play/")

    assert len(many) == len(one)


@pytest.mark.parametrize(("language", "said"), [("de", "Zug beenden"), ("es", "Terminar turno")])
def test_the_board_speaks_the_readers_language(client, language, said):
    game = begun()

    page = tight(client.get(url(game), headers={"Accept-Language": language}))

    assert f'lang="{language}"' in page
    assert said.casefold() in page.casefold()


def test_an_empty_catalogue_offers_no_game(client):
    Card.objects.all().delete()

    page = tight(client.get("/play/"))

    assert "Start game" not in page


def test_a_game_is_given_up_before_another_one_starts_and_stays_in_the_list(signed_in, anna):
    first = begun(anna)
    signed_in(anna).post("/play/", CHOSEN)

    assert fresh(first).winner == BOT
    assert PracticeGame.objects.filter(owner=anna).count() == 2
