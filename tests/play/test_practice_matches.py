"""Practice with bids and as a best of three: Anna against a bot, and against Ben."""

import pytest

from bos_tournament.play import challenges, practice_games
from bos_tournament.play.models import BOT, FRIEND, PLAYER, PracticeGame, SealedAnswer
from bos_tournament.play.practice_matches import bids, next_games, preparation, swaps, wizard_places
from engine.bos.game import read_deck
from tests.factories import UserFactory
from tests.html_whitespace import tight
from tests.play.practice import MEADOW, NOBODY, SPARKS, fresh, play
from tests.play.refusals import refused

pytestmark = pytest.mark.django_db
CHOSEN = {"deck": "starter:first-sparks", "bot_deck": "starter:open-meadow", "bot": "newt", "first": "1"}
HTMX = {"HX-Request": "true"}


def begun(**told):
    return practice_games.start_practice(NOBODY, bot="newt", deck=SPARKS, bot_deck=MEADOW, **told)


def with_ben(**told):
    made = challenges.challenge_friend(NOBODY, deck=SPARKS, **told)
    return challenges.accept_challenge(made, NOBODY, deck=MEADOW)


def bids_of_both(game, annas, bens):
    bids.place_bid(game, PLAYER, amount=annas)
    bids.place_bid(game, FRIEND, amount=bens)
    return fresh(game)


def bots_bid(game):
    return int(game.sealed.get(seat=BOT).answer)


def test_without_a_wish_a_game_begins_as_ever():
    game = begun()
    assert (game.step, game.best_of, game.with_bid, game.sealed.count()) == ("playing", 1, False, 0)


def test_anna_bids_more_than_the_bot_chooses_and_the_bot_gets_its_ether(client):
    client.post("/play/", {**CHOSEN, "with_bid": "on"})
    game = PracticeGame.objects.get()
    bot = bots_bid(game)
    assert "Seal bid" in client.get(f"/play/{game.pk}/").text

    board = client.post(f"/play/{game.pk}/bid/", {"amount": bot + 1}, headers=HTMX)
    assert f"You bid {bot + 1}, Newt bid {bot}." in tight(board)
    client.post(f"/play/{game.pk}/choose/", {"goes_first": "yes"}, headers=HTMX)

    game = fresh(game)
    assert (game.step, game.first, game.asked) == ("playing", PLAYER, PLAYER)
    assert f"[Bid P1 {bot + 1} P2 {bot}]" in client.get(f"/play/{game.pk}/record.bln").text
    assert client.get(f"/api/v1/practice/{game.pk}/").json()["table"]["seats"][1]["ether"] == bot


def test_a_bot_that_bids_more_goes_first_and_anna_gets_what_she_bid():
    game = begun(with_bid=True)
    game.sealed.filter(seat=BOT).delete()
    game.sealed.create(seat=BOT, answer="7")

    bids.place_bid(game, PLAYER, amount=4)

    game = fresh(game)
    assert (game.step, game.first, game.asked, game.chooser) == ("playing", BOT, BOT, BOT)
    assert not SealedAnswer.objects.exists()


def test_a_bot_takes_its_bid_from_its_own_cards_and_a_secret_of_the_site():
    one, other = begun(with_bid=True), begun(with_bid=True)
    assert preparation.bots_bid(one) == bots_bid(one)
    assert 0 <= bots_bid(one) <= 99
    other.pk = one.pk
    assert preparation.bots_bid(other) == bots_bid(one)


def test_neither_sees_the_others_bid_before_both_are_in(client):
    game = with_ben(with_bid=True)
    before = client.get(f"/play/{game.friend_key}/").text
    unchanged = client.get(f"/play/{game.friend_key}/?seen=bidding0", headers=HTMX)
    assert unchanged.status_code == 204

    client.post(f"/play/{game.pk}/bid/", {"amount": 987654}, headers=HTMX)

    after = client.get(f"/play/{game.friend_key}/").text
    assert "987654" not in after
    assert tight(before).count("<p") == tight(after).count("<p")
    assert client.get(f"/play/{game.friend_key}/?seen=bidding0", headers=HTMX).status_code == 204
    assert "Your bid is sealed." in client.get(f"/play/{game.pk}/").text
    assert fresh(game).bids is None
    client.post(f"/play/{game.friend_key}/bid/", {"amount": 3}, headers=HTMX)
    assert fresh(game).bids == {"1": 987654, "2": 3}
    assert "Waiting for Friend" not in client.get(f"/play/{game.pk}/").text
    assert "Waiting for Guest" in client.get(f"/play/{game.friend_key}/").text


def test_a_sealed_bid_stands_and_sent_twice_it_counts_once():
    game = with_ben(with_bid=True)
    bids.place_bid(game, PLAYER, amount=4)
    bids.place_bid(game, PLAYER, amount=4)
    refused("already_sealed", bids.place_bid, game, PLAYER, amount=5)
    refused("bid_out_of_range", bids.place_bid, game, FRIEND, amount=-1)
    assert game.sealed.count() == 1


