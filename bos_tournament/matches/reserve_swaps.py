"""Swaps of reserves between games: secret, card for card within a type, and lasting to the end of the match."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.decks.reports import localize_problem
from bos_tournament.errors import Refused
from bos_tournament.matches import match_steps
from bos_tournament.matches.current_decks import expected_list, pool_of
from bos_tournament.matches.models import Game, Match, Seat, Swap
from engine.bos.game import EDITIONS, CardType, Edition, Entry, Pool, read_deck, write_deck
from engine.bos.game import swaps as rules


@transaction.atomic
def swap_reserves(seat: Seat, *, out: Sequence[str], into: Sequence[str]) -> None:
    """Locks this seat's swap before the game; two empty lists lock that nothing is swapped (12.3.2, G-20 to G-25).

    A name stands once for each copy. The refusal of a wrong swap carries every problem in `.facts["problems"]`.
    """
    match = match_steps.lock_for(seat, Match.Step.SWAPPING, refusal=_("You cannot swap now: %(instead)s"))
    game = match_steps.open_game(match)
    if game.swaps.filter(seat=seat).exists():
        raise Refused(_("Your swap for this game is locked. Wait for the other player."), code="already_swapped")
    text = expected_list(game, seat)
    if out or into:
        text = list_after_swap(text, out, into, pool_of(match), EDITIONS[match.edition])
    Swap.objects.create(game=game, seat=seat, out=list(out), into=list(into), text=text)
    done = game.swaps.count() == match.seats.count()
    match_steps.save(match, step=Match.Step.PLAYING if done else None)


def list_after_swap(text: str, out: Sequence[str], into: Sequence[str], pool: Pool, edition: Edition) -> str:
    """The list after a swap, as text. Raises Refused (`swap_not_possible`) with every problem."""
    deck = read_deck(text)
    problems = rules.check_swap(deck, out, into, pool, edition)
    if problems:
        raise Refused(
            _("This swap is not possible yet. Fix the problems listed, then lock it again."),
            code="swap_not_possible",
            problems=[localize_problem(problem) for problem in problems],
        )
    return write_deck(rules.swap(deck, out, into), pool)


class Movable(NamedTuple):
    """A card that may change places, so many times."""

    name: str
    """The card's name."""
    strength: int | None
    """As printed; None for a spell."""
    cost: int | None
    """In vim, as printed; None for a summon."""
    copies: int
    """How many there are to move."""


def movable(game: Game, seat: Seat) -> dict[str, dict[str, list[Movable]]]:
    """Summons and spells of the list this seat plays now, `out` of its deck and `into` it. Secret: for its owner."""
    return movable_cards(expected_list(game, seat), pool_of(seat.match))


def movable_cards(text: str, pool: Pool) -> dict[str, dict[str, list[Movable]]]:
    """Summons and spells of a list, `out` of its deck and `into` it."""
    deck = read_deck(text)
    kinds = (CardType.SUMMON, CardType.SPELL)
    piles = {"into": deck.reserves, "out": deck.main}
    return {kind.value: {way: _movable(pile, kind, pool) for way, pile in piles.items()} for kind in kinds}


def _movable(pile: tuple[Entry, ...], kind: CardType, pool: Pool) -> list[Movable]:
    entries = ((entry, pool.find(entry.name)) for entry in pile)
    return [
        Movable(card.name, card.strength, card.cost, entry.copies)
        for entry, card in entries
        if card and card.type is kind
    ]
