"""What a player sees before a practice game, and of the match to which it belongs."""

from typing import Any

from bos_tournament.cards import catalogue
from bos_tournament.matches import reserve_swaps
from bos_tournament.play.models import PracticeGame
from bos_tournament.play.practice_matches.preparation import Step

Shown = dict[str, Any]


def match_so_far(game: PracticeGame, seat: int) -> Shown:
    """The match as that seat sees it: its score, the bids once they are open, and what is asked before the game."""
    score, bids = game.score, game.bids or {}
    following = game.following if game.over_at and not game.is_decided else None
    shown = {
        "step": game.step if game.over_at is None else "over",
        "best_of": game.best_of,
        "number": game.number,
        "score": [score[seat - 1], score[2 - seat]],
        "bids": [bids[str(seat)], bids[str(3 - seat)]] if bids else None,
        "ties": game.ties,
        "chooser": game.chooser,
        "may_choose": game.chooser == seat,
        "first": game.first,
        "with_next": bool(game.over_at) and not game.is_decided,
        "following": following.key_of(seat) if following else None,
        "has_sealed": False,
    }
    return shown | (_asked(game, seat) if game.is_preparing else {})


def preparation_tag(game: PracticeGame) -> str:
    """What an open page compares: it says nothing of a bid or a swap that is in."""
    return f"{game.step}{game.ties}{game.chooser or ''}"


def _asked(game: PracticeGame, seat: int) -> Shown:
    has_sealed = game.sealed.filter(seat=seat).exists()
    shown: Shown = {"has_sealed": has_sealed, "preparation_tag": preparation_tag(game)}
    if game.step == Step.SWAPPING and not has_sealed:
        shown["piles"] = _piles(game, seat)
    return shown


def _piles(game: PracticeGame, seat: int) -> Shown:
    """Summons and spells that may be swapped, each with an empty box for every copy."""
    movable = reserve_swaps.movable_cards(game.deck_of(seat), catalogue.pinned(game.pool_id))
    return {
        kind: {way: [(card, [False] * card.copies) for card in cards] for way, cards in ways.items()}
        for kind, ways in movable.items()
    }
