"""What the board says at tables of more than two: buttons, outlooks, why not, and what nobody may see."""

import pytest

from engine.bos import game as bos
from engine.bos.board.as_seen import as_seen
from engine.bos.board.estimate import estimate
from engine.bos.board.in_sight import in_sight
from engine.bos.board.next_lines import next_lines
from engine.bos.board.prospect import prospect
from engine.bos.display.views import view
from engine.bos.notation.line_parser import ByMember
from engine.bos.notation.reference_resolution import says
from engine.choice import Answer
from engine.compare import compare_text
from engine.contract import WON, Given
from engine.lines import Outlook
from engine.messages import Message
from engine.record_viewer import track
from engine.repair import repair_text
from tests.engine.bos.hidden_information import unseen_by, with_other_hidden_cards
from tests.engine.bos.mode_tables import mode_tables
from tests.engine.bos.random_players import answers_of, game, luck, up_to_a_line
from tests.engine.bos.test_games import GAMES_OF_MORE, given_of

EACH = range(len(mode_tables()) // 2)
NAMES = [f"{table.mode} of {table.seats}" for table in mode_tables()]
WRITTEN = "bos.headline.written"


def played(number, most):
    table = mode_tables()[number]
    return up_to_a_line(list(game(table.start(), luck(f"boards/{number}", most))))


def given_at(number):
    table = mode_tables()[number]
    return Given(table.decks, table.pool, bos.DEFAULT_EDITION)


@pytest.mark.parametrize("number", EACH, ids=NAMES[: len(EACH)])
def test_every_line_that_may_follow_has_a_headline_and_an_outlook(number):
    steps = played(number, 110)
    record = mode_tables()[number].record(answers_of(steps))
    walk = track(bos, record, given_at(number))
    state = walk.run.own_state
    for ask in walk.asks():
        lines = [line.written for line in ask.lines.lines][:40]
        assert [said for said in walk.headlines(lines) if said.code == WRITTEN] == []
        own = [line.written for line in ask.lines.lines if line.begun_by == state.question.seat][:12]
        told = walk.outlooks(own, state.question.seat)
        assert all(isinstance(each, Outlook) for each in told), [each for each in told if not isinstance(each, Outlook)]
    assert isinstance(walk.why_not(walk.lines[-1].key), dict)
    assert walk.settled() is None or walk.settled() in {line.written for line in next_lines(state).lines}


@pytest.mark.parametrize("path", GAMES_OF_MORE, ids=[path.stem for path in GAMES_OF_MORE])
def test_every_line_of_a_written_game_can_be_looked_at(path):
    text = path.read_text(encoding="utf-8")
    given = given_of(text)
    walk = track(bos, text, given)
    seats = range(walk.run.state.setup.seating.seats)
    for line in walk.lines:
        table = walk.table(line.key)
        assert all(in_sight(table, seat) for seat in seats)
        for seat in seats if line.how == "played" else ():
            assert abs(estimate(walk.steps[line.key].state, seat)) <= WON
            assert abs(prospect(walk.steps[line.key].state, seat)) <= WON
    assert compare_text(bos, text, text, given)["same"] or walk.run.stop


def test_a_wrong_total_of_four_is_set_right():
    text = next(path for path in GAMES_OF_MORE if path.stem == "four-bids").read_text("utf-8")
    wrong = text.replace("E4/6/0/1", "E4/6/1/1")

    found = repair_text(bos, wrong, given_of(text))
    assert any("E4/6/0/1" in str(repair) for repair in found)


def test_a_revival_has_a_button():
    text = next(path for path in GAMES_OF_MORE if path.stem == "a-revival").read_text("utf-8")
    walk = track(bos, text.partition("REVIVE")[0], given_of(text))

    assert [str(said) for said in walk.headlines(["REVIVE P2"])] == [str(Message("bos.headline.revive", player="P2"))]


def test_a_line_of_a_member_is_told_without_its_seat():
    text = next(path for path in GAMES_OF_MORE if path.stem == "the-member-is-written").read_text("utf-8")
    walk = track(bos, text.partition("P3 C")[0], given_of(text))

    assert isinstance(says(walk.run.state, "P3 C Bellows -> d"), ByMember)
    assert str(walk.headlines(["P3 C Bellows -> d"])[0]).startswith("Cast Bellows on P3's Lava Hound")


# What nobody may see


@pytest.mark.parametrize("number", EACH, ids=NAMES[: len(EACH)])
def test_what_a_seat_may_not_know_changes_nothing_that_it_is_shown(number):
    """I10: equal views, options and events, for every seat, a teammate's secrets included."""
    steps = played(number, 90)
    for at, (_, _, step) in enumerate(steps[5::9]):
        state = step.state
        for seat in range(len(state.turns)) if state.outcome is None else ():
            other = with_other_hidden_cards(state, seat, iter(luck(f"{number}/{at}/{seat}", 400)))
            unseen = {copy.id for copy in unseen_by(state, seat)}
            if any(pending.source in unseen for pending in state.waiting):
                continue
            assert view(other, seat) == view(state, seat)
            assert bos.options(other, seat) == bos.options(state, seat)
            assert as_seen(other, seat) == as_seen(state, seat)
            for answer in answers_in(bos.options(state, seat)):
                told, same = (sentences(before, answer) for before in (state, other))
                assert all(map(str.__eq__, told, same)), answer


def sentences(state, answer):
    """What is told of an answer until somebody, who may have a secret reason, is asked."""
    return [str(told.text) for told in bos.tell(state, bos.apply(state, answer).events, state)]


def answers_in(choices):
    return [Answer(choice.seat, option.move) for choice in choices for option in choice.options][:6]
