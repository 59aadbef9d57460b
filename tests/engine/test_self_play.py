"""Bots that play each other: the same end wherever the game stopped, and what became of the decks."""

import pytest

from engine.bos import game as bos
from engine.hosting import Given, self_play

LISTS = list(bos.starter_decks().values())
BOTS = ("magpie", "magpie")
NODES = 8


def given(first=0, ether=(0, 0), lists=LISTS):
    decks = {"P1": lists[2], "P2": lists[4]}
    return Given(decks, bos.sample_pool(), bos.DEFAULT_EDITION, pinned=bos.Pinned(first, ether))


@pytest.fixture(scope="module")
def whole():
    return self_play(bos, given(), BOTS, salt="1", nodes=NODES)


def test_a_game_is_played_to_its_end(whole):
    assert whole.is_over
    assert whole.run.state.outcome.reason == "life"
    assert whole.lines[0] == "T1 P1"
    assert whole.nodes > len(whole.lines) / 2


def test_a_game_that_stopped_anywhere_comes_to_the_same_end(whole):
    part = self_play(bos, given(), BOTS, salt="1", nodes=NODES, pauses=lambda tried: tried > whole.nodes / 2)
    assert not part.is_over
    assert 0 < len(part.lines) < len(whole.lines)

    rest = self_play(bos, given(), BOTS, part.lines, salt="1", nodes=NODES)

    assert (rest.lines, rest.is_over) == (whole.lines, True)
    assert rest.nodes < whole.nodes
    assert bos.deck_use(rest.run, 0) == bos.deck_use(whole.run, 0)


def test_another_salt_is_another_game(whole):
    other = self_play(bos, given(), BOTS, salt="2", nodes=NODES)

    assert other.lines != whole.lines


def test_who_goes_first_and_their_ether_are_as_given():
    begun = self_play(bos, given(first=1, ether=(5, 0)), BOTS, salt="1", nodes=NODES, pauses=lambda tried: True)

    assert begun.lines == ("T1 P2",)
    assert begun.run.own_state.ether == (5, 0)


def test_what_cannot_be_played_is_an_error():
    with pytest.raises(ValueError, match="cannot stand"):
        self_play(bos, given(), BOTS, ["S a Nobody"], salt="1")
    with pytest.raises(ValueError, match="cannot begin"):
        self_play(bos, given(lists=["Root Giant"] * 6), BOTS, salt="1")


def test_the_use_of_a_deck_tells_idle_cards_vim_at_the_end_of_turns_and_the_turn_of_the_boss(whole):
    for seat, text in ((0, LISTS[2]), (1, LISTS[4])):
        use = bos.deck_use(whole.run, seat)
        states = [step.own_state for step in whole.run.steps]
        piles = {
            card.name
            for card in bos.main_cards(bos.read_deck(text), bos.sample_pool())
            if card.type in (bos.CardType.SUMMON, bos.CardType.SPELL)
        }
        idle = {name for name, _rule in use.idle}
        never = {copy.face.name for copy in states[-1].copies if copy.owner == seat} & piles
        seen = {copy.face.name for state in states for copy in state.copies if copy.zone not in ("castle", "spellbook")}
        assert idle == never - seen
        assert all(rule == "" or bos.rule(rule) for _name, rule in use.idle)
        assert len(use.vim_left) in (states[-1].turns[seat], states[-1].turns[seat] - 1)
        turned = [step.own_state.turn for step in whole.run.steps for event in step.events if event[:1] == ("boss",)]
        assert use.boss_turn in [0, *turned]


def test_a_spell_that_nobody_could_pay_stayed_idle_for_want_of_vim():
    begun = self_play(bos, given(), BOTS, ["T1 P1", "E"], salt="1", nodes=NODES, pauses=lambda tried: True)

    use = bos.deck_use(begun.run, 0)

    dear = {card.name for card in bos.main_cards(bos.read_deck(LISTS[2]), bos.sample_pool()) if (card.cost or 0) > 2}
    assert dear
    assert {name for name, rule in use.idle if rule == "6.1.2"} >= dear
    assert use.boss_turn == 0
    assert len(use.vim_left) == 1


@pytest.mark.parametrize("bot", ["newt", "magpie"])
def test_three_bots_play_a_free_for_all_to_its_end(bot):
    decks = dict(zip(("P1", "P2", "P3"), (LISTS[2], LISTS[4], LISTS[0]), strict=True))
    head = "[Game BOS] [Mode free-for-all] [First P1]"

    played = self_play(
        bos, Given(decks, bos.sample_pool(), bos.DEFAULT_EDITION), (bot,) * 3, salt="3", nodes=NODES, headers=head
    )

    assert played.is_over
    assert played.run.state.outcome.reason == "life"
    assert len(played.run.state.outcome.winners) == 1
    assert {line.split()[1] for line in played.lines if line.startswith("T")} == {"P1", "P2", "P3"}
