"""A guest who comes to a match by a new personal link: whoever made it could sit in that seat, so others say who it is.

Until the opponent does, the seat does nothing and its secrets stay closed. After TWO_MINUTES without a word, or a No,
the desk decides in person, in public, and bids of that game are on paper. Nothing happens by itself: since when a phone
waits follows from the link and the match.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import PersonalLink, User
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.decks.submitted_versions import look_at_closed
from bos_tournament.errors import Refused
from bos_tournament.matches import bid_opening, match_steps
from bos_tournament.matches.models import BidAttempt, Match, NewPhone, Seat
from bos_tournament.operations.db_clock import db_now
from engine.hosting import Message

TWO_MINUTES = timedelta(minutes=2)
Word = NewPhone.Word
State = BidAttempt.State


@dataclass(frozen=True)
class Waiting:
    """A phone that waits for a word: whose seat, by which link, since when, and whether the opponent said No."""

    seat: Seat
    """Where the guest plays."""
    link: PersonalLink
    """The personal link the phone was signed in by."""
    since: datetime
    """When the link was opened, or the match made if that came later."""
    denied: bool
    """Whether the opponent has said that it is somebody else."""

    @property
    def until(self) -> datetime:
        """Until then it is the opponent's to say; afterwards the desk's too."""
        return self.since + TWO_MINUTES

    def is_for_the_desk(self, now: datetime) -> bool:
        return self.denied or now >= self.until


def waiting_phones(match: Match) -> list[Waiting]:
    """The phones at this match that wait for a word, in seat order. Asks nothing while no guest is seated."""
    return waiting_at([match])


def waiting_at(matches: Iterable[Match]) -> list[Waiting]:
    """Those at all these matches. Two queries at most with their `seats` and people prefetched."""
    going_on = [match for match in matches if not (match.finished_at or match.called_off_at)]
    guests = [seat for match in going_on for seat in match.seats.all() if seat.user.guest]
    if not guests:
        return []
    open_links = PersonalLink.objects.filter(user__in=[seat.user_id for seat in guests], midway=True)
    late = {
        link.user_id: link for link in open_links.filter(revoked_at=None, confirmed_at=None, opened_at__isnull=False)
    }
    words = NewPhone.objects.filter(seat__in=guests, word=Word.NO) if late else NewPhone.objects.none()
    denied = set(words.values_list("seat", "link"))
    return [
        Waiting(seat, link, max(link.opened_at, seat.match.made_at), (seat.pk, link.pk) in denied)
        for seat in guests
        if (link := late.get(seat.user_id)) and link.opened_at
    ]


def signature(phones: list[Waiting]) -> str:
    """Another one whenever somebody else may speak."""
    text = "".join(f"{phone.link.pk}{phone.is_for_the_desk(db_now())}" for phone in phones)
    return hashlib.sha256(text.encode()).hexdigest()[:8] if phones else "-"


def on_new_phones(seats: Iterable[Seat]) -> set[Seat]:
    """Those whose guest plays on a phone that came in the middle of something, confirmed or not."""
    guests = [seat for seat in seats if seat.user.guest]
    if not guests:
        return set()
    live = PersonalLink.objects.filter(user__in=[seat.user_id for seat in guests], revoked_at=None, midway=True)
    users = set(live.exclude(opened_at=None).values_list("user", flat=True))
    return {seat for seat in guests if seat.user_id in users}


@transaction.atomic
def confirm_phone(seat: Seat, *, phone: UUID, is_them: bool) -> None:
    """This seat says whether the phone that came is its opponent's. A Yes opens everything to it; a No leaves it to the
    desk. Raises Refused: `phone_settled`, `phone_denied`."""
    match = match_steps.lock(seat.match)
    waiting = _waiting(match, phone, but=seat)
    if waiting.denied:
        raise Refused(
            _("You said that this is not %(player)s. The head judge decides now.") % {"player": waiting.seat.user},
            code="phone_denied",
        )
    _say(match, waiting, Word.YES if is_them else Word.NO, by=seat.user)
    if is_them:
        personal_links.confirm(waiting.link)
    match_steps.save(match)


@transaction.atomic
def decide(match: Match, *, phone: UUID, is_them: bool, by: User) -> None:
    """The desk has looked in person. Either way the bids of this game are on paper; a Yes is kept as a look at the
    lists that it opens, a No ends the link.

    Raises Refused: `phone_settled`, and `opponent_first` within two minutes in which the opponent said nothing.
    """
    match = match_steps.lock(match)
    waiting = _waiting(match, phone)
    if not waiting.is_for_the_desk(db_now()):
        raise Refused(
            _("For two minutes only the opponent can say whether this is %(player)s.") % {"player": waiting.seat.user},
            code="opponent_first",
        )
    _say(match, waiting, Word.DECIDED_YES if is_them else Word.DECIDED_NO, by=by)
    if is_them:
        look_at_closed(waiting.seat.user, by, purpose=Message("desk.new_phone"))
        personal_links.confirm(waiting.link)
    else:
        personal_links.revoke_links(waiting.seat.user, by=by)
    _go_to_paper(match)
    match_steps.save(match)


@transaction.atomic
def bid_on_paper(seat: Seat, *, phone: UUID) -> None:
    """Where the desk has nobody to decide, the opponent of a phone that waits bids on paper at the table.

    Raises Refused: `phone_settled`, `opponent_first`, `already_on_paper`, and `bid_already_sealed`: nobody takes back
    their own bid this way.
    """
    match = match_steps.lock(seat.match)
    waiting = _waiting(match, phone, but=seat)
    if not waiting.is_for_the_desk(db_now()):
        raise Refused(_("First say whether this is %(player)s.") % {"player": waiting.seat.user}, code="opponent_first")
    if not _bids_are_ahead(match) or match_steps.on_paper(match):
        raise Refused(_("There are no bids to seal in this game. Check again."), code="already_on_paper")
    if match.attempts.filter(state__in=BidAttempt.LIVE, bids__seat=seat).exists():
        raise Refused(
            _("Your bid is already sealed. Ask the desk to void the bids, then bid on paper."),
            code="bid_already_sealed",
        )
    _go_to_paper(match)
    match_steps.save(match)


def _waiting(match: Match, phone: UUID, *, but: Seat | None = None) -> Waiting:
    """The phone that was looked at, while it still waits; nobody speaks of their own."""
    waiting = next(
        (candidate for candidate in waiting_phones(match) if candidate.link.pk == phone and candidate.seat != but), None
    )
    if waiting is None:
        raise Refused(_("This phone needs no answer any more. Check again."), code="phone_settled")
    # Held, so that whoever makes another link meanwhile waits for this word.
    User.objects.select_for_update().get(pk=waiting.seat.user_id)
    if PersonalLink.objects.filter(pk=phone, revoked_at=None, confirmed_at=None).exists():
        return waiting
    raise Refused(_("This phone needs no answer any more. Check again."), code="phone_settled")


def _say(match: Match, waiting: Waiting, word: Word, *, by: User) -> None:
    game = match_steps.open_game(match)
    NewPhone.objects.create(seat=waiting.seat, game=game, link=waiting.link.pk, word=word, by=by, at=db_now())


def _bids_are_ahead(match: Match) -> bool:
    return match.step in (Match.Step.BOSSES, Match.Step.BIDDING)


def _go_to_paper(match: Match) -> None:
    """Bids of this game that are not both in are made anew on paper; opened ones, and those on their way, stand."""
    if not _bids_are_ahead(match) or match_steps.on_paper(match):
        return
    game, live = match_steps.open_game(match), match.attempts.filter(state__in=BidAttempt.LIVE).first()
    game.bids_on_paper = True
    game.save(update_fields=["bids_on_paper"])
    if live is not None and live.state != State.BOTH_IN:
        bid_opening.void(match, live, why=Message("bids.now_on_paper"))
