"""Doors of the board before a practice game and after it: bid, choose, swap, next game."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from bos_tournament.accounts.requests import HtmxHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.play import access, visits
from bos_tournament.play.models import PracticeGame
from bos_tournament.play.practice_matches import bids, next_games, swaps, wizard_places
from bos_tournament.play.practice_matches.forms import ChooseForm, PlacesForm, PracticeBidForm, SwapForm
from bos_tournament.play.views import board_deed


@board_deed
def bid(row: PracticeGame, seat: int, sent: QueryDict) -> None:
    bid = _read(PracticeBidForm(sent))
    bids.place_bid(row, seat, amount=bid["amount"], ties=bid["ties"])


@board_deed
def choose_order(row: PracticeGame, seat: int, sent: QueryDict) -> None:
    bids.choose_order(row, seat, goes_first=_read(ChooseForm(sent))["goes_first"])


@board_deed
def leave_choice(row: PracticeGame, seat: int, _sent: QueryDict) -> None:
    bids.leave_choice(row, seat)


@board_deed
def swap(row: PracticeGame, seat: int, sent: QueryDict) -> None:
    chosen = _read(SwapForm(sent))
    swaps.lock_swap(row, seat, out=chosen["out"], into=chosen["into"])


@board_deed
def arrange_wizards(row: PracticeGame, seat: int, sent: QueryDict) -> None:
    chosen = _read(PlacesForm(sent))
    wizard_places.place_practice_wizards(row, seat, names=[chosen[column] for column in "abc"])


@require_POST
@never_cache
def next_game(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    """Leads to the next game of the match, which the first one who asks begins."""
    row, seat = access.practice_seat(request.user, pk)
    try:
        row = next_games.start_next_game(row, before=visits.remembered_game(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
    answer = redirect(row.address_of(seat))
    visits.remember_visit(answer, row)
    return answer


def _read(form: Form) -> dict[str, Any]:
    """What a form holds. Raises Refused (`no_move`) with what is wrong with it."""
    if not form.is_valid():
        said = [str(sentence) for sentences in form.errors.values() for sentence in sentences]
        raise Refused(" ".join(said) or _("Fill in the form first."), code="no_move")
    return form.cleaned_data