def test_a_bid_that_is_sent_twice_is_no_bid_of_the_next_round():
    game = with_ben(with_bid=True)
    bids.place_bid(game, PLAYER, amount=4, ties=0)
    bids.place_bid(game, FRIEND, amount=4, ties=0)

    bids.place_bid(game, FRIEND, amount=4, ties=0)

    assert (fresh(game).ties, game.sealed.count()) == (1, 0)


def test_the_record_of_a_game_that_is_on_tells_no_wizard_that_is_face_down(client):
    game = with_ben()
    practice_games.play(game, "T1 P1", after=0)

    record = client.get(f"{game.address_of(FRIEND)}record.bln").content.decode()

    assert "[Wizards P1" in record
    assert "[Wizards P2" not in record


def test_only_the_higher_bidder_chooses_and_may_go_second():
    game = bids_of_both(with_ben(with_bid=True), 4, 7)
    refused("other_step", bids.place_bid, game, PLAYER, amount=9)
    refused("not_the_chooser", bids.choose_order, game, PLAYER, goes_first=True)
    refused("chooser_settled", bids.leave_choice, game, PLAYER)

    bids.choose_order(game, FRIEND, goes_first=False)

    game = fresh(game)
    assert (game.step, game.first, game.asked) == ("playing", PLAYER, PLAYER)


def test_after_a_tie_both_bid_again_and_after_three_one_lets_the_other_choose(client):
    game = bids_of_both(with_ben(with_bid=True), 5, 5)
    assert (game.step, game.ties) == ("bidding", 1)
    assert "You both bid 5. Bid again." in tight(client.get(f"/play/{game.pk}/"))
    bids_of_both(game, 5, 5)
    game = bids_of_both(game, 3, 3)
    assert (game.step, game.chooser) == ("choice", None)

    client.post(f"/play/{game.friend_key}/leave-choice/", headers=HTMX)
    client.post(f"/play/{game.pk}/choose/", {"goes_first": "yes"}, headers=HTMX)

    seats = client.get(f"/api/v1/practice/{game.pk}/").json()["table"]["seats"]
    assert [seat["ether"] for seat in seats] == [0, 3]


def test_a_bot_that_tied_three_times_lets_anna_choose():
    game = begun(with_bid=True)
    for _tie in range(3):
        bids.place_bid(game, PLAYER, amount=bots_bid(game))
    game = fresh(game)
    assert (game.step, game.chooser, game.ties) == ("choice", PLAYER, 3)


def test_nothing_is_played_and_no_record_told_before_the_game_begins(client):
    game = begun(with_bid=True)
    refused("not_begun", practice_games.play, game, "T1 P1", after=0)
    refused("nothing", practice_games.take_back, game)
    assert client.get(f"/play/{game.pk}/record.bln").status_code == 404
    assert client.get(f"/api/v1/practice/{game.pk}/record.bln").status_code == 404
    board = client.get(f"/api/v1/practice/{game.pk}/").json()
    assert (board["step"], board["table"], board["options"]) == ("bidding", None, [])


def test_a_game_is_given_up_before_it_begins():
    game = begun(with_bid=True)
    practice_games.give_up(game)
    assert (fresh(game).winner, fresh(game).is_preparing) == (BOT, False)
    refused("nothing", practice_games.take_back, game)


def test_a_best_of_three_goes_on_with_one_button_and_swaps_until_somebody_has_two(client):
    client.post("/play/", {**CHOSEN, "best_of_three": "on"})
    first = PracticeGame.objects.get()
    refused("not_over", next_games.start_next_game, first)
    practice_games.give_up(first)
    board = client.get(f"/play/{first.pk}/")
    assert "Next game" in board.text
    assert "Best of three, game 1: you 0, Newt 1" in tight(board)

    answer = client.post(f"/play/{first.pk}/next/")

    second = PracticeGame.objects.get(previous=first)
    assert answer.url == f"/play/{second.pk}/"
    assert client.post(f"/play/{first.pk}/next/").url == answer.url
    assert f"/play/{second.pk}/" in client.get("/play/").text
    assert (second.number, second.step, second.first, second.score) == (2, "swapping", BOT, (0, 1))
    refused("next_begun", practice_games.take_back, first)
    assert "Keep deck" in client.get(answer.url).text
    client.post(f"{answer.url}swap/", {"nothing": "1"}, headers=HTMX)
    assert fresh(second).step == "playing"

    practice_games.give_up(second)
    assert "Newt won the match." in tight(client.get(answer.url))
    refused("decided", next_games.start_next_game, second)


def test_bids_come_again_before_the_second_game():
    game = begun(with_bid=True, best_of=3)
    practice_games.give_up(game)
    second = next_games.start_next_game(game)
    assert (second.step, second.bids) == ("bidding", None)
    bids.place_bid(second, PLAYER, amount=1000)
    bids.choose_order(second, PLAYER, goes_first=True)
    assert fresh(second).step == "swapping"


