"""Bots at the table: Anna and Ben let Newt, Magpie and Owl write for them, and Cleo looks whether all is lawful."""

import os
import subprocess
import sys
from functools import cache

import pytest

from benchmarks.bot_games import Game, played
from benchmarks.bots import table
from engine.bos import game as bos
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.places import is_boss_place
from engine.bos.model.state import CASTLE, GRAVEYARD, SPELLBOOK
from engine.bots import BOTS, LONGEST_TURN, best_line, choose_line
from engine.contract import Given
from engine.log import Line
from engine.record_viewer import track
from engine.replay_state import Replay, ReplayStep
from engine.replay_step import advance
from tests.engine.bos.hidden_information import other_hidden_cards, unseen_by, with_cards, with_other_hidden_cards
from tests.engine.bos.positions import card_at, draft_with, lay
from tests.engine.bos.random_players import luck
from tests.engine.bos.simple_cards import POOL as PLAIN
from tests.engine.bos.simple_cards import RED_AND_YELLOW, at_the_start

ANNA, BEN = 0, 1
DECKS = tuple(starter_decks())
FEW = 60
"""So many nodes are enough to play well, and little work."""
EVERY = 9
OPENED = ("T1 P1", "S a Lava Hound", "E", "T2 P2", "E")


def at_the_table(state):
    """A game that goes on from a position."""
    return Replay(bos, [ReplayStep(0, state, ())])


def written(run, *lines):
    for line in lines:
        run = advance(run, Line(run.upto + 1, line))
        assert run.stop is None, (line, run.stop)
    return run


def duel(*lines, **changed):
    """A game with simple cards after these lines, in which something else was changed then."""
    run = written(at_the_table(at_the_start()), *lines)
    return at_the_table(run.state._replace(**changed))


@cache
def games():
    """For each starter deck a game of Magpie with it against Newt, line by line; they take turns in going first."""
    return [tuple(deed.decision for deed in played(game, FEW)) for game in pairings()]


def pairings():
    for number, deck in enumerate(DECKS):
        decks, bots = (deck, DECKS[number - 1]), ("magpie", "newt")
        yield Game(decks[::-1], bots[::-1], number) if number % 2 else Game(decks, bots, number)


def some_positions():
    """Every so many lines of these games a position, with the seat that is to write."""
    return [(deed.before, deed.seat) for game in games() for deed in game[::EVERY]]


# What they write


def test_every_line_that_a_bot_writes_is_a_lawful_one_of_its_seat():
    for deed in (deed for game in games() for deed in game if deed.line is not None):
        lines = bos.next_lines(deed.before.state).lines

        assert (deed.line, deed.seat) in [(line.written, line.begun_by) for line in lines]
        assert deed.after.stop is None


TO_THE_END_OF_BENS_TURN = (
    "T1 P1; S c Cinder Imp; S a Cinder Imp; BOSS; A a P1; > no; A c P1; > no; E; T2 P2; S a Oak of Nine Rings (wa wc); "
    "S b Barrow Boar; C Rootbound Vigor -> a {0v+2e}; BOSS; A a x 1*; A * x 1a; A b P1; > B c; + b; "
    "C Warm Rain Hymn {0v+1e}; C Warm Rain Hymn; E; T3 P1; S a Lava Hound; S c Slag Brute; A c x 2a; C Bellows -> c; "
    "A a x 2b; C Bellows -> c; E; T4 P2; S b Barrow Boar; S a Pollen Drake; + a -> b; S c Pollen Drake; + c -> b; "
    "A b x 1c; + b; A c P1; C Rootbound Vigor -> a; A * x 1a; A a P1; E; T5 P1; C Thrown Brand -> 2a; E; T6 P2; "
    "U wa -> a; A a P1; A c P1; A b P1; E"
)


def test_a_bot_begins_its_turn_where_ben_declines_what_his_last_phase_offers():
    run = written(at_the_table(table(("First Sparks", "Deep Grove"))), *TO_THE_END_OF_BENS_TURN.split("; "))

    for salt in map(str, range(8)):
        assert choose_line(bos, run, "newt", salt=salt, seat=BEN).line in ("+ wb -> b", None)
        assert choose_line(bos, run, "newt", salt=salt, seat=ANNA).line == "T7 P1"


def test_a_game_of_bots_ends_and_then_nobody_writes_anything():
    for *_, last in games():
        assert last.after.state.outcome
        assert best_line(bos, last.after, "newt", salt="") is None


def test_magpie_beats_newt():
    results = [(game, deeds[-1].after.state.outcome.winners) for game, deeds in zip(pairings(), games(), strict=True)]

    assert [game for game, winners in results if [game.bots[seat] for seat in winners] != ["magpie"]] == []


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_position_and_salt_give_the_same_line(bot):
    for run, seat in some_positions():
        lines = {best_line(bos, run, bot, salt="Anna", nodes=FEW, seat=seat) for _ in range(2)}

        assert len(lines) == 1


def test_another_process_writes_the_same_game():
    program = "from tests.engine.test_bots import *\n"
    program += "print([deed.decision.line for deed in played(next(pairings()), FEW)][:20])"
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert run.stdout.strip() == str([deed.line for deed in games()[0]][:20])


def test_newt_plays_differently_with_another_salt():
    run = some_positions()[1][0]

    assert len({best_line(bos, run, "newt", salt=str(number)) for number in range(20)}) > 1


