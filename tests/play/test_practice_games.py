"""A practice game: Anna plays, the bot answers, every line of it is legal, and nobody else gets in."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.http import Http404
from django.utils import timezone

from bos_tournament.cards import catalogue
from bos_tournament.errors import Refused
from bos_tournament.operations.models import Job
from bos_tournament.play import access, bot_turns, game_flow, old_games, practice_games, presenter
from bos_tournament.play.models import BOT, PLAYER, PracticeGame
from bos_tournament.play.positions import How, position_of, record_text
from engine.bos import game as bos
from engine.bos.model.card_pool import Pool, sample_pool
from engine.hosting import Given, judge_text
from tests.engine.bos.duel import Duel, wizard
from tests.factories import UserFactory
from tests.play.practice import (
    MEADOW,
    NIGHT,
    NOBODY,
    SPARKS,
    begun,
    fresh,
    let_the_bot_play,
    lines,
    options,
    play,
    stands_after,
)

MET = "You control two summons."
ILLEGAL = ("Two cards", "Root Giant\nMoon Lily\n")


def judged(game):
    """What the engine finds in the record of a game."""
    here = position_of(fresh(game))
    lists = {"P1": game.deck, "P2": game.bot_deck}
    text = record_text(game, here.rows)
    return judge_text(bos, text, Given(lists, sample_pool(), bos.DEFAULT_EDITION))


def test_anna_goes_first_and_her_turn_has_begun_by_itself(anna):
    game = begun(anna)

    assert lines(game) == ["T1 P1"]
    assert game.asked == PLAYER
    assert "E" in options(game)


@pytest.mark.parametrize(
    ("one", "two", "by_itself"), [("gain 2 life.", "gain 1 vim.", ["! 1wb"]), ("gain 1 vim.", "double your vim.", [])]
)
def test_ben_is_asked_in_which_order_only_where_it_makes_a_difference(anna, one, two, by_itself):
    """Two of Anna's wizards say something when her summon falls in his turn."""
    when = "When a summon you control is defeated, you must "
    duel = Duel(wizard("Cora"), wizard("Loam", when + one), wizard("Reed", when + two))
    cards = Pool(
        tuple(
            replace(card, condition=card.condition or MET) if card.type is bos.CardType.BOSS else card
            for card in duel.pool.cards
        )
    )
    pool = catalogue.pin_cards(cards, cards)
    game = PracticeGame.objects.create(
        owner=anna, deck=duel.lists["P1"], bot_deck=duel.lists["P2"], pool=pool, first=PLAYER, asked=PLAYER
    )

    game = stands_after(game, "T1 P1", "S a Imp3", "E", "T2 P2", "S a Elk9", "A a x 1a")

    assert lines(game)[6:] == by_itself


def test_the_bot_goes_first_where_anna_wants_it_and_a_worker_is_told(anna):
    game = begun(anna, first=BOT)

    assert game.asked == BOT
    assert Job.objects.get(task="play.answer").subject == game.pk

    game = let_the_bot_play(game)
    assert lines(game)[0] == "T1 P2"
    assert game.asked == PLAYER


def test_owl_plays_a_whole_turn(anna):
    game = let_the_bot_play(begun(anna, bot="owl", first=BOT))

    assert lines(game)[0] == "T1 P2"
    assert "E" in lines(game)
    assert game.asked == PLAYER


@pytest.mark.parametrize("bot", ["newt", "magpie"])
def test_a_whole_game_is_a_legal_record_and_ends_with_a_winner(anna, bot):
    game = begun(anna, bot=bot)
    while game.asked == PLAYER:
        found = options(game)
        if len(found) == 0:
            practice_games.pass_on(game, after=game.lines.count())
        else:
            attacks = [line for line in found if line.startswith("A ") and line.endswith("P2")]
            game = play(game, (attacks or found)[0])
        game = let_the_bot_play(game)

    finding = judged(game)
    assert finding["finding"] == "legal", finding
    assert game.over_at is not None
    assert game.winner == int(finding["winner"][1])


def test_a_line_that_breaks_a_rule_is_refused_with_the_reason_and_nothing_changes(anna):
    game = begun(anna)

    with pytest.raises(Refused) as refused:
        practice_games.play(game, "A a P2", after=game.lines.count())

    assert refused.value.code == "illegal_line"
    assert str(refused.value)
    assert lines(game) == ["T1 P1"]


def test_a_line_that_is_sent_twice_counts_once(anna):
    game = begun(anna)
    written, after = options(game)[0], game.lines.count()

    practice_games.play(game, written, after=after)
    practice_games.play(game, written, after=after)

    assert lines(game).count(written) == 1


def test_a_line_for_an_older_board_is_refused(anna):
    game = begun(anna)
    after = game.lines.count()
    practice_games.play(game, options(game)[0], after=after)

    with pytest.raises(Refused) as refused:
        practice_games.play(game, "E", after=after)

    assert refused.value.code == "board_changed"


def test_where_something_has_to_be_chosen_anna_cannot_pass(anna):
    game = begun(anna)

    with pytest.raises(Refused) as refused:
        practice_games.pass_on(game, after=game.lines.count())

    assert refused.value.code == "must_act"


