"""Deck lists of a tournament: handed in until the deadline, locked after it, amended and read by judges on record."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.cards import catalogue, meaning_review
from bos_tournament.decks import drafts
from bos_tournament.decks import submitted_versions as handed_in
from bos_tournament.decks.models import DeckLook, DeckVersion
from bos_tournament.decks.reports import ListReport
from bos_tournament.errors import Refused
from bos_tournament.operations.db_clock import db_now
from bos_tournament.operations.jobs import enqueue
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from engine.bos.game import Pool

BEFORE_PLAY = (Entrant.State.ASKED, Entrant.State.REGISTERED, Entrant.State.WAITLISTED)


def pool_of(tournament: Tournament) -> Pool:
    """The cards of a tournament: the pinned ones, before that the published ones of today."""
    return catalogue.pinned(tournament.pool_id) if tournament.pool_id else catalogue.pool()


def cards_with_changed_meaning(tournament: Tournament) -> tuple[str, ...]:
    """The pinned cards whose sentences are read otherwise today; in this tournament they play what they said then."""
    return meaning_review.differing(tournament.pool) if tournament.pool else ()


@transaction.atomic
def submit_list(entrant: Entrant, *, text: str) -> DeckVersion:
    """Hands in a list, in place of an earlier one. The moment that counts comes after the lock, so nobody slips by.

    Raises Refused after the deadline, and with every problem in `facts["problems"]` when the list is not legal.
    """
    tournament = lock_tournament(entrant.tournament)
    entrant = tournament.entrants.select_related("user", "deck_version").get(pk=entrant.pk)
    if not may_submit(tournament, entrant):
        raise Refused(_("Deck lists are locked. A judge can amend yours for a good reason."), code="lists_locked")
    version = handed_in.hand_in(
        entrant.user, text=text, pool=pool_of(tournament), edition=tournament.edition, previous=entrant.deck_version
    )
    return _keep(tournament, entrant, version)


def has_list_in(user: User) -> bool:
    """Is a list of theirs in where it is still played, or about to be?"""
    entries = Entrant.objects.filter(user=user).exclude(deck_version=None)
    return entries.filter(tournament__state__in=(Tournament.State.OPEN, Tournament.State.RUNNING)).exists()


def may_submit(tournament: Tournament, entrant: Entrant, *, now: datetime | None = None) -> bool:
    """Before the deadline everybody entered may; afterwards whom staff let until the start, and a walk-in who came
    too late for it, once."""
    now = now or db_now()
    if tournament.takes_lists(now) or (entrant.list_unlocked and tournament.state == Tournament.State.OPEN):
        return entrant.state in BEFORE_PLAY
    if tournament.is_over or entrant.state not in Entrant.TAKING_PART or entrant.deck_version_id:
        return False
    closed = min(filter(None, (tournament.list_deadline, tournament.started_at)), default=None)
    return entrant.added_by_id is not None and closed is not None and entrant.made_at >= closed


def may_unlock(tournament: Tournament, entrant: Entrant, by: User) -> bool:
    """Are lists locked for this entrant, and is there still time to hand one in before the start?"""
    waits = tournament.state == Tournament.State.OPEN and entrant.state in BEFORE_PLAY
    return waits and entrant.user_id != by.pk and not tournament.takes_lists(db_now())


@transaction.atomic
def unlock_list(entrant: Entrant, *, by: User, unlocked: bool = True) -> Entrant:
    """Staff let one player hand in a list after the deadline, until the start or until they lock it. Twice is once.

    Raises Refused: `own_list`, `not_locked` while everybody may hand in or nobody any more.
    """
    tournament = lock_tournament(entrant.tournament)
    entrant = tournament.entrants.select_related("user").get(pk=entrant.pk)
    if entrant.user_id == by.pk:
        raise Refused(_("You cannot unlock your own deck list; ask another staff member."), code="own_list")
    if not may_unlock(tournament, entrant, by):
        sentence = _(
            "A single player's deck list can be unlocked or locked only between the deck list deadline and the start."
        )
        raise Refused(sentence, code="not_locked")
    if entrant.list_unlocked != unlocked:
        entrant.list_unlocked = unlocked
        entrant.save(update_fields=["list_unlocked"])
        if unlocked:
            enqueue("tournaments.tell_unlocked", entrant.pk)
        bump_version(tournament)
    return entrant


@transaction.atomic
def amend_list(entrant: Entrant, *, by: User, text: str, reason: str) -> DeckVersion:
    """A judge's version of a list, with the reason; the owner sees it at once and the old one stays.

    Somebody without a list gets one this way. Raises Refused for an illegal list or without a reason.
    """
    tournament = lock_tournament(entrant.tournament)
    entrant = tournament.entrants.select_related("user", "deck_version").get(pk=entrant.pk)
    if tournament.is_over:
        raise Refused(_("The tournament is over, so its deck lists stay as they are."), code="already_over")
    if entrant.user_id == by.pk:
        raise Refused(_("You cannot amend your own deck list."), code="own_list")
    if entrant.deck_version is None:
        raise Refused(
            _("%(player)s has not submitted a deck list, so there is nothing to amend.") % {"player": entrant.user},
            code="nothing_to_amend",
        )
    version = handed_in.amend(
        entrant.deck_version,
        by=by,
        text=text,
        reason=reason,
        pool=pool_of(tournament),
        edition=tournament.edition,
    )
    return _keep(tournament, entrant, version)


def read_list(entrant: Entrant, viewer: User, *, purpose: str) -> DeckVersion:
    """Shows a list to a judge and writes down who looked and why."""
    if not purpose.strip():
        raise Refused(_("Say why you are reading the deck list; its owner sees it afterwards."), code="purpose_missing")
    if entrant.deck_version is None:
        raise Refused(_("%(player)s has not submitted a deck list.") % {"player": entrant.user}, code="no_list")
    return handed_in.look(entrant.deck_version, viewer, purpose=" ".join(purpose.split()))


def history(entrant: Entrant) -> list[DeckVersion]:
    """The versions of a list in this tournament, newest first."""
    if entrant.deck_version_id is None:
        return []
    chain = DeckVersion.objects.raw(
        """
        WITH RECURSIVE chain AS (
            SELECT * FROM decks_deckversion WHERE id = %s
            UNION ALL SELECT older.* FROM decks_deckversion older JOIN chain ON older.id = chain.previous_id
        ) SELECT * FROM chain ORDER BY number DESC
        """,
        [entrant.deck_version_id],
    )
    return list(chain.prefetch_related("amended_by"))


def looks(tournament: Tournament, versions: list[DeckVersion]) -> list[DeckLook]:
    """Who read a list, shown to its owner when the tournament is over."""
    if not tournament.is_over:
        return []
    return list(DeckLook.objects.filter(version__in=versions).select_related("viewer", "version").order_by("at"))


def report_of(entrant: Entrant, tournament: Tournament) -> ListReport | None:
    """What the engine says about the list as it stands, with the tournament's cards; None without a list."""
    if entrant.deck_version is None:
        return None
    return drafts.check_list(entrant.deck_version.text, pool_of(tournament), tournament.edition)


