"""Two users who are one person: seeing what would move, merging them, and splitting them again."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from bos_tournament.accounts.models import ApiToken, FormerName, Merger, PersonalLink, Session, User
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.accounts.sign_in.sessions import end_sessions
from bos_tournament.errors import Refused
from bos_tournament.matches.access import sits_at_open_match
from bos_tournament.matches.models import Seat
from bos_tournament.operations.models import Answered
from bos_tournament.privacy.user_relations import pointing_at_users, rows
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from bos_tournament.tournaments.models.series import SeriesOrganizer
from bos_tournament.tournaments.models.template import Template
from bos_tournament.tournaments.structure.published_names import renew_pages

# A door opened with one account never leads into the other: these end or stay, and nobody inherits them.
DOORS = (Session, ApiToken, PersonalLink, EmailAddress, Authenticator)
# What was done stays with the name under which it was done.
STAYS = (*DOORS, FormerName, Merger, LogEntry, Answered)

# Names of what may move, as the models of the other apps have them.
MOVING = (
    *(gettext_noop("deck"), gettext_noop("decks"), gettext_noop("deck version"), gettext_noop("deck versions")),
    *(gettext_noop("practice game"), gettext_noop("practice games"), gettext_noop("lesson"), gettext_noop("lessons")),
    *(gettext_noop("challenge"), gettext_noop("challenges")),
    *(gettext_noop("deck test"), gettext_noop("deck tests")),
    *(
        gettext_noop("analysis"),
        gettext_noop("analyses"),
        gettext_noop("analysis line"),
        gettext_noop("analysis lines"),
    ),
    *(gettext_noop("seat"), gettext_noop("seats"), gettext_noop("entrant"), gettext_noop("entrants")),
    *(gettext_noop("template"), gettext_noop("templates"), gettext_noop("staff")),
    *(gettext_noop("series organizer"), gettext_noop("series organizers")),
)


@dataclass(frozen=True)
class MergePreview:
    """What merging would do. With an obstacle it is refused; `token` stands for exactly what is shown here."""

    gone: User
    """The account that would end."""
    kept: User
    """The account that would get everything."""
    moves: tuple[tuple[str, int], ...]
    """What would change hands: its name, and how many."""
    ends: tuple[str, ...]
    """Sentences about what would end: sign-ins, tokens, links."""
    obstacles: tuple[str, ...]
    """Sentences that say why it is refused; empty where it is not."""
    token: str


def preview_merge(gone: User, kept: User) -> MergePreview:
    """Looks without changing anything."""
    moving = {way: list(queryset.values_list("pk", flat=True)) for way, queryset in _theirs(gone)}
    obstacles = tuple(_obstacles(gone, kept))
    fingerprint = repr(
        (str(gone.pk), str(kept.pk), sorted((way, sorted(map(str, pks))) for way, pks in moving.items()))
    )
    token = hashlib.sha256(fingerprint.encode()).hexdigest()[:16]
    return MergePreview(gone, kept, _counted(moving), tuple(_ends(gone)), obstacles, token)


def moves_of(merger: Merger) -> tuple[tuple[str, int], ...]:
    """What changed hands when the two became one: its name, and how many."""
    return _counted(merger.moved)


@transaction.atomic
def merge(gone: User, kept: User, *, by: User, token: str) -> Merger:
    """Everything that belongs to `gone` belongs to `kept` from now on; `gone` cannot sign in and forwards to `kept`.

    Raises Refused: `cannot_merge` with the obstacles in `facts["obstacles"]`, `changed` when what would move is no
    longer what was looked at.
    """
    gone, kept = _locked(gone, kept)
    foreseen = preview_merge(gone, kept)
    if foreseen.obstacles:
        raise Refused(" ".join(foreseen.obstacles), code="cannot_merge", obstacles=list(foreseen.obstacles))
    if foreseen.token != token:
        raise Refused(_("Something changed since the preview. Check it again, then merge."), code="changed")
    merger = Merger.objects.create(
        gone=gone,
        kept=kept,
        by=by,
        was_active=gone.is_active,
        began_to_hide=gone.hides_history and not kept.hides_history,
        moved={way: _handed_over(queryset, way, kept) for way, queryset in _theirs(gone)},
    )
    personal_links.revoke_links(gone, by=by)
    gone.api_tokens.all().delete()
    end_sessions(gone)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    User.objects.filter(pk=kept.pk).update(hides_history=kept.hides_history or gone.hides_history)
    renew_pages(kept)
    return merger


@transaction.atomic
def split(merger: Merger) -> User:
    """Takes a merger back: what moved goes back, what came since stays. Tokens, links and sessions stay ended.

    Gives the user who is back. Raises Refused: `cannot_split` while `kept` is itself merged into another.
    """
    merger = Merger.objects.select_for_update().select_related("gone", "kept").get(pk=merger.pk)
    gone, kept = _locked(merger.gone, merger.kept)
    if further := Merger.objects.filter(gone=kept).select_related("kept").first():
        sentence = _("%(kept)s was later merged into %(further)s. Split those two first.")
        raise Refused(sentence % {"kept": kept, "further": further.kept}, code="cannot_split")
    if reason := _meet_since(merger):
        raise Refused(reason, code="cannot_split")
    renew_pages(kept)
    for way, pks in merger.moved.items():
        model, _dot, field = way.rpartition(".")
        apps.get_model(model)._base_manager.filter(pk__in=pks, **{field: kept}).update(**{field: gone})
    User.objects.filter(pk=gone.pk).update(is_active=merger.was_active)
    if merger.began_to_hide:
        User.objects.filter(pk=kept.pk).update(hides_history=False)
    merger.delete()
    gone.refresh_from_db()
    return gone


def _theirs(user: User) -> Iterator[tuple[str, models.QuerySet]]:
    """What belongs to somebody, by model and field. Relations that only name who did something are hidden."""
    for relation in pointing_at_users():
        model = relation.related_model
        if not relation.hidden and model not in STAYS:
            yield f"{model._meta.label_lower}.{relation.field.name}", rows(relation, user)


def _handed_over(queryset: models.QuerySet, way: str, kept: User) -> list[str]:
    pks = [str(pk) for pk in queryset.values_list("pk", flat=True)]
    try:
        with transaction.atomic():
            queryset.update(**{way.rpartition(".")[2]: kept})
    except IntegrityError:
        # Made by somebody else in this very moment: everything that stood before is an obstacle that was foreseen.
        sentence = _("Both have the same %(thing)s, and only one can be kept. Delete one of them first.")
        kind = queryset.model._meta.verbose_name
        raise Refused(sentence % {"thing": kind}, code="cannot_merge", obstacles=[sentence % {"thing": kind}]) from None
    return pks


def _locked(first: User, second: User) -> tuple[User, User]:
    users = {
        user.pk: user for user in User.objects.select_for_update().filter(pk__in=[first.pk, second.pk]).order_by("pk")
    }
    return users[first.pk], users[second.pk]


def _obstacles(gone: User, kept: User) -> Iterator[str]:
    """A sentence each."""
    names = {"gone": gone, "kept": kept}
    if gone.pk == kept.pk:
        yield _("These are already one account. Choose two.")
        return
    for user in (gone, kept):
        if user.erased_at:
            yield _("%(user)s is erased and cannot be merged.") % {"user": user}
        elif Merger.objects.filter(gone=user).exists():
            yield _("%(user)s was already merged into another account. Choose that one.") % {"user": user}
        elif user.pk == kept.pk and not user.is_active:
            yield _("%(user)s is closed. Reopen it first, or keep the other account.") % {"user": user}
    if gone.is_staff or gone.is_superuser:
        yield _("%(gone)s has admin rights, which never move. Remove them first, or keep this account.") % names
    if kept.guest and not gone.guest:
        yield (
            _("%(kept)s is a guest and %(gone)s has an account. Keep the account, or its owner cannot sign in.") % names
        )
    yield from _shared(gone, kept)


def _shared(gone: User, kept: User) -> Iterator[str]:
    yield from _met(gone, kept)
    for role in Staff.objects.filter(user=gone).select_related("tournament"):
        if Staff.objects.filter(user=kept, tournament=role.tournament_id, role=role.role).exists():
            obstacle = _("Both are %(role)s of %(tournament)s. Remove the role from one of them first.")
            yield obstacle % {"role": role.get_role_display(), "tournament": role.tournament}
    both_keep = Template.objects.filter(owner=gone, name__in=Template.objects.filter(owner=kept).values("name"))
    for name in both_keep.values_list("name", flat=True):
        yield _("Both have a template named “%(name)s”. Delete one of them first.") % {"name": name}
    both_organize = SeriesOrganizer.objects.filter(user=gone, series__organizers__user=kept)
    for organizer in both_organize.select_related("series"):
        yield _("Both organize %(series)s. Remove one of them first.") % {"series": organizer.series}


def _met(gone: User, kept: User) -> Iterator[str]:
    names = {"gone": gone, "kept": kept}
    entries = Entrant.objects.filter(user=gone, tournament__entrants__user=kept)
    for entry in entries.select_related("tournament"):
        obstacle = _("%(gone)s and %(kept)s are both playing in %(tournament)s, so they are two people.")
        yield obstacle % {**names, "tournament": entry.tournament}
    met = Seat.objects.filter(user=gone, match__seats__user=kept).count()
    if met:
        yield ngettext(
            "%(gone)s and %(kept)s have played each other, so they are two people.",
            "%(gone)s and %(kept)s have played each other %(met)s times, so they are two people.",
            met,
        ) % {**names, "met": met}
    if sits_at_open_match(gone):
        yield _("%(gone)s has an unfinished match. Merge after it.") % names


def _meet_since(merger: Merger) -> str:
    """Why the two cannot be parted, if what came since needs them to be one."""
    entered = merger.moved.get(f"{Entrant._meta.label_lower}.user", [])
    playing = Entrant.objects.filter(pk__in=entered, user=merger.kept, tournament__state=Tournament.State.RUNNING)
    if entry := playing.select_related("tournament").first():
        reason = _("%(kept)s is playing in %(tournament)s with an entry that moved. Split when it has ended.")
        return reason % {"kept": merger.kept, "tournament": entry.tournament}
    return ""


def _ends(gone: User) -> Iterator[str]:
    """The doors that close."""
    tokens, waiting = gone.api_tokens.count(), gone.links.filter(revoked_at=None).count()
    if not gone.guest:
        yield _("Signing in as %(gone)s, by password and on any device signed in now.") % {"gone": gone}
    if tokens:
        yield ngettext("%(tokens)s API token.", "%(tokens)s API tokens.", tokens) % {"tokens": tokens}
    if waiting:
        yield ngettext("%(waiting)s personal link.", "%(waiting)s personal links.", waiting) % {"waiting": waiting}


def _counted(moving: Mapping[str, list]) -> tuple[tuple[str, int], ...]:
    named = {way: apps.get_model(way.rpartition(".")[0])._meta for way in moving}
    return tuple((_many(named[way], len(pks)), len(pks)) for way, pks in moving.items() if pks)


def _many(meta: models.options.Options, count: int) -> str:
    return _(str(meta.verbose_name if count == 1 else meta.verbose_name_plural))
