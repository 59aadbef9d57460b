"""What the pages of deck tests show: how far a test is, win rates, ether, idle cards, vim, the boss; two compared."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from bos_tournament.cards.rules import rule_of
from bos_tournament.play.deck_tests import tally
from bos_tournament.play.deck_tests.models import DeckTest, DeckTestOpponent
from bos_tournament.play.deck_tests.playing import NODES
from bos_tournament.play.deck_tests.schedule import ETHER, all_games, games_with_ether
from bos_tournament.play.deck_tests.tally import Tally
from bos_tournament.play.deck_tests.win_rates import Difference, Share, difference, even_ether, share_of

Shown = dict[str, Any]
MOST_IDLE = 40
"""So many idle cards are listed, those that were idle most often."""
REASONS = {
    "": _("It could be played, but Magpie preferred other plays."),
    "5.1.2": _("No matching wizard was face-up."),
    "5.1.3": _("Every matching wizard's column was taken."),
    "6.1.2": _("Not enough vim."),
    "6.1.3": _("Its condition was not met."),
    "6.1.9": _("It had nothing to target."),
    "6.3.1": _("Not enough ether."),
    "10.2.1": _("Its extra cost could not be paid."),
}
"""What was against a card, by the rule that says so; other rules are quoted."""


def results(test: DeckTest) -> Shown:
    """All that is known so far. One query."""
    opponents = list(test.opponents.order_by("number"))
    whole = tally.summed(opponent.tally for opponent in opponents)
    games = sum(whole["first"]) + sum(whole["second"])
    total = all_games(len(opponents), test.games)
    return {
        "test": test,
        "running": test.state == DeckTest.State.RUNNING,
        "total": total,
        "percent": 100 * test.played // total if total else 100,
        "counted": games,
        "nodes": NODES,
        "opponents": [_opponent(opponent) for opponent in opponents],
        "all": _rates(whole),
        "ether": _ether(whole, len(opponents), test.games),
        "idle": _idle(whole, games),
        "vim": whole["vim"][0] / whole["vim"][1] if whole["vim"][1] else None,
        "boss": _boss(whole, games),
        "unended": whole["unended"],
    }


def _opponent(opponent: DeckTestOpponent) -> Shown:
    return {"name": opponent.name, **_rates(opponent.tally)}


def _rates(counted: Tally) -> Shown:
    """The win rates in all, going first and going second."""
    both = [first + second for first, second in zip(counted["first"], counted["second"], strict=True)]
    rates = (("both", both), ("first", counted["first"]), ("second", counted["second"]))
    return {name: _percent(share_of(games)) for name, games in rates}


def _percent(share: Share | None) -> Shown | None:
    """A share in percent, with its interval."""
    if share is None:
        return None
    return {
        "rate": 100 * share.share,
        "low": 100 * share.low,
        "high": 100 * share.high,
        "games": share.games,
        "bar": round(share.share * 100),
    }


def _ether(whole: Tally, opponents: int, games: int) -> Shown:
    """The ether that makes it even, and what it is worked out from."""
    without = [first + lost for first, lost in zip(whole["first"], reversed(whole["second"]), strict=True)]
    results = [(0, without), *((ether, whole["ether"].get(str(ether), [0, 0, 0])) for ether in ETHER)]
    shares = [(ether, share_of(played)) for ether, played in results]
    wanted = [opponents * games, *(opponents * games_with_ether(games) for _ether in ETHER)]
    is_whole = all(sum(played) >= least for (_amount, played), least in zip(results, wanted, strict=True))
    even = even_ether([(ether, share) for ether, share in shares if share]) if is_whole else None
    return {
        "even": even,
        "most": ETHER[-1],
        "tried": [{"ether": ether, **(_percent(share) or {"games": 0})} for ether, share in shares],
    }


def _idle(whole: Tally, games: int) -> list[Shown]:
    """The cards that stayed in their pile, those first that did so most often, each with the most frequent reason."""
    often = sorted(whole["idle"].items(), key=lambda item: (-sum(item[1].values()), item[0]))
    return [_idle_card(name, rules, games) for name, rules in often[:MOST_IDLE]]


def _idle_card(name: str, rules: dict[str, int], games: int) -> Shown:
    idle = sum(rules.values())
    most = max(sorted(rules), key=lambda rule: rules[rule])
    return {
        "name": name,
        "games": idle,
        "percent": 100 * idle / games,
        "reason": _reason(most),
        "rule": most,
        "reason_percent": 100 * rules[most] / idle,
    }


def _reason(rule: str) -> str:
    if rule in REASONS:
        return str(REASONS[rule])
    found = rule_of(rule)
    return found.text if found else rule


def _boss(whole: Tally, games: int) -> Shown | None:
    """In how many of the games the boss came, and in which turn on average; None without games."""
    turns, turned = whole["boss"]
    if not games:
        return None
    return {"percent": 100 * turned / games, "turn": turns / turned if turned else None}


# Two tests compared


def side_by_side(one: DeckTest, other: DeckTest) -> Shown:
    """Two tests side by side: win rates against the opponents that both have, and how far they are apart. Two
    queries."""
    others = {opponent.deck: opponent for opponent in other.opponents.all()}
    pairs = [(opponent, others[opponent.deck]) for opponent in one.opponents.all() if opponent.deck in others]
    sums = [tally.summed(pair[side].tally for pair in pairs) for side in (0, 1)]
    return {
        "one": one,
        "other": other,
        "rows": [{"name": left.name, **_compared(left.tally, right.tally)} for left, right in pairs],
        "all": _compared(*sums),
        "parts": list(_parts(*sums)),
    }


def _parts(one: Tally, other: Tally) -> Iterator[Shown]:
    """Going first and going second apart, over all opponents."""
    for name, title in (("first", _("Going first")), ("second", _("Going second"))):
        yield {"name": title, **_side_by_side(share_of(one[name]), share_of(other[name]))}


def _compared(one: Tally, other: Tally) -> Shown:
    both = [[a + b for a, b in zip(each["first"], each["second"], strict=True)] for each in (one, other)]
    return _side_by_side(share_of(both[0]), share_of(both[1]))


def _side_by_side(one: Share | None, other: Share | None) -> Shown:
    apart = difference(one, other) if one and other else None
    return {"one": _percent(one), "other": _percent(other), "apart": _points(apart) if apart else None}


def _points(apart: Difference) -> Shown:
    """A difference in percentage points."""
    return {
        "points": 100 * apart.share,
        "low": 100 * apart.low,
        "high": 100 * apart.high,
        "clear": apart.is_clear,
    }