def illegal(entrants: Iterable[Entrant], tournament: Tournament) -> set[UUID]:
    """Those of the entrants who have handed in a list that is not legal with the tournament's cards."""
    pool = pool_of(tournament)
    return {
        entrant.pk
        for entrant in entrants
        if entrant.deck_version and not drafts.check_list(entrant.deck_version.text, pool, tournament.edition).legal
    }


@transaction.atomic
def pin_pool(tournament: Tournament) -> Tournament:
    """Pins today's cards for good and tells everybody whose list they make illegal. Twice is once.

    Called at the list deadline by the tidy task, and at the start at the latest.
    """
    tournament = lock_tournament(tournament)
    if tournament.pool_id:
        return tournament
    tournament.pool = catalogue.pin()
    tournament.save(update_fields=["pool"])
    with_list = tournament.entrants.filter(state__in=Entrant.TAKING_PART).exclude(deck_version=None)
    for entrant_id in illegal(with_list.select_related("deck_version"), tournament):
        enqueue("tournaments.tell_illegal_list", entrant_id)
    bump_version(tournament)
    return tournament


def pin_pools_due() -> int:
    """Pins the cards of every tournament whose list deadline has passed; returns how many."""
    due = Tournament.objects.filter(state=Tournament.State.OPEN, pool=None, list_deadline__lte=db_now())
    return len([pin_pool(tournament) for tournament in due])


def _keep(tournament: Tournament, entrant: Entrant, version: DeckVersion) -> DeckVersion:
    entrant.deck_version = version
    entrant.save(update_fields=["deck_version"])
    bump_version(tournament)
    return version


def refuse_reader(user: User, tournament: Tournament) -> None:
    """Whoever read lists of others here, as staff or for a deck check, does not play against them afterwards."""
    others = tournament.entrants.exclude(user=user).values("deck_version")
    if DeckLook.objects.filter(viewer=user, version__in=others).exists():
        sentence = _("%(player)s has read deck lists of this tournament as staff and cannot play in it.")
        raise Refused(sentence % {"player": user}, code="read_lists")
