"""Moments of turns: until when something lasts, and what waits for a moment."""

from types import SimpleNamespace

PHASES = ("startup", "summoning", "main", "ending")


def when_over(table, use, until):
    """A duration as the moment at which it is over; None for never."""
    if until is None or until[0] == "never":
        return None
    if until[0] == "while here":
        return SimpleNamespace(point="here", card=use.card, entry=use.entry, seat=None, phase="", turn=0, use=use)
    point, who, phase, later = until
    seat = {"you": use.you, "an opponent": 1 - use.you}.get(who)
    turn = table.turn + 1 if later and phase == "turn" else table.turn
    return SimpleNamespace(point=point, seat=seat, phase=phase, turn=turn, card=None, entry=0, use=use)


def is_now(table, over, point, phase):
    """Whether that moment has come."""
    if over is None or over.point != point or over.phase != phase or table.turn < over.turn:
        return False
    return over.seat is None or over.seat == table.active


def expire(play, point, phase):
    """End what lasts until this moment."""
    table = play.table
    ended = [one for one in table.timed if is_now(table, one.over, point, phase)]
    table.timed = [one for one in table.timed if one not in ended]
    table.delays = [one for one in table.delays if one.moment is not None or not is_now(table, one.over, point, phase)]
    for one in ended:
        if one.kind == "control":
            play.give_back(one)


def expire_gone(table):
    """End what lasts while a card is on the battlefield that is not there any more."""

    def gone(over):
        return over is not None and over.point == "here" and (over.card.entry != over.entry or over.card.falling)

    table.timed = [one for one in table.timed if not gone(one.over)]
