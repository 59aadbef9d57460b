"""A game against a friend: Anna sends a link, Ben accepts, and both play on their own side of the board."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from bos_tournament.operations.models import Job
from bos_tournament.play import access, challenges, old_games, practice_games
from bos_tournament.play.analysis import opening
from bos_tournament.play.models import FRIEND, Challenge, PracticeGame
from tests.factories import DeckFactory, UserFactory
from tests.html_whitespace import tight
from tests.play.practice import MEADOW, SPARKS, fresh, lines, options
from tests.play.refusals import refused

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()
CHOSEN = {"deck": "starter:first-sparks", "bot_deck": "starter:open-meadow", "bot": "friend", "first": "1"}


def game_of(owner=NOBODY, friend=NOBODY, **told):
    """A game that a friend accepted."""
    made = challenges.challenge_friend(owner, deck=SPARKS, **told)
    return challenges.accept_challenge(made, friend, deck=MEADOW)


def test_anna_and_ben_begin_a_game_without_accounts(client):
    answer = client.post("/play/", CHOSEN)
    challenge = Challenge.objects.get()
    assert answer.url == challenge.get_absolute_url()
    assert f"/play/accept/{challenge.key}/" in client.get(answer.url).text

    accepted = client.post(f"/play/accept/{challenge.key}/", {"deck": "starter:open-meadow"})

    game = PracticeGame.objects.get()
    assert accepted.url == f"/play/{game.friend_key}/"
    assert client.get(answer.url).url == f"/play/{game.pk}/"
    assert (game.bot, game.deck_name, game.bot_deck_name) == ("", "First Sparks", "Open Meadow")


def test_while_anna_waits_her_page_asks_and_is_led_to_the_game_once_ben_is_there(client):
    made = challenges.challenge_friend(NOBODY, deck=SPARKS)
    ask = {"HX-Request": "true"}
    assert client.get(made.get_absolute_url(), headers=ask).status_code == 204

    game = challenges.accept_challenge(made, NOBODY, deck=MEADOW)

    assert client.get(made.get_absolute_url(), headers=ask)["HX-Redirect"] == game.get_absolute_url()


def test_each_plays_their_own_turn_and_no_bot_is_asked(client):
    game = game_of()
    assert "S b Smoke Runner" in options(game)

    practice_games.play(game, "S b Smoke Runner", after=1)
    practice_games.play(game, "E", after=2)
    refused("board_changed", practice_games.play, game, "E", after=4)
    practice_games.play(game, "S a Field Sentinel", after=4, seat=FRIEND)

    assert lines(game) == ["T1 P1", "S b Smoke Runner", "E", "T2 P2", "S a Field Sentinel"]
    assert not Job.objects.filter(task="play.answer").exists()


def test_ben_sees_his_own_cards_from_his_own_side_and_neither_address_tells_the_other(client):
    game = game_of(first=2)

    bens, annas = (client.get(game.address_of(seat)).text for seat in (FRIEND, 1))

    assert 'data-at="=Field Sentinel"' in bens
    assert 'data-at="=Field Sentinel"' not in annas
    assert str(game.pk) not in bens
    assert str(game.friend_key) not in annas
    assert bens.index('data-at="P1"') < bens.rindex('data-at="P2"')


def test_ben_plays_from_his_page(client):
    game = game_of(first=2)
    sent = {"line": "S a Field Sentinel", "after": "1"}

    answer = client.post(f"{game.address_of(FRIEND)}lines/", sent, headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert lines(game) == ["T1 P2", "S a Field Sentinel"]
    assert client.post(f"{game.address_of(1)}lines/", {**sent, "after": "2"}, follow=True).status_code == 200
    assert lines(game) == ["T1 P2", "S a Field Sentinel"]


def test_a_game_with_accounts_opens_for_these_two_alone(signed_in):
    anna, ben, cleo = (UserFactory(handle=name) for name in ("Anna", "Ben", "Cleo"))
    game = game_of(anna, ben)

    assert "Practice against Ben" in tight(signed_in(anna).get(game.address_of(1)))
    assert "Practice against Anna" in tight(signed_in(ben).get(game.address_of(FRIEND)))
    for seat in (1, FRIEND):
        assert signed_in(cleo).get(game.address_of(seat)).status_code == 404
    assert signed_in(ben).get(game.address_of(1)).status_code == 404


def test_moves_against_a_friend_stand(client):
    game = game_of()
    practice_games.play(game, "S b Smoke Runner", after=1)

    refused("no_take_back", practice_games.take_back, game)
    assert "data-take-back" not in client.get(game.address_of(1)).text


def test_ben_gives_up_and_both_read_who_won(client):
    game = game_of()

    practice_games.give_up(game, seat=FRIEND)

    assert fresh(game).winner == 1
    assert "You won" in client.get(game.address_of(1)).text
    assert "Guest won" in tight(client.get(game.address_of(FRIEND)))


def test_a_challenge_is_accepted_once(client):
    made = challenges.challenge_friend(NOBODY, deck=SPARKS)
    challenges.accept_challenge(made, NOBODY, deck=MEADOW)

    refused("accepted", challenges.accept_challenge, made, NOBODY, deck=MEADOW)
    answer = client.get(f"/play/accept/{made.key}/")
    assert answer.status_code == 410
    assert "This challenge was accepted already." in answer.text


def test_a_deck_that_is_not_legal_is_refused_on_both_sides(signed_in, client):
    two_cards = ("Two cards", "Root Giant\n")
    refused("illegal_list", challenges.challenge_friend, NOBODY, deck=two_cards)
    made = challenges.challenge_friend(NOBODY, deck=SPARKS)
    refused("illegal_list", challenges.accept_challenge, made, NOBODY, deck=two_cards)
    ben = UserFactory(handle="Ben")
    deck = DeckFactory(owner=ben, name="Two cards", text="Root Giant\n")

    answer = signed_in(ben).post(f"/play/accept/{made.key}/", {"deck": str(deck.pk)})

    assert answer.status_code == 422
    assert answer.context["form"].errors["deck"]


def test_cleo_cannot_look_at_annas_challenge_and_there_is_none_by_another_address(signed_in, client):
    anna, cleo = UserFactory(handle="Anna"), UserFactory(handle="Cleo")
    made = challenges.challenge_friend(anna, deck=SPARKS)

    assert signed_in(cleo).get(made.get_absolute_url()).status_code == 404
    assert client.get(made.get_absolute_url()).status_code == 404
    assert client.get(f"/play/challenges/{uuid4()}/").status_code == 404
    assert client.get(f"/play/accept/{uuid4()}/").status_code == 404


def test_a_game_against_a_friend_is_not_analysed_since_the_list_is_his_own():
    game = game_of()
    practice_games.give_up(game)

    refused("private_lists", opening.open_practice_game, NOBODY, access.practice_game(NOBODY, game.pk))


def test_a_challenge_that_nobody_accepts_is_deleted_after_a_month():
    made = challenges.challenge_friend(NOBODY, deck=SPARKS)
    assert old_games.delete_old_challenges() == 0
    Challenge.objects.filter(pk=made.pk).update(made_at=timezone.now() - timedelta(days=31))

    assert old_games.delete_old_challenges() == 1


def test_a_game_against_a_bot_leaves_the_one_against_ben_open():
    anna = UserFactory(handle="Anna")
    game = game_of(anna)

    practice_games.start_practice(anna, bot="newt", deck=SPARKS, bot_deck=MEADOW)

    assert fresh(game).over_at is None


def test_the_name_of_bens_file_does_not_tell_annas_address(client):
    game = game_of()

    assert str(game.pk)[:8] not in client.get(f"{game.address_of(FRIEND)}record.bln")["Content-Disposition"]


def test_ben_comes_back_to_the_game_by_the_link_and_cleo_does_not(signed_in):
    ben, cleo = UserFactory(handle="Ben"), UserFactory(handle="Cleo")
    made = challenges.challenge_friend(NOBODY, deck=SPARKS)
    game = challenges.accept_challenge(made, ben, deck=MEADOW)

    assert signed_in(ben).get(f"/play/accept/{made.key}/").url == game.address_of(FRIEND)
    assert signed_in(cleo).get(f"/play/accept/{made.key}/").status_code == 410
