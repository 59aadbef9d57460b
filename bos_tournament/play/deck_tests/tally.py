"""What came of games, counted: plain numbers that JSON can say, so that a test keeps them and adds to them."""

from collections.abc import Iterable
from typing import Any

from bos_tournament.play.deck_tests.schedule import Planned
from engine.bos.game import DeckUse

Tally = dict[str, Any]
"""`first` and `second`: games won, drawn and lost by the tested list going first or second, without ether; `ether`: for
each amount, games won, drawn and lost by whoever went first; `vim`: what was left at the end of turns, and how many
turns; `boss`: the numbers of the turns in which the boss came, and in how many games it did; `idle`: by name of a card
the games in which it stayed in its pile, by the rule that was against it; `unended`: games that found no end."""


def empty() -> Tally:
    """The tally before the first game."""
    return {
        "first": [0, 0, 0],
        "second": [0, 0, 0],
        "ether": {},
        "vim": [0, 0],
        "boss": [0, 0],
        "idle": {},
        "unended": 0,
    }


def count(tally: Tally, planned: Planned, winner: int | None, *, ended: bool, use: DeckUse) -> None:
    """Adds a game. `winner` is its seat, from 0, of which 0 is the tested list's; None for a draw."""
    tally["unended"] += not ended
    seat = 0 if planned.goes_first else 1
    if planned.ether:
        with_ether = tally["ether"].setdefault(str(planned.ether), [0, 0, 0])
        with_ether[_how(winner, seat)] += 1
        return
    tally["first" if planned.goes_first else "second"][_how(winner, 0)] += 1
    tally["vim"][0] += sum(use.vim_left)
    tally["vim"][1] += len(use.vim_left)
    tally["boss"][0] += use.boss_turn
    tally["boss"][1] += use.boss_turn > 0
    for name, rule in use.idle:
        rules = tally["idle"].setdefault(name, {})
        rules[rule] = rules.get(rule, 0) + 1


def _how(winner: int | None, seat: int) -> int:
    """0 where that seat won, 1 for a draw, 2 where it lost."""
    return 1 if winner is None else 0 if winner == seat else 2


def summed(tallies: Iterable[Tally]) -> Tally:
    """All of them together."""
    whole = empty()
    for tally in tallies:
        for name in ("first", "second", "vim", "boss"):
            whole[name] = _added(whole[name], tally[name])
        for ether, results in tally["ether"].items():
            whole["ether"][ether] = _added(whole["ether"].get(ether, [0, 0, 0]), results)
        for card, rules in tally["idle"].items():
            known = whole["idle"].setdefault(card, {})
            for rule, games in rules.items():
                known[rule] = known.get(rule, 0) + games
        whole["unended"] += tally["unended"]
    return whole


def _added(one: list[int], other: list[int]) -> list[int]:
    return [left + right for left, right in zip(one, other, strict=True)]