def test_anna_does_nothing_while_the_bot_is_asked(anna):
    game = begun(anna, first=BOT)

    with pytest.raises(Refused) as refused:
        practice_games.play(game, "E", after=game.lines.count())

    assert refused.value.code == "board_changed"


def test_taking_back_goes_to_before_what_anna_chose_last_whatever_the_bot_did_since(anna):
    game = begun(anna)
    first = options(game)[0]
    game = play(game, first)
    game = play(game, "E")
    assert len(lines(game)) > 3

    practice_games.take_back(game)

    assert lines(game) == ["T1 P1", first]
    assert fresh(game).asked == PLAYER


def test_a_take_back_that_is_sent_twice_takes_back_once(anna):
    game = begun(anna)
    first, *others = options(game)
    game = play(game, first)
    game = play(game, next(line for line in options(game) if line in others))
    after = game.lines.count()

    practice_games.take_back(game, after=after)
    practice_games.take_back(game, after=after)

    assert lines(game) == ["T1 P1", first]


def test_there_is_nothing_to_take_back_before_anna_chose_anything(anna):
    with pytest.raises(Refused) as refused:
        practice_games.take_back(begun(anna))

    assert refused.value.code == "nothing"


def test_giving_up_ends_the_game_for_the_bot_and_can_be_taken_back(anna):
    game = begun(anna)
    practice_games.give_up(game)
    practice_games.give_up(game)

    ended = fresh(game)
    assert (ended.winner, ended.asked) == (BOT, None)
    assert judged(game)["reason"] == "concession"
    assert lines(game) == ["T1 P1", "X P1 concedes"]

    practice_games.take_back(game)
    assert (fresh(game).over_at, fresh(game).winner, fresh(game).asked) == (None, None, PLAYER)


def test_a_new_game_gives_up_the_one_that_anna_left_and_nobody_elses(anna):
    left, bens = begun(anna), begun(UserFactory(handle="Ben"))

    begun(anna)

    assert fresh(left).winner == BOT
    assert fresh(bens).over_at is None


@pytest.mark.parametrize("decks", [(ILLEGAL, MEADOW), (SPARKS, ILLEGAL)], ids=["annas", "the bot's"])
def test_a_list_that_is_not_legal_starts_no_game(anna, decks):
    with pytest.raises(Refused) as refused:
        begun(anna, deck=decks[0], bot_deck=decks[1])

    assert refused.value.code == "illegal_list"
    assert "Two cards" in str(refused.value)
    assert not PracticeGame.objects.exists()


def test_visitors_begin_so_many_games_an_hour_and_no_more(monkeypatch, anna):
    monkeypatch.setattr(practice_games, "STRANGERS_GAMES", practice_games.Rate(1, 3600))
    begun(NOBODY)

    with pytest.raises(Refused) as refused:
        begun(NOBODY)

    assert refused.value.code == "too_many"
    begun(anna)


def test_cleo_the_onlooker_does_not_find_annas_game_and_whoever_has_its_link_finds_one_without_an_account(anna):
    cleo, annas, nobodys = UserFactory(handle="Cleo"), begun(anna), begun(NOBODY)

    for user, pk in ((cleo, annas.pk), (NOBODY, annas.pk), (cleo, uuid4())):
        with pytest.raises(Http404):
            access.practice_game(user, pk)
    assert access.practice_game(anna, annas.pk) == annas
    assert access.practice_game(NOBODY, nobodys.pk) == access.practice_game(cleo, nobodys.pk) == nobodys
    assert not access.own_games(NOBODY).exists()


def test_what_the_player_chooses_for_a_card_of_the_bot_is_asked_of_the_player(anna):
    game = begun(anna, deck=NIGHT, bot_deck=SPARKS)
    here = position_of(game)
    half = next((option for option in here.options if option.how == How.HALF), None)

    assert half is None, "no card that lets the bot choose can be cast on the first turn"


def test_a_bot_that_is_asked_again_does_nothing_more(anna):
    game = begun(anna, first=BOT)
    let_the_bot_play(game)
    before = game.lines.count()

    bot_turns.answer(game.pk)
    bot_turns.answer(uuid4())

    assert game.lines.count() == before


def test_a_game_with_a_line_that_stands_no_more_says_so_and_takes_no_other(anna):
    game = begun(anna)
    game.lines.create(number=game.lines.count() + 1, seat=PLAYER, written="A a P2")

    assert presenter.board(fresh(game))["problem"]
    with pytest.raises(Refused) as refused:
        game_flow.go_on(fresh(game))
    assert refused.value.code == "unreadable"


def test_of_anna_the_last_games_are_kept(anna, monkeypatch):
    monkeypatch.setattr(old_games, "MOST_KEPT", 2)
    _first, second, third = (begun(anna) for _ in range(3))

    assert list(access.own_games(anna).order_by("made_at")) == [second, third]


def test_games_without_an_account_are_deleted_after_thirty_days_and_others_stay(anna):
    old, new, annas = begun(NOBODY), begun(NOBODY), begun(anna)
    long_ago = timezone.now() - old_games.KEPT_WITHOUT_ACCOUNT - timedelta(minutes=1)
    PracticeGame.objects.filter(pk__in=(old.pk, annas.pk)).update(moved_at=long_ago)

    assert old_games.delete_old_games() == 1

    assert set(PracticeGame.objects.all()) == {new, annas}
