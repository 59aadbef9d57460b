"""The code that joins a tournament: made anew when it got into wrong hands, and good for so many people."""

import secrets

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
LENGTH = 8
MOST_LETTERS = 16  # of what somebody types as a code
MOST_USES = 9999


def free_code() -> str:
    """31 letters and figures nobody mixes up, eight times: two equal ones do not happen."""
    return "".join(secrets.choice(LETTERS) for each in range(LENGTH))


@transaction.atomic
def renew(tournament: Tournament) -> Tournament:
    """Makes a new code; the old one leads nowhere from now on. Who joined stays. Raises Refused after the end."""
    tournament = lock_tournament(tournament)
    _refuse_after_the_end(tournament)
    tournament.join_code, tournament.code_renewed_at = free_code(), db_now()
    tournament.save(update_fields=["join_code", "code_renewed_at"])
    bump_version(tournament)
    return tournament


@transaction.atomic
def limit(tournament: Tournament, *, most: int | None) -> Tournament:
    """So many people can join by code in all, whoever did already included; None: as many as there are places.

    Raises Refused: `already_over`, `code_not_needed` where people join without it, `faulty_limit`.
    """
    tournament = lock_tournament(tournament)
    _refuse_after_the_end(tournament)
    if most is not None and not tournament.code_only:
        raise Refused(
            _("Anyone can join without the code. Choose “Require join code” in the settings first."),
            code="code_not_needed",
        )
    if most is not None and not 1 <= most <= MOST_USES:
        raise Refused(
            _("Choose between 1 and %(most)s players, or leave it empty.") % {"most": MOST_USES}, code="faulty_limit"
        )
    tournament.code_limit = most
    tournament.save(update_fields=["code_limit"])
    bump_version(tournament)
    return tournament


def is_used_up(tournament: Tournament) -> bool:
    """Have as many joined by code as the organizer allows?"""
    return tournament.code_only and tournament.code_limit is not None and tournament.code_uses >= tournament.code_limit


def use(tournament: Tournament, code: str) -> None:
    """Counts somebody in who joins where the code is needed; the caller holds the lock.

    Raises Refused: `code_needed`, `wrong_code`, `code_used_up`.
    """
    if not tournament.code_only:
        return
    letters = code.strip().upper()
    if not letters:
        raise Refused(_("You need this tournament's code to join; ask its staff."), code="code_needed")
    if letters != tournament.join_code:
        raise Refused(
            _("This is not the current code of this tournament. Check each letter, or ask its staff."),
            code="wrong_code",
        )
    if is_used_up(tournament):
        raise Refused(_("This code has reached its limit. Ask the organizer."), code="code_used_up")
    tournament.code_uses += 1
    tournament.save(update_fields=["code_uses"])


def _refuse_after_the_end(tournament: Tournament) -> None:
    if tournament.is_over:
        raise Refused(_("This tournament is over; you can no longer join."), code="already_over")
