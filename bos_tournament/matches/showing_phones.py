"""What a match shows of guests who came by a new personal link: who waits for whose word, and what was said."""

from typing import Any

from django.utils.translation import gettext as _

from bos_tournament.history.moments import db_now
from bos_tournament.matches.facts import Facts
from bos_tournament.matches.models import Match, NewPhone
from bos_tournament.matches.new_phones import Waiting

Shown = dict[str, Any]
Word = NewPhone.Word


def waiting(facts: Facts) -> list[Shown]:
    """The phones that wait, as everybody may see them, with what the viewer's seat may say."""
    return [_phone(facts, one) for one in facts.phones]


def _phone(facts: Facts, one: Waiting) -> Shown:
    for_the_desk = one.is_for_the_desk(db_now())
    opposite = facts.viewer is not None and facts.own_phone is None and one.seat != facts.viewer
    ahead = facts.match.step in (Match.Step.BOSSES, Match.Step.BIDDING) and not facts.on_paper
    return {
        "id": str(one.link.pk),
        "seat": one.seat.number,
        "name": str(one.seat.user),
        "said": _waits(facts, one, for_the_desk=for_the_desk),
        "until": one.until.isoformat(),
        "for_the_desk": for_the_desk,
        "may_answer": opposite and not one.denied,
        "may_bid_on_paper": opposite and for_the_desk and ahead and facts.own_bid is None,
    }


def _waits(facts: Facts, one: Waiting, *, for_the_desk: bool) -> str:
    opponent = next(str(seat.user) for seat in facts.seats if seat != one.seat)
    told = {"player": str(one.seat.user), "opponent": opponent}
    if one.denied:
        return _("%(opponent)s says that this is not %(player)s; the head judge decides at the table.") % told
    if for_the_desk:
        return _("%(player)s is here with a new phone and not confirmed; the head judge decides at the table.") % told
    if facts.viewer is not None and facts.viewer != one.seat:
        return _("%(player)s is here with a new phone. Is it them?") % told
    return _("%(player)s is here with a new phone; %(opponent)s has to confirm that it is them.") % told


def said(facts: Facts) -> list[str]:
    """What was said of phones at this match, in order, for everybody to read."""
    return [_said(facts, word) for word in facts.new_phones]


def _said(facts: Facts, word: NewPhone) -> str:
    sentence = {
        Word.YES: _("Game %(number)s: %(by)s confirmed the new phone of %(player)s."),
        Word.NO: _("Game %(number)s: %(by)s did not confirm the new phone of %(player)s."),
        Word.DECIDED_YES: _("Game %(number)s: %(by)s decided at the table that the new phone is %(player)s's."),
        Word.DECIDED_NO: _("Game %(number)s: %(by)s decided at the table that the new phone is not %(player)s's."),
    }[Word(word.word)]
    return sentence % {"number": word.game.number, "by": word.by, "player": word.seat.user}