# What they see


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("further", [(), ("S b Cinder Imp",)])
def test_a_bot_takes_a_win_that_is_one_line_away(bot, further):
    run = duel(*OPENED, "T3 P1", *further, life=(30, 1))

    for number in range(5):
        after = written(run, best_line(bos, run, bot, salt=str(number)))

        assert after.state.outcome.winners == (ANNA,)


def with_one_brand():
    """Ben stands before Anna, who has little life left and one spell; all other cards of both are spent."""
    draft = draft_with(s1c=5, s2a=2, s2b=3, s2c=1)
    draft.life[ANNA], draft.vim[ANNA], draft.ether[ANNA] = 2, 20, 0
    brand = lay(draft, ANNA, "Thrown Brand", "1c")
    for number in range(len(draft.copies)):
        if draft.copies[number].zone in (CASTLE, SPELLBOOK) or is_boss_place(draft.copies[number].place):
            draft.put_away(number, GRAVEYARD)
    draft.put_away(brand, SPELLBOOK)
    card_at(draft, "1c").acted = card_at(draft, "1wc").acted = True
    return at_the_table(draft.freeze())


def test_owl_prevents_a_defeat_that_magpie_does_not_see():
    """Ben's strongest summon could be blocked, the weaker one in column a could not."""
    for number in range(3):
        seen, unseen = (best_line(bos, with_one_brand(), bot, salt=str(number)) for bot in ("owl", "magpie"))

        assert (seen, unseen) == ("C Thrown Brand -> 2a", "C Thrown Brand -> 2b")
        assert written(with_one_brand(), unseen, "E", "T3 P2", "A a P1").state.outcome.winners == (BEN,)


@pytest.mark.parametrize("bot", BOTS)
def test_what_a_bot_writes_does_not_depend_on_cards_that_its_seat_never_saw(bot):
    """The unseen cards of the other seat are others on the table that lies there."""
    compared = 0
    for number, (run, seat) in enumerate(some_positions()):
        unseen = {copy.id for copy in unseen_by(run.state, seat)}
        if not unseen or any(pending.source in unseen for pending in run.state.waiting):
            continue
        last = run.steps[-1]
        other = with_other_hidden_cards(run.state, seat, iter(luck(str(number))))
        changed = Replay(bos, [*run.steps[:-1], ReplayStep(last.line, other, last.events)])

        lines = [best_line(bos, each, bot, salt="Anna", nodes=FEW, seat=seat) for each in (run, changed)]

        assert lines[0] == lines[1]
        compared += 1
    assert compared > 10


@pytest.mark.parametrize("bot", BOTS)
def test_nor_on_the_list_from_which_the_whole_game_was_played(bot):
    """The game is written again by players of whom one has another list, as far as what was shown goes."""
    compared = 0
    for number, game in enumerate(games()):
        for place in range(EVERY, len(game), EVERY):
            seat, lines = game[place].seat, [deed.line for deed in game[:place] if deed.line is not None]
            changed = played_again(game[place].before.state, seat, lines, iter(luck(str(number))))
            if changed is None:
                continue

            written = {
                best_line(bos, run, bot, salt="A", nodes=FEW, seat=seat) for run in (game[place].before, changed)
            }

            assert len(written) == 1
            compared += 1
    assert compared > 10


def played_again(state, seat, lines, numbers):
    """The game after the same lines with other cards of the other seat where this one never saw them, which were in the
    order of their names, as ever, when it began; None where it goes on otherwise with these."""
    cards = other_hidden_cards(state, seat, numbers).values()
    cards = [*cards][:4] + sorted([*cards][4:], key=lambda card: card.key)
    run = at_the_table(bos.start(with_cards(state.setup, 1 - seat, cards)))
    for line in lines:
        run = advance(run, Line(run.upto + 1, line))
        if run.stop:
            return None
    return run if bos.view(run.state, seat) == bos.view(state, seat) else None


# How long they think


@pytest.mark.parametrize("bot", BOTS)
def test_what_leaves_nothing_to_choose_is_written_without_a_try(bot):
    assert choose_line(bos, at_the_table(at_the_start()), bot, salt="") == ("T1 P1", 0)


@pytest.mark.parametrize("bot", BOTS)
def test_no_more_lines_are_tried_than_may_be(bot):
    for nodes in (0, 5, 60):
        for run, seat in some_positions()[::4]:
            decision = choose_line(bos, run, bot, salt="Anna", nodes=nodes, seat=seat)

            assert decision.nodes <= nodes
            assert decision.line or bos.next_lines(run.state).lines


@pytest.mark.parametrize("bot", BOTS)
def test_a_turn_that_goes_on_and_on_is_ended(bot):
    run = duel("T1 P1")
    long = Replay(bos, run.steps * (LONGEST_TURN + 1))

    assert best_line(bos, long, bot, salt="Anna") == "E"


# At a record


def test_a_bot_writes_on_at_the_end_of_a_record():
    record = "[Rules bos-1] [Bid P1 4 P2 7] [First P1]\n1. T1 P1\n2. S a Lava Hound\n3. E\n"
    found = track(bos, record, Given(RED_AND_YELLOW, PLAIN, DEFAULT_EDITION))

    assert found.best_line("newt", salt="Ben") == "T2 P2"


def test_at_a_record_that_cannot_be_opened_nobody_writes():
    found = track(bos, "[Game Chess]\n1. T1 P1\n", Given(RED_AND_YELLOW, PLAIN, DEFAULT_EDITION))

    assert found.best_line("magpie", salt="Ben") is None
