"""Analyses begin at a position that is set by hand with two lists."""

from typing import Any

from django.utils.translation import gettext as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.cards import catalogue
from bos_tournament.errors import Refused
from bos_tournament.messages import localize
from bos_tournament.play.analysis.models import AnalysisTree
from bos_tournament.play.analysis.opening import open_analysis, refuse_during_a_match
from bos_tournament.play.practice_games import refuse_illegal_lists
from engine.bos import game as bos
from engine.hosting import Given, Problem, code_json, read_log

Deck = tuple[str, str]
"""The name of a deck and its list."""


def setup_of(deck_one: Deck, deck_two: Deck) -> Any:
    """What a game with these decks is set up from. Raises Refused for a deck that is not legal (`illegal_list`)."""
    refuse_illegal_lists(deck_one, deck_two)
    given = Given({"P1": deck_one[1], "P2": deck_two[1]}, catalogue.pool(), bos.DEFAULT_EDITION)
    opening = bos.open_game(read_log(""), given)
    if isinstance(opening, Problem):
        raise Refused(localize(opening.message), code="illegal_list")
    return opening.setup


def open_position(
    user: Viewer, *, deck_one: Deck, deck_two: Deck, position: bos.Position, name: str = ""
) -> AnalysisTree:
    """A new analysis that begins at this position.

    Raises Refused for a deck that is not legal (`illegal_list`), for a position that cannot be (`misplaced`, with every
    problem and where it is), when there are too many (`too_many`), and while the user plays a match (`running`).
    """
    refuse_during_a_match(user)
    setup = setup_of(deck_one, deck_two)
    if wrong := bos.misplaced(setup, position):
        problems = [_told(each.at, each.problem) for each in wrong]
        raise Refused(_("This position is not possible yet."), code="misplaced", problems=problems)
    row = AnalysisTree(deck_one=deck_one[1], deck_two=deck_two[1], pool=catalogue.pin())
    tidy = [" ".join(deck.replace("[", "(").replace("]", ")").split()) for deck, _text in (deck_one, deck_two)]
    heads = f"[Game BOS] [Rules {row.edition}]\n[P1 {tidy[0]}] [P2 {tidy[1]}]\n"
    text = heads + bos.position_headers(bos.in_full(setup, position))
    return open_analysis(user, row, text=text, name=name or f"{deck_one[0]} – {deck_two[0]}")


def _told(at: str, problem: Problem) -> dict[str, Any]:
    return {"at": at, "rule": problem.rule or "", "message": localize(problem.message), **code_json(problem.message)}
