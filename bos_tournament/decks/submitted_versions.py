"""Versions of a list: handed in by the owner, amended by a judge, read by judges on the record."""

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.decks import access
from bos_tournament.decks.drafts import check_list
from bos_tournament.decks.models import DeckLook, DeckVersion
from bos_tournament.errors import Refused
from bos_tournament.messages import Words, words
from engine.bos.game import CardType, Pool, main_cards, read_deck, write_deck


@transaction.atomic
def hand_in(owner: User, *, text: str, pool: Pool, edition: str, previous: DeckVersion | None = None) -> DeckVersion:
    """A legal list becomes a version that never changes.

    Raises Refused (`illegal_list`) with every problem in `facts["problems"]`.
    """
    return _pin(owner, text, pool, edition, previous)


@transaction.atomic
def amend(version: DeckVersion, *, by: User, text: str, reason: str, pool: Pool, edition: str) -> DeckVersion:
    """A judge's version of a locked list; the old one stays beside it. Raises Refused without a reason."""
    if not reason.strip():
        raise Refused(_("Give the reason for amending the list."), code="reason_missing")
    return _pin(version.owner, text, pool, edition, version, amended_by=by, reason=reason.strip()[:300])


def _pin(
    owner: User, text: str, pool: Pool, edition: str, previous: DeckVersion | None, **amended: object
) -> DeckVersion:
    verdict = check_list(text, pool, edition)
    if not verdict.legal:
        problems = verdict.problems
        sentence = " ".join([_("This deck list is not legal yet."), *(problem.message for problem in problems[:3])])
        raise Refused(sentence, code="illegal_list", problems=problems)
    deck = read_deck(text)
    return DeckVersion.objects.create(
        owner=owner,
        previous=previous,
        number=previous.number + 1 if previous else 1,
        name=deck.name[:60],
        text=write_deck(deck, pool),
        color=verdict.color or "",
        boss=next(card.name for card in main_cards(deck, pool) if card.type is CardType.BOSS),
        **amended,
    )


def look(version: DeckVersion, viewer: User, *, purpose: Words) -> DeckVersion:
    """Gives a list to somebody who may read it, and first writes down that they did."""
    if viewer.pk != version.owner_id:
        DeckLook.objects.create(version=version, viewer=viewer, **words("purpose", purpose))
    return version


def look_at_all(versions: Iterable[DeckVersion], viewer: User, *, purpose: Words) -> None:
    """Writes down at once that somebody who may do so reads all these lists; owners' looks at their own are none."""
    read = [version for version in versions if version.owner_id != viewer.pk]
    DeckLook.objects.bulk_create(
        DeckLook(version=version, viewer=viewer, **words("purpose", purpose)) for version in read
    )


def look_at_closed(owner: User, viewer: User, *, purpose: Words) -> None:
    """Writes down that somebody opens to a guest's new phone all the lists that are closed to it."""
    closed = DeckVersion.objects.filter(owner=owner).exclude(pk__in=access.own_versions(owner).values("pk"))
    look_at_all(closed, viewer, purpose=purpose)


def handed_in_by(user: User) -> list[list[DeckVersion]]:
    """The user's lists that are open to them, the latest first; each with its earlier versions, newest first."""
    versions = list(access.own_versions(user).select_related("amended_by").order_by("-made_at", "-number"))
    by_pk: dict[UUID | None, DeckVersion] = {version.pk: version for version in versions}
    replaced = {version.previous_id for version in versions}
    return [_chain(version, by_pk) for version in versions if version.pk not in replaced]


def _chain(version: DeckVersion, by_pk: dict[UUID | None, DeckVersion]) -> list[DeckVersion]:
    chain = [version]
    while (older := by_pk.get(chain[-1].previous_id)) is not None:
        chain.append(older)
    return chain
