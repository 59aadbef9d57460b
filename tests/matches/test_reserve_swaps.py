"""Swaps: secret, card for card, checked by the engine, and lasting to the end of the match."""

import pytest

from bos_tournament.errors import Refused
from bos_tournament.matches import first_player_choice, reserve_swaps, result_reports
from bos_tournament.matches.current_decks import expected_list
from bos_tournament.matches.models import Match, Swap
from engine.bos.decks.deck_lists import check_deck, read_deck
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from tests.matches.playing import GROVE, bid_both, fresh, match_at, play_game, seats

Step = Match.Step
pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return match_at(Step.SWAPPING)


def pair(match, seat, kind="summon"):
    """One card that may leave, one that may enter and is not the same."""
    ways = reserve_swaps.movable(match.games.last(), seat)[kind]
    out = ways["out"][0].name
    return out, next(card.name for card in ways["into"] if card.name != out)


def counts(text):
    deck = read_deck(text)
    return {entry.name: entry.copies for entry in deck.main}, {entry.name: entry.copies for entry in deck.reserves}


def test_a_swap_pins_the_list_of_this_game_and_leaves_the_one_before(match):
    anna, ben = seats(match)
    out, into = pair(match, anna)

    reserve_swaps.swap_reserves(anna, out=[out], into=[into])

    first, second = match.games.all()
    before, before_reserves = counts(expected_list(first, anna))
    after, after_reserves = counts(expected_list(second, anna))
    assert after[into] == before.get(into, 0) + 1
    assert after.get(out, 0) == before[out] - 1
    assert after_reserves[out] == before_reserves.get(out, 0) + 1
    assert sum(after.values()) == sum(before.values()) == 24
    assert check_deck(read_deck(expected_list(second, anna)), sample_pool(), DEFAULT_EDITION).legal
    assert expected_list(first, anna) == expected_list(second, ben) == GROVE


def test_a_swap_carries_on_into_the_third_game_and_can_be_swapped_again(match):
    anna, ben = seats(match)
    out, into = pair(match, anna)
    reserve_swaps.swap_reserves(anna, out=[out], into=[into])
    reserve_swaps.swap_reserves(ben, out=[], into=[])
    result_reports.report_result(anna, winner=ben, reason="played")
    result_reports.agree(ben)
    third = match.games.last()

    assert third.number == 3
    assert expected_list(third, anna) == Swap.objects.get(seat=anna).text
    bid_both(match)
    first_player_choice.choose_first(ben, goes_first=True)
    reserve_swaps.swap_reserves(anna, out=[into], into=[out])
    assert counts(expected_list(third, anna)) == counts(GROVE)


def test_a_new_match_begins_with_the_registered_list(match):
    anna, _ = seats(match)
    out, into = pair(match, anna)
    reserve_swaps.swap_reserves(anna, out=[out], into=[into])

    again = match_at(Step.BOSSES, anna=anna.user)

    assert expected_list(again.games.get(), seats(again)[0]) == GROVE


def test_all_problems_of_a_swap_come_at_once_with_their_rules(match):
    anna, _ = seats(match)
    boss = next(entry.name for entry in read_deck(GROVE).main if entry.section == "boss")

    with pytest.raises(Refused) as refusal:
        reserve_swaps.swap_reserves(anna, out=[boss, "No Such Card"], into=["Another Stranger"])

    problems = refusal.value.facts["problems"]
    assert refusal.value.code == "swap_not_possible"
    assert [problem.rule for problem in problems] == ["1.1.4", "1.1.4", "1.2.2"]
    assert not Swap.objects.exists()


def test_a_summon_for_a_spell_is_refused(match):
    anna, _ = seats(match)
    out, _ = pair(match, anna, "summon")
    _, into = pair(match, anna, "spell")

    with pytest.raises(Refused) as refusal:
        reserve_swaps.swap_reserves(anna, out=[out], into=[into])

    assert {problem.rule for problem in refusal.value.facts["problems"]} == {"12.3.2"}


def test_a_locked_swap_stays_and_the_game_begins_when_both_are_locked(match):
    anna, ben = seats(match)
    reserve_swaps.swap_reserves(anna, out=[], into=[])
    assert fresh(match).step == Step.SWAPPING

    with pytest.raises(Refused) as refusal:
        reserve_swaps.swap_reserves(anna, out=[], into=[])
    assert refusal.value.code == "already_swapped"
    reserve_swaps.swap_reserves(ben, out=[], into=[])

    assert fresh(match).step == Step.PLAYING


def test_there_is_no_swap_before_the_first_game():
    match = match_at(Step.PLAYING)

    assert not Swap.objects.filter(game__match=match).exists()


def test_ben_never_reads_what_anna_swapped(client, match):
    anna, ben = seats(match)
    out, into = pair(match, anna)
    reserve_swaps.swap_reserves(anna, out=[out], into=[into])
    client.force_login(ben.user)
    reserve_swaps.swap_reserves(ben, out=[], into=[])

    page = client.get(match.get_absolute_url()).text

    assert f"swapped {out} for {into}" not in page
    client.force_login(anna.user)
    assert f"swapped {out} for {into}" in client.get(match.get_absolute_url()).text


def test_whole_matches_with_three_games_play_through():
    match = match_at(Step.BIDDING)
    for winner in (1, 2, 2):
        play_game(match, winner=winner)

    assert fresh(match).winner.number == 2
