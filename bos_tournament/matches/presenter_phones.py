"""What a match shows of guests who came by a new personal link: who waits for whose word, and what was said."""

from typing import Any

from django.utils.translation import gettext as _

from bos_tournament.matches.match_context import Facts
from bos_tournament.matches.models import Match, NewPhone
from bos_tournament.matches.new_phones import Waiting
from bos_tournament.operations.db_clock import db_now

Shown = dict[str, Any]
Word = NewPhone.Word


def waiting_phones(facts: Facts) -> list[Shown]:
    """The phones that wait, as everybody may see them, with what the viewer's seat may say."""
    return [_phone(facts, phone) for phone in facts.phones]


def _phone(facts: Facts, phone: Waiting) -> Shown:
    for_the_desk = phone.is_for_the_desk(db_now())
    opposite = facts.viewer is not None and facts.own_phone is None and phone.seat != facts.viewer
    ahead = facts.match.step in (Match.Step.BOSSES, Match.Step.BIDDING) and not facts.on_paper
    return {
        "id": str(phone.link.pk),
        "seat": phone.seat.number,
        "name": str(phone.seat.user),
        "said": _waits(facts, phone, for_the_desk=for_the_desk),
        "until": phone.until.isoformat(),
        "for_the_desk": for_the_desk,
        "may_answer": opposite and not phone.denied,
        "may_bid_on_paper": opposite and for_the_desk and ahead and facts.own_bid is None,
    }


def _waits(facts: Facts, phone: Waiting, *, for_the_desk: bool) -> str:
    opponent = next(str(seat.user) for seat in facts.seats if seat != phone.seat)
    names = {"player": str(phone.seat.user), "opponent": opponent}
    if phone.denied:
        return _("%(opponent)s says that this is not %(player)s. The head judge decides at the table.") % names
    if for_the_desk:
        return _("%(player)s is on a new phone, not confirmed. The head judge decides at the table.") % names
    if facts.viewer is not None and facts.viewer != phone.seat:
        return _("%(player)s is on a new phone. Is it them?") % names
    return _("%(player)s is on a new phone. %(opponent)s has to confirm that it is them.") % names


def phone_log(facts: Facts) -> list[str]:
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
