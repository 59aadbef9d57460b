"""What each round adds to sums of opponents' scores, played or not (field rules C8).

Three conventions for rounds that nobody played, all in the match points of the event (n rounds so far):

    nothing   an awarded match adds the opponent's score, a round alone adds nothing
    virtual   an opponent on one's own score before the round, who got there what oneself did not, then draws n - R
              times; and for one's own opponents each unplayed round of theirs counts as drawn
    dummy     an opponent on one's own final score; and for one's own opponents the rounds they missed by their own
              doing count as drawn from the last one they were there for
"""

from dataclasses import dataclass

from bos_tournament.pairing.event import Points, UnplayedRounds
from bos_tournament.pairing.tally import Meeting, Tallies


@dataclass(frozen=True, slots=True)
class Contribution:
    """One round in a sum: the score it adds, and whether it was won (1), drawn (0) or lost (-1).

    is_cut_first: missed by one's own doing, so that it goes before any lower score.
    """

    round: int
    opponent: int | None
    score: int
    sign: int
    is_cut_first: bool = False


def contributions(tallies: Tallies) -> list[list[Contribution]]:
    """Every round of every player that adds a score, by position."""
    match tallies.event.options.unplayed_rounds:
        case UnplayedRounds.NOTHING:
            return [_of_meetings(mine, tallies.points) for mine in tallies.meetings]
        case UnplayedRounds.VIRTUAL:
            return _virtual(tallies)
        case UnplayedRounds.DUMMY:
            return _dummy(tallies)


def kept(mine: list[Contribution], *, lowest: int = 0, highest: int = 0) -> list[Contribution]:
    """Without so many of the lowest and of the highest; equals leave from the first round on."""
    up = sorted(mine, key=lambda one: (not one.is_cut_first, one.score))[lowest:]
    down = sorted(up, key=lambda one: -one.score)[highest:]
    return sorted(down, key=lambda one: one.round)


def _of_meetings(mine: list[Meeting], scores: list[int]) -> list[Contribution]:
    return [
        Contribution(one.round, one.opponent, scores[one.opponent], one.sign)
        for one in mine
        if one.opponent is not None
    ]


def _virtual(tallies: Tallies) -> list[list[Contribution]]:
    points, rounds = tallies.event.points, len(tallies.event.rounds)
    scores = [sum(_gained(one, points) if one.was_played else points.draw for one in mine) for mine in tallies.meetings]
    told = []
    for mine in tallies.meetings:
        before, contributed = 0, []
        for one in mine:
            gained = _gained(one, points)
            virtual = before + points.win - gained + points.draw * (rounds - one.round)
            contributed.append(_contribution(one, scores, virtual))
            before += gained
        told.append(contributed)
    return told


def _dummy(tallies: Tallies) -> list[list[Contribution]]:
    points = tallies.event.points
    scores = [own + _trailing(mine, points) for own, mine in zip(tallies.points, tallies.meetings, strict=True)]
    return [
        [_contribution(one, scores, own, cut_first=one.is_own_doing) for one in mine]
        for own, mine in zip(tallies.points, tallies.meetings, strict=True)
    ]


def _trailing(mine: list[Meeting], points: Points) -> int:
    """What the rounds missed at the end add when each of them counts as drawn."""
    added = 0
    for one in reversed(mine):
        if not one.is_own_doing:
            break
        added += points.draw - _gained(one, points)
    return added


def _contribution(one: Meeting, scores: list[int], unplayed: int, *, cut_first: bool = False) -> Contribution:
    if one.was_played and one.opponent is not None:
        return Contribution(one.round, one.opponent, scores[one.opponent], one.sign)
    return Contribution(one.round, None, unplayed, one.sign, is_cut_first=cut_first)


def _gained(one: Meeting, points: Points) -> int:
    """The match points of that round."""
    if not one.written:
        return 0
    return points.win if one.sign > 0 else points.draw if one.sign == 0 else points.loss
