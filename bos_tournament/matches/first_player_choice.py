"""Who goes first: the higher bidder chooses; after three ties the players name who chooses (12.2.2, G-12, G-15)."""

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches import match_steps
from bos_tournament.matches.models import BidAttempt, Game, Match, Seat
from engine.bos.game import bidding as rules


@transaction.atomic
def name_chooser(seat: Seat) -> None:
    """This seat lost rock-paper-scissors and names the other as chooser; it gets its own last bid as ether itself.

    Nobody can claim the choice for themselves: only the one who does without it gives it away.
    """
    match = match_steps.lock_for(seat, Match.Step.CHOICE, refusal=_("You cannot name who chooses now: %(instead)s"))
    game = match_steps.open_game(match)
    if game.chooser_id:
        raise Refused(_("It is already settled who chooses. Check again."), code="chooser_settled")
    last = game.attempts.filter(state=BidAttempt.State.NAMED).latest("number")
    bids = {bid.seat_id: bid.amount for bid in last.bids.all() if bid.amount is not None}
    other = match_steps.others(seat)[0]
    outcome = rules.name_chooser(bids, other.pk)
    game.chooser = other
    game.ether = {str(player_seat.number): outcome.ether[player_seat.pk] for player_seat in match.seats.all()}
    game.save()
    match_steps.save(match)


@transaction.atomic
def choose_first(seat: Seat, *, goes_first: bool) -> None:
    """The chooser goes first, or lets the other; from the second game on reserves are swapped next (G-20)."""
    match = match_steps.lock_for(
        seat, Match.Step.CHOICE, refusal=_("You cannot choose who goes first now: %(instead)s")
    )
    game = match_steps.open_game(match)
    if game.chooser_id is None:
        raise Refused(
            _(
                "Tied three times: play rock-paper-scissors first. The loser then names the winner here, "
                "and the winner chooses."
            ),
            code="chooser_not_named",
        )
    other = match_steps.others(seat)[0]
    if game.chooser_id != seat.pk:
        raise Refused(_("%(player)s makes this choice. Wait for it.") % {"player": other.user}, code="not_the_chooser")
    game.first = seat if goes_first else other
    game.save()
    match_steps.save(match, step=_after_choice(game))


def _after_choice(game: Game) -> Match.Step:
    return Match.Step.SWAPPING if game.number > 1 else Match.Step.PLAYING
