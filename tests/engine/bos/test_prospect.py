"""What a position is worth in the long run."""

from engine.bos.board.prospect import prospect
from engine.bos.model.piles import in_pile
from engine.bos.model.state import GRAVEYARD, SPELLBOOK
from engine.choice import Outcome
from engine.contract import WON
from tests.engine.bos.positions import draft_with

ANNA, BEN = 0, 1


def worth(vim=2, spells=10, **strengths):
    """What it is worth to Anna that she has so much vim, and so many spells left, with these summons."""
    draft = draft_with(**strengths)
    draft.vim[ANNA] = vim
    for copy in list(in_pile(draft, ANNA, SPELLBOOK))[spells:]:
        draft.put_away(copy.id, GRAVEYARD)
    return prospect(draft.freeze(), ANNA)


def test_the_last_vim_is_worth_more_than_a_summon():
    assert worth(vim=1) - worth(vim=0) > worth(s1a=5) - worth()


def test_vim_that_nothing_is_left_to_pay_with_is_worth_little():
    assert worth(vim=8, spells=0) - worth(vim=1, spells=0) < 1


def test_more_vim_than_all_spells_cost_adds_little():
    assert worth(vim=64) - worth(vim=16) < worth(vim=16) - worth(vim=8)


def test_what_one_side_has_the_other_lacks():
    state = draft_with(s1a=5).freeze()

    assert prospect(state, ANNA) > 0 > prospect(state, BEN)


def test_a_game_that_is_over_is_worth_all_or_nothing():
    over = draft_with().freeze()._replace(outcome=Outcome((ANNA,), "life", "11.1.1"))
    drawn = over._replace(outcome=Outcome((), "life", "11.1.1"))

    assert [prospect(over, seat) for seat in (ANNA, BEN)] == [WON, -WON]
    assert prospect(drawn, ANNA) == 0
