"""A position as one seat may know it: its own side in full, of the other one what was shown, and blanks for the rest.

Nothing is told of the blanks but how many there are.
"""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.bos.board.as_seen import as_seen
from engine.bos.board.next_lines import next_lines
from engine.bos.display.views import view
from engine.bos.game import apply
from engine.bos.model.cards import BLANK, CardType
from engine.bos.model.moves import Pass
from engine.bos.model.piles import pile_size
from engine.bos.model.state import CASTLE, SPELLBOOK
from engine.bos.rules.trigger_queue import optional
from engine.choice import Answer
from tests.engine.bos.hidden_information import unseen_by, with_other_hidden_cards
from tests.engine.bos.random_players import game, luck, tables, up_to_a_line
from tests.engine.bos.simple_cards import at_the_start

ANNA, BEN = 0, 1
TABLES = st.integers(0, len(tables()) - 1).map(lambda number: tables()[number])
LUCK = st.lists(st.integers(0, 65_535), max_size=120)
SEATS = st.sampled_from((ANNA, BEN))


def position(table, numbers):
    """Where a random game is before a line; nothing unseen waits there to be used."""
    steps = up_to_a_line(game(table.start(), numbers))
    state = steps[-1][2].state if steps else table.start()
    assume(state.outcome is None)
    return state


@settings(max_examples=50, deadline=None)
@given(TABLES, LUCK, SEATS, st.text(max_size=4))
def test_a_position_as_seen_is_the_same_whatever_the_other_never_showed(table, numbers, seat, seed):
    state = position(table, numbers)
    unseen = {copy.id for copy in unseen_by(state, seat)}
    assume(not any(pending.source in unseen for pending in state.waiting))

    other = with_other_hidden_cards(state, seat, iter(luck(seed)))

    assert as_seen(other, seat) == as_seen(state, seat)


@settings(max_examples=30, deadline=None)
@given(TABLES, LUCK, SEATS)
def test_whoever_looks_sees_their_own_side_and_whatever_is_public(table, numbers, seat):
    state = position(table, numbers)

    seen = as_seen(state, seat)

    assert view(seen, "public")["seats"] == view(state, "public")["seats"]
    assert view(seen, seat)["seats"][seat] == view(state, seat)["seats"][seat]


@settings(max_examples=30, deadline=None)
@given(TABLES, LUCK, SEATS)
def test_no_unseen_card_is_left_and_nobody_can_play_a_blank(table, numbers, seat):
    state = position(table, numbers)
    assume(state.question.seat == seat)

    seen = as_seen(state, seat)

    assert all(copy.face.name.startswith(BLANK) for copy in unseen_by(seen, seat))
    assert not any(BLANK in line.written for line in next_lines(seen).lines)


@settings(max_examples=30, deadline=None)
@given(TABLES, LUCK, SEATS)
def test_whoever_is_asked_may_write_the_same_lines_as_on_the_real_table(table, numbers, seat):
    state = position(table, numbers)
    assume(state.question.seat == seat)

    def own(state):
        return sorted(line.written for line in next_lines(state).lines if line.seat == seat)

    assert own(as_seen(state, seat)) == own(state)


def test_that_ben_is_offered_to_cast_a_spell_which_only_he_knows_is_not_seen():
    table, found = tables()[0], 0
    for _, _, step in game(table.start(), luck("Rimebind")):
        asked = step.state.question
        if asked is None or asked.kind != "offer":
            continue
        unseen = {copy.id for copy in unseen_by(step.state, 1 - asked.seat)}
        if {pending.source for pending in optional(step.state, asked.seat)} <= unseen:
            let_pass = apply(step.state, Answer(asked.seat, Pass())).state
            assert as_seen(step.state, 1 - asked.seat) == as_seen(let_pass, 1 - asked.seat)
            assert as_seen(step.state, asked.seat).question == asked
            found += 1

    assert found


def test_before_his_first_turn_anna_knows_bens_boss_and_how_many_cards_he_has():
    state = at_the_start()

    seen = as_seen(state, ANNA)

    of_ben = [copy.face for copy in seen.copies if copy.owner == BEN]
    assert [card.type for card in of_ben if not card.name.startswith(BLANK)] == [CardType.BOSS]
    assert {pile_size(seen, BEN, zone) for zone in (CASTLE, SPELLBOOK)} == {10}
    assert seen.setup.registered[BEN].keys() == {seen.setup.bosses[BEN].key}
