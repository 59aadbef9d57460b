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
from bos_tournament.pairing.player_counts import Meeting
from bos_tournament.pairing.player_totals import Tallies


@dataclass(frozen=True, slots=True)
class Contribution:
    """One round in a sum: the score it adds, and whether it was won (1), drawn (0) or lost (-1).

    is_cut_first: missed by one's own doing, so that it goes before any lower score.
    """

    round: int
    """The number of the round, from 1."""
    opponent: int | None
    """The position of the opponent; None without one."""
    score: int
    """What it adds, in match points, at pods in parts of one."""
    sign: int
    """1 for won, 0 for drawn, -1 for lost."""
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


def without_extremes(parts: list[Contribution], *, lowest: int = 0, highest: int = 0) -> list[Contribution]:
    """Without so many of the lowest and of the highest; equals leave from the first round on."""
    up = sorted(parts, key=lambda part: (not part.is_cut_first, part.score))[lowest:]
    down = sorted(up, key=lambda part: -part.score)[highest:]
    return sorted(down, key=lambda part: part.round)


def _of_meetings(meetings: list[Meeting], scores: list[int]) -> list[Contribution]:
    return [
        Contribution(meeting.round, meeting.opponent, scores[meeting.opponent], meeting.sign)
        for meeting in meetings
        if meeting.opponent is not None
    ]


def _virtual(tallies: Tallies) -> list[list[Contribution]]:
    points, rounds = tallies.event.points, len(tallies.event.rounds)
    scores = [
        sum(_gained(meeting, points) if meeting.was_played else points.draw for meeting in meetings)
        for meetings in tallies.meetings
    ]
    by_player = []
    for meetings in tallies.meetings:
        before, contributed = 0, []
        for meeting in meetings:
            gained = _gained(meeting, points)
            virtual = before + points.win - gained + points.draw * (rounds - meeting.round)
            contributed.append(_contribution(meeting, scores, virtual))
            before += gained
        by_player.append(contributed)
    return by_player


def _dummy(tallies: Tallies) -> list[list[Contribution]]:
    points = tallies.event.points
    scores = [own + _trailing(meetings, points) for own, meetings in zip(tallies.points, tallies.meetings, strict=True)]
    return [
        [_contribution(meeting, scores, own, cut_first=meeting.is_own_doing) for meeting in meetings]
        for own, meetings in zip(tallies.points, tallies.meetings, strict=True)
    ]


def _trailing(meetings: list[Meeting], points: Points) -> int:
    """What the rounds missed at the end add when each of them counts as drawn."""
    added = 0
    for meeting in reversed(meetings):
        if not meeting.is_own_doing:
            break
        added += points.draw - _gained(meeting, points)
    return added


def _contribution(meeting: Meeting, scores: list[int], unplayed: int, *, cut_first: bool = False) -> Contribution:
    if meeting.was_played and meeting.opponent is not None:
        return Contribution(meeting.round, meeting.opponent, scores[meeting.opponent], meeting.sign)
    return Contribution(meeting.round, None, unplayed, meeting.sign, is_cut_first=cut_first)


def _gained(meeting: Meeting, points: Points) -> int:
    """The match points of that round."""
    if not meeting.written:
        return 0
    return points.win if meeting.sign > 0 else points.draw if meeting.sign == 0 else points.loss
