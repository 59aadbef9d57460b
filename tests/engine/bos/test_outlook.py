"""What would come of a line before it is written: strengths, totals, the end, as far as its writer may know."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.bos import game as bos
from engine.bos.board.next_lines import next_lines
from engine.contract import Given, Problem
from engine.lines import Outlook
from engine.log import Line
from engine.messages import sentences
from engine.record_viewer import track
from engine.replay_state import Replay, ReplayStep
from engine.replay_step import advance
from tests.engine.bos.duel import Duel, boss, spell, summon, wizard
from tests.engine.bos.hidden_information import unseen_by, with_other_hidden_cards
from tests.engine.bos.random_players import game, luck, tables, up_to_a_line

ANNA, BEN = 0, 1
DUEL = Duel(
    boss("Furnace Tyrant", 7),
    wizard("Ash Caller", "During your main phase, [act]: Deal 1 damage to a summon."),
    wizard("Ember Adept", "During your main phase, [act]: Gain 1 vim."),
    wizard("Kiln Warden"),
    summon("Slag Brute", 8, condition="Conduct a summon with any red wizard, [1 vim]."),
    summon("Silver Moth", 2, "When this is defeated, you must gain 3 life."),
    spell("Bellows", 2, "A summon gains 2 strength."),
    spell("Drain", 2, "A summon loses 2 strength."),
    spell("Truce", 0, "Each opponent cannot attack until the start of your next turn."),
    spell("Toll", 0, "Each opponent defeats a summon that player controls."),
    spell("Vain Wish", 0, "Deal 2 damage to each summon with 9 or more strength."),
    spell("Pyre", 0, "Deal 40 damage to an opponent."),
    spell("Recoil", 0, "Lose 40 life."),
)
MET = "T1 P1; S a Imp5; S b Silver Moth; E; T2 P2; S a Elk5; S b Elk3; S c Elk8; E; T3 P1"
OPEN = "T1 P1; S a Imp5; E; T2 P2; S b Elk8; E; T3 P1"
ALONE = "T1 P1; S a Imp5; E; T2 P2; E; T3 P1"


STORM = Duel(summon("Hound", 5), summon("Hound", 5), spell("Storm", 0, "Deal 1 damage to each summon."))


def walked(lines, duel=DUEL):
    """The record of a duel between Anna and Ben."""
    walk = track(bos, duel.log(lines), Given(duel.lists, duel.pool, duel.edition, names=("Anna", "Ben")))
    assert {line.how for line in walk.lines} == {"played"}
    return walk


def foreseen(lines, written, seat=ANNA, duel=DUEL):
    """What would come of a line that may follow those lines."""
    walk = walked(lines, duel)
    (outlook,) = walk.outlooks([written], seat)
    assert isinstance(outlook, Outlook), outlook.message
    return outlook


def changes(outlook):
    return [(change.what, change.at, change.before, change.after) for change in outlook.changes]


@pytest.mark.parametrize(
    ("lines", "written", "said"),
    [
        (MET, "A a x 2b", "falls, yours 5 → 2"),
        (MET, "A a x 2c", "8 → 3, yours falls"),
        (MET, "A a x 2a", "both fall"),
        (MET, "A b x 2c", "8 → 6, yours falls, life 30 → 33"),
        (OPEN, "A a P2", "30 → 25 unless blocked"),
        (ALONE, "A a P2", "30 → 25"),
        (MET, "C Bellows -> a", "5 → 7, vim 4 → 2"),
        (MET, "C Bellows -> a {1v+1e}", "5 → 7, vim 4 → 3, ether 4 → 3"),
        (MET, "C Bellows -> a {0v+2e}", "5 → 7, ether 4 → 2"),
        (MET, "C Drain -> 2b", "3 → 1, vim 4 → 2"),
        (MET, "U wa -> 2b", "3 → 2"),
        (MET, "U wb", "vim 4 → 5"),
        (MET, "C Truce", "lasting effect"),
        (MET, "C Toll -> 2b", "falls"),
        (MET, "C Vain Wish", "no change"),
        (MET, "C Pyre", "you win, Ben: life 30 → 0"),
        (MET, "C Recoil", "Ben wins, life 30 → 0"),
        (MET, "S c Slag Brute (wc)", "vim 4 → 3"),
        ("T1 P1; E", "T2 P2", "vim 1 → 2"),
        (f"{OPEN}; A a P2", "> no", "life 30 → 25"),
    ],
)
def test_an_outlook_is_said_in_a_few_words(lines, written, said):
    seat = BEN if written.startswith((">", "T2")) else ANNA

    assert str(foreseen(lines, written, seat).said) == said


@pytest.mark.parametrize(("written", "said"), [("S c Imp7 (wc)", None), ("E", None), ("BOSS", None)])
def test_what_the_line_itself_tells_is_not_said_again(written, said):
    assert foreseen(MET, written).said == said


def test_an_attack_that_fells_names_every_change_by_its_place():
    outlook = foreseen(MET, "A a x 2b")

    assert changes(outlook) == [("strength", "1a", 5, 2), ("acted", "1a", "", ""), ("falls", "2b", 3, "")]
    assert [str(change.told) for change in outlook.changes] == ["Imp5 5 → 2", "Imp5 has acted", "Elk3 falls"]
    assert (outlook.may_be_answered, outlook.asked, outlook.winners, outlook.odd) == (False, None, None, False)


def test_an_attack_on_a_player_is_told_as_if_nobody_blocked():
    outlook = foreseen(OPEN, "A a P2")

    assert ("life", "P2", 30, 25) in changes(outlook)
    assert outlook.may_be_answered


def test_ben_sees_what_comes_of_a_block():
    blocked = foreseen(f"{OPEN}; A a P2", "> B b", BEN)

    assert str(blocked.said) == "8 → 3, moves to column a, Imp5 falls"
    assert not blocked.may_be_answered


def test_a_summon_comes_turns_its_wizard_down_and_pays_its_vim():
    outlook = foreseen(MET, "S c Slag Brute (wc)")

    assert {("vim", "P1", 4, 3), ("down", "1wc", "", ""), ("comes", "1c", "castle", "1c")} <= set(changes(outlook))


def test_what_ben_has_to_choose_for_a_line_of_annas_is_not_foreseen():
    (half,) = walked(MET).outlooks(["C Toll"], ANNA)

    assert isinstance(half, Problem)
    assert half.finding == "unproven"


def test_where_ben_has_to_choose_after_it_an_outlook_ends():
    herald = Duel(summon("Herald", 3, "When this attacks, each opponent must defeat a summon that player controls."))
    lines = "T1 P1; S a Herald; E; T2 P2; S a Elk5; S b Elk3; E; T3 P1"

    outlook = foreseen(lines, "A a x 2b", duel=herald)

    assert outlook.asked == BEN
    assert str(outlook.said) == "then Ben chooses"


def test_a_line_that_wins_says_so():
    assert foreseen(MET, "C Pyre").winners == (ANNA,)
    assert foreseen(MET, "C Recoil").winners == (BEN,)


def test_for_what_is_aimed_at_the_price_is_left_out():
    paid = [foreseen(MET, written) for written in ("C Bellows -> a", "C Bellows -> a {0v+2e}")]

    assert [str(outlook.effect) for outlook in paid] == ["5 → 7", "5 → 7"]


@pytest.mark.parametrize(
    ("written", "is_odd"),
    [
        ("A a x b", False),  # she gains life as her moth falls
        ("U wa -> a", True),
        ("U wa -> 2a", False),
        ("C Bellows -> 2a", True),
        ("C Drain -> a", True),
        ("C Vain Wish", True),
        ("C Recoil", True),
        ("A b x 2c", False),
        ("A b x 2b", False),
        ("C Truce", False),
        ("C Toll -> 2b", False),
        ("C Drain -> 2a", False),
        ("S c Imp7 (wc)", False),
        ("BOSS", False),
        ("E", False),
    ],
)
def test_odd_is_what_does_its_writer_no_good(written, is_odd):
    assert foreseen(MET, written).odd == is_odd


def test_an_attack_on_oneself_or_ones_own_is_odd():
    lines = "T1 P1; S a Imp5; S c Imp2; E; T2 P2; E; T3 P1"

    assert [foreseen(lines, written).odd for written in ("A a P1", "A a x c", "A a P2")] == [True, True, False]


def test_a_line_that_cannot_stand_has_no_outlook_but_a_reason():
    for written, finding in (("A c P2", "illegal"), ("C Bellows -> 2z", "unreadable"), ("", "unreadable")):
        (problem,) = walked(MET).outlooks([written], ANNA)
        assert isinstance(problem, Problem)
        assert problem.finding == finding
        assert str(problem.message)


def test_nothing_is_foreseen_of_a_record_that_has_no_table():
    assert track(bos, "[Rules bos-9]\n", Given(DUEL.lists, DUEL.pool, DUEL.edition)).outlooks(["E"], ANNA) == []


def test_two_cards_of_one_name_are_told_apart():
    lines = "T1 P1; S a Hound; S b Hound; E; T2 P2; S a Elk3; E; T3 P1"

    said = str(foreseen(lines, "C Storm", duel=STORM).said)

    assert said == "Hound in column a 5 → 4, Hound in column b 5 → 4, Elk3 3 → 2"


def test_of_many_changes_only_the_number_is_said():
    lines = "T1 P1; S a Imp5; S b Imp4; S c Imp6; E; T2 P2; S a Elk3; S b Elk4; E; T3 P1"

    assert str(foreseen(lines, "C Storm", duel=STORM).said).endswith(", 1 more")


# In any position

TABLES = st.integers(0, len(tables()) - 1).map(lambda number: tables()[number])
LUCK = st.lists(st.integers(0, 65_535), max_size=120)


def position(table, numbers):
    """Where a random game is before a line."""
    steps = up_to_a_line(game(table.start(), numbers))
    state = steps[-1][2].state if steps else table.start()
    assume(state.outcome is None)
    return state


def outlooks(state, seat, lines):
    return bos.outlooks(Replay(bos, [ReplayStep(0, state, ())]), seat, lines)


def own_lines(state, most=30):
    seat = state.question.seat
    return [line.written for line in next_lines(state).lines if line.begun_by == seat][:most]


@settings(max_examples=40, deadline=None)
@given(TABLES, LUCK, st.text(max_size=4))
def test_no_outlook_depends_on_what_its_writer_never_saw(table, numbers, seed):
    state = position(table, numbers)
    seat = state.question.seat
    unseen = {copy.id for copy in unseen_by(state, seat)}
    assume(not any(pending.source in unseen for pending in state.waiting))
    lines = own_lines(state)

    other = with_other_hidden_cards(state, seat, iter(luck(seed)))

    assert outlooks(other, seat, lines) == outlooks(state, seat, lines)


@settings(max_examples=40, deadline=None)
@given(TABLES, LUCK)
def test_of_every_line_that_may_follow_it_is_told_what_would_come_of_it(table, numbers):
    state = position(table, numbers)

    for outlook in outlooks(state, state.question.seat, own_lines(state)):
        assert isinstance(outlook, Outlook), outlook.message
        for message in (outlook.said, outlook.effect, *(change.told for change in outlook.changes)):
            assert message is None or "Unseen card" not in str(message)


@settings(max_examples=40, deadline=None)
@given(TABLES, LUCK)
def test_what_is_foreseen_without_anybody_else_comes_true(table, numbers):
    state = position(table, numbers)
    run = Replay(bos, [ReplayStep(0, state, ())])

    lines = own_lines(state, 10)
    for written, outlook in zip(lines, bos.outlooks(run, state.question.seat, lines), strict=True):
        if outlook.may_be_answered or outlook.asked is not None:
            continue
        after = bos.settle(advanced(run, written))
        if after.question and after.question.kind == "block":  # by one's own boss, of an attack on oneself
            continue
        for what, amounts in (("life", after.life), ("vim", after.vim), ("ether", after.ether)):
            told = {change.seat: change.after for change in outlook.changes if change.what == what}
            assert [told.get(seat, before) for seat, before in enumerate(getattr(state, what))] == list(amounts), (
                written
            )


def advanced(run, written):
    after = advance(run, Line(1, written))
    assert after.stop is None
    return after.state


def test_every_phrase_of_an_outlook_is_said_with_the_gaps_it_has():
    assert len([code for code in sentences() if code.startswith("bos.outlook.")]) > 30