def test_swaps_are_secret_until_both_are_locked_and_last(client):
    game = with_ben(best_of=3)
    practice_games.give_up(game)
    second = next_games.start_next_game(game)
    reserves = [entry.name for entry in read_deck(second.deck).reserves]
    refused("swap_not_possible", swaps.lock_swap, second, PLAYER, out=["Nothing"], into=reserves[:1])

    swaps.lock_swap(second, PLAYER, out=[], into=[])

    assert fresh(second).step == "swapping"
    refused("already_sealed", preparation.seal, second, PLAYER, "another list")
    swaps.lock_swap(second, FRIEND, out=[], into=[])
    assert (fresh(second).step, second.sealed.count()) == ("playing", 0)
    practice_games.give_up(second, seat=FRIEND)
    second = fresh(second)
    assert second.score == (1, 1)
    assert next_games.start_next_game(second).score == (1, 1)


def test_each_friend_is_led_to_their_own_side_of_the_next_game(client):
    game = with_ben(best_of=3)
    practice_games.give_up(game)
    bens = client.post(f"/play/{game.friend_key}/next/").url
    second = PracticeGame.objects.get(previous=game)
    assert bens == f"/play/{second.friend_key}/"
    assert client.post(f"/play/{game.pk}/next/").url == f"/play/{second.pk}/"
    assert second.friend_key not in (None, game.friend_key)


def test_a_challenge_says_what_is_played(client):
    made = challenges.challenge_friend(NOBODY, deck=SPARKS, best_of=3, with_bid=True)
    page = tight(client.get(f"/play/accept/{made.key}/"))
    assert "Play a best of three on the board. You both bid for the first turn." in page


def test_a_visitor_has_one_open_game_as_with_an_account(client):
    client.post("/play/", CHOSEN)
    first = PracticeGame.objects.get()
    page = tight(client.get("/play/"))
    assert f"/play/{first.pk}/" in page
    assert "Starting a game against a bot concedes the one you have open." in page

    client.post("/play/", CHOSEN)

    assert fresh(first).winner == BOT
    assert PracticeGame.objects.filter(over_at=None).count() == 1


def test_a_cookie_that_nobody_signed_is_no_game_of_a_visitor(client):
    game = begun()
    client.cookies["practice"] = str(game.pk)
    client.post("/play/", CHOSEN)
    assert fresh(game).over_at is None


def test_a_friend_with_an_account_finds_the_game_in_their_list_on_their_side(signed_in, anna):
    ben = UserFactory(handle="Ben")
    made = challenges.challenge_friend(anna, deck=SPARKS)
    game = challenges.accept_challenge(made, ben, deck=MEADOW)
    practice_games.give_up(game)
    bens = tight(signed_in(ben).get("/play/"))
    assert f"/play/{game.friend_key}/" in bens
    assert str(game.pk) not in bens
    assert "Anna with First Sparks" in bens
    assert "won" in bens


def test_who_waits_for_a_bot_is_told_how_many_games_come_first(client):
    waiting = [begun(first=BOT) for _game in range(4)]
    assert "3 games before yours." in tight(client.get(f"/play/{waiting[3].pk}/"))
    assert "before yours" not in client.get(f"/play/{waiting[0].pk}/").text
    asks = f"/play/{waiting[3].pk}/?seen=0.3"
    assert client.get(asks.replace("seen=0", f"seen={waiting[3].lines.count()}"), headers=HTMX).status_code == 204
    PracticeGame.objects.filter(pk=waiting[0].pk).update(asked=PLAYER)
    assert "2 games before yours." in tight(client.get(asks, headers=HTMX))


def test_anna_arranges_her_wizards_before_her_first_move(client):
    game = begun()
    listed = client.get(f"/api/v1/practice/{game.pk}/").json()["wizards"]
    turned = {"a": listed[2], "b": listed[0], "c": listed[1]}
    assert "Arrange your wizards" in client.get(f"/play/{game.pk}/").text

    client.post(f"/play/{game.pk}/wizards/", turned, headers=HTMX)

    assert f"[Wizards P1 {listed[2]}, {listed[0]}, {listed[1]}]" in client.get(f"/play/{game.pk}/record.bln").text
    own = client.get(f"/api/v1/practice/{game.pk}/").json()["table"]["seats"][0]["wizards"]
    assert [wizard["name"] for wizard in own] == list(turned.values())
    refused("wizards_wrong", wizard_places.place_practice_wizards, game, PLAYER, names=listed[:1] * 3)
    play(game, "E")
    refused("wizards_placed", wizard_places.place_practice_wizards, game, PLAYER, names=listed)
    assert "Arrange your wizards" not in client.get(f"/play/{game.pk}/").text


def test_the_next_game_ends_another_one_that_anna_left_open(anna):
    first = practice_games.start_practice(anna, bot="newt", deck=SPARKS, bot_deck=MEADOW, best_of=3)
    practice_games.give_up(first)
    another = practice_games.start_practice(anna, bot="newt", deck=SPARKS, bot_deck=MEADOW)

    next_games.start_next_game(first)

    assert fresh(another).winner == BOT
