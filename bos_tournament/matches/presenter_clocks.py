"""What a match shows of its players' clocks: faces, whose turn it is, what was done last, and what a seat may do."""

from typing import Any

from django.utils.translation import gettext as _

from bos_tournament.matches import surroundings
from bos_tournament.matches.clock_marks import clocks_at, setting_of
from bos_tournament.matches.clock_state import Clocks, Setting, face
from bos_tournament.matches.match_context import Facts
from bos_tournament.matches.models import ClockMark, Match

Deed = ClockMark.Deed
Shown = dict[str, Any]


def clocks(facts: Facts) -> Shown | None:
    """The clocks as everybody may see them; None where no time is counted, and after the match. Figures are those of
    the moment `at`: what has passed since is for who looks to count. Where spectators follow an online game with a
    delay, its clocks, which moves drive, are for its players and staff."""
    setting = setting_of(facts.match)
    if setting is None or _is_for_players_alone(facts) or facts.match.finished_at or facts.match.called_off_at:
        return None
    now = _now(facts, setting)
    return {
        "minutes": setting.minutes,
        "delay": setting.delay,
        "per_game": setting.per_game,
        "mark": facts.mark.number if facts.mark else 0,
        "state": state(facts),
        "turn": now.turn if now else None,
        "turn_name": _name(facts, now.turn) if now else "",
        "at": now.at.isoformat() if now else None,
        "free": now.delay if now else setting.free,
        "faces": [_face(facts, seat.number, now, setting) for seat in facts.seats],
        "out": _out(facts, now) if now else None,
        "said": last_clock_action(facts),
        "you": _may(facts) if facts.viewer and not facts.own_phone else None,
    }


def _is_for_players_alone(facts: Facts) -> bool:
    match = facts.match
    return facts.viewer is None and match.plays_online and surroundings.event.spectator_delay(match) is not None


def state(facts: Facts) -> str:
    """Whether the clocks are to begin, run, are paused, or stand still since no game is being played."""
    if facts.match.step != Match.Step.PLAYING:
        return "stopped"
    if facts.mark is None or facts.mark.game_id != facts.game.pk:
        return "to_begin"
    return "running" if facts.mark.runs else "paused"


def last_clock_action(facts: Facts) -> str:
    """What was done last in this game, as a sentence without its moment."""
    mark = facts.mark
    if mark is None or mark.game_id != facts.game.pk:
        return ""
    sentence = {
        Deed.START: _("%(who)s started the clocks"),
        Deed.TURN: _("%(turn)s's turn began")
        if facts.match.plays_online
        else _("%(turn)s's turn began, reported by %(who)s"),
        Deed.ANSWER: _("%(turn)s's clock is running"),
        Deed.PAUSE: _("%(who)s paused the clocks (%(why)s)") if mark.why else _("%(who)s paused the clocks"),
        Deed.GO_ON: _("%(who)s resumed the clocks"),
        Deed.STOP: _("The clocks stopped at the end of the game"),
        Deed.SET: _("%(who)s set the clocks (%(why)s)"),
    }[Deed(mark.deed)]
    actor = str(mark.by) if mark.by else _("The site")
    return sentence % {"who": actor, "why": mark.why, "turn": _name(facts, mark.turn)}


def _may(facts: Facts) -> Shown:
    """Which taps the viewer's seat has now."""
    on = None if facts.match.plays_online else state(facts)
    return {
        "number": facts.me.number,
        "may_begin": on == "to_begin",
        "may_tap": on == "running",
        "may_go_on": on == "paused",
    }


def _now(facts: Facts, setting: Setting) -> Clocks | None:
    """A new game with its own time begins with full clocks again."""
    if facts.mark is None or (setting.per_game and facts.mark.game_id != facts.game.pk):
        return None
    return clocks_at(facts.mark)


def _face(facts: Facts, seat: int, now: Clocks | None, setting: Setting) -> Shown:
    left = now.left[seat] if now else setting.whole
    runs = now is not None and now.runs and now.turn == seat
    return {"seat": seat, "name": _name(facts, seat), "left": left, "face": face(left), "runs": runs}


def _out(facts: Facts, now: Clocks) -> Shown | None:
    """Whose time ran out when the clocks were touched last; while they run, screens find it out by themselves."""
    if now.out is None or now.out_at is None:
        return None
    return {"seat": now.out, "name": _name(facts, now.out), "at": now.out_at.isoformat()}


def _name(facts: Facts, number: int) -> str:
    return next((str(seat.user) for seat in facts.seats if seat.number == number), "")
