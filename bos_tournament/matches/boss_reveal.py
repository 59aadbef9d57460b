"""Before the first game both players show their bosses (12.3.1, G-157)."""

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches import match_steps
from bos_tournament.matches.models import Match, Seat


@transaction.atomic
def confirm_bosses(seat: Seat) -> None:
    """This seat has shown its boss and seen the other one; when all have, the bids begin."""
    match = match_steps.lock_for(seat, Match.Step.BOSSES, refusal=_("You cannot confirm the bosses now: %(instead)s"))
    if not match.seats.filter(pk=seat.pk, greeted=False).update(greeted=True):
        raise Refused(_("You have already confirmed the bosses. Wait for the other player."), code="already_greeted")
    if not match.seats.filter(greeted=False).exists():
        match_steps.new_attempt(match, match_steps.open_game(match))
        match.step = Match.Step.BIDDING
    match_steps.save(match)
