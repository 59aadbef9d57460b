"""Two users who are one person: seeing what would move, merging them, and splitting them again."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from bos_tournament.accounts import links
from bos_tournament.accounts.models import Merger, User
from bos_tournament.accounts.relations import pointing_at_users, renew_pages, rows
from bos_tournament.accounts.sessions import end_sessions
from bos_tournament.errors import Refused

# A door opened with one account never leads into the other: these end or stay, and nobody inherits them.
DOORS = ("accounts.session", "accounts.apitoken", "accounts.personallink", "account.emailaddress", "mfa.authenticator")
# What was done stays with the name under which it was done.
STAYS = (*DOORS, "accounts.formername", "accounts.merger", "admin.logentry", "history.answered")

# Names of what may move, as the models of the other apps have them.
MOVING = (
    *(gettext_noop("deck"), gettext_noop("decks"), gettext_noop("deck version"), gettext_noop("deck versions")),
    *(gettext_noop("seat"), gettext_noop("seats"), gettext_noop("entrant"), gettext_noop("entrants")),
    *(gettext_noop("template"), gettext_noop("templates"), gettext_noop("staff")),
    *(gettext_noop("series organizer"), gettext_noop("series organizers")),
)


@dataclass(frozen=True)
class Foreseen:
    """What merging would do. With an obstacle it is refused; `token` stands for exactly what is shown here."""

    gone: User
    kept: User
    moves: tuple[tuple[str, int], ...]
    ends: tuple[str, ...]
    obstacles: tuple[str, ...]
    token: str


def foresee(gone: User, kept: User) -> Foreseen:
    """Looks without changing anything."""
    moving = {way: list(found.values_list("pk", flat=True)) for way, found in _theirs(gone)}
    obstacles = tuple(_obstacles(gone, kept))
    shown = repr((str(gone.pk), str(kept.pk), sorted((way, sorted(map(str, pks))) for way, pks in moving.items())))
    token = hashlib.sha256(shown.encode()).hexdigest()[:16]
    return Foreseen(gone, kept, _counted(moving), tuple(_ends(gone)), obstacles, token)


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
    foreseen = foresee(gone, kept)
    if foreseen.obstacles:
        raise Refused(" ".join(foreseen.obstacles), code="cannot_merge", obstacles=list(foreseen.obstacles))
    if foreseen.token != token:
        raise Refused(_("What would move has changed since you looked. Look again, then merge."), code="changed")
    merger = Merger.objects.create(
        gone=gone,
        kept=kept,
        by=by,
        was_active=gone.is_active,
        began_to_hide=gone.hides_history and not kept.hides_history,
        moved={way: _handed_over(found, way, kept) for way, found in _theirs(gone)},
    )
    links.revoke_links(gone, by=by)
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
        said = _("%(kept)s was merged into %(further)s afterwards. Split those two first.")
        raise Refused(said % {"kept": kept, "further": further.kept}, code="cannot_split")
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


def former_accounts(person: User) -> list[User]:
    """Everybody who was merged into this person, directly or through another."""
    found: list[User] = []
    waiting = [person.pk]
    while waiting:
        further = list(User.objects.filter(merger__kept__in=waiting))
        found += further
        waiting = [one.pk for one in further]
    return found


def last_account(user: User) -> User:
    """The account that a merged one forwards to, through however many; the user itself when it was never merged."""
    while merger := Merger.objects.filter(gone=user).select_related("kept").first():
        user = merger.kept
    return user


def _theirs(user: User) -> Iterator[tuple[str, models.QuerySet]]:
    """What belongs to somebody, by model and field. Relations that only name who did something are hidden."""
    for relation in pointing_at_users():
        label = relation.related_model._meta.label_lower
        if not relation.hidden and label not in STAYS:
            yield f"{label}.{relation.field.name}", rows(relation, user)


def _handed_over(found: models.QuerySet, way: str, kept: User) -> list[str]:
    pks = [str(pk) for pk in found.values_list("pk", flat=True)]
    try:
        with transaction.atomic():
            found.update(**{way.rpartition(".")[2]: kept})
    except IntegrityError:
        # Made by somebody else in this very moment: everything that stood before is an obstacle that was foreseen.
        said = _("Both have the same %(thing)s, and only one can be kept. Delete one of the two first.")
        thing = found.model._meta.verbose_name
        raise Refused(said % {"thing": thing}, code="cannot_merge", obstacles=[said % {"thing": thing}]) from None
    return pks


def _locked(one: User, other: User) -> tuple[User, User]:
    held = {user.pk: user for user in User.objects.select_for_update().filter(pk__in=[one.pk, other.pk]).order_by("pk")}
    return held[one.pk], held[other.pk]


def _obstacles(gone: User, kept: User) -> Iterator[str]:
    """A sentence each. The site's other apps are asked by the names of their relations, as accounts knows none."""
    names = {"gone": gone, "kept": kept}
    if gone.pk == kept.pk:
        yield _("This is one account already; choose two.")
        return
    for user in (gone, kept):
        if user.erased_at:
            yield _("%(user)s is erased; nothing can be merged with it.") % {"user": user}
        elif Merger.objects.filter(gone=user).exists():
            yield _("%(user)s was merged into another account before; choose that one.") % {"user": user}
        elif user.pk == kept.pk and not user.is_active:
            yield _("%(user)s is closed. Open it first, or keep the other account.") % {"user": user}
    if gone.is_staff or gone.is_superuser:
        yield _("%(gone)s has rights in the admin, which never move. Take them first, or keep this account.") % names
    if kept.guest and not gone.guest:
        yield (
            _("%(kept)s is a guest and %(gone)s has an account. Keep the account, or its owner cannot sign in.") % names
        )
    yield from _shared(gone, kept)


def _shared(gone: User, kept: User) -> Iterator[str]:
    names = {"gone": gone, "kept": kept}
    for entry in gone.entries.filter(tournament__entrants__user=kept).select_related("tournament"):
        said = _("%(gone)s and %(kept)s are both entered in %(tournament)s, so they are two people there.")
        yield said % {**names, "tournament": entry.tournament}
    met = gone.seats.filter(match__seats__user=kept).count()
    if met:
        yield ngettext(
            "%(gone)s and %(kept)s have sat opposite each other in a match, so they are two people.",
            "%(gone)s and %(kept)s have sat opposite each other in %(met)s matches, so they are two people.",
            met,
        ) % {**names, "met": met}
    if gone.seats.filter(match__finished_at=None, match__called_off_at=None).exists():
        yield _("%(gone)s sits in a match that is not finished. Merge after it.") % names
    for role in gone.staff_roles.select_related("tournament"):
        if kept.staff_roles.filter(tournament=role.tournament_id, role=role.role).exists():
            said = _("Both are %(role)s of %(tournament)s. Take the role from one of them first.")
            yield said % {"role": role.get_role_display(), "tournament": role.tournament}
    for name in gone.templates.filter(name__in=kept.templates.values("name")).values_list("name", flat=True):
        yield _("Both keep a template named “%(name)s”. Delete one of them first.") % {"name": name}
    for organizer in gone.series_roles.filter(series__organizers__user=kept).select_related("series"):
        yield _("Both organize %(series)s. Take it from one of them first.") % {"series": organizer.series}


def _meet_since(merger: Merger) -> str:
    """Why the two cannot be parted, if what came since needs them to be one."""
    entered = [pk for way, pks in merger.moved.items() if way == "tournaments.entrant.user" for pk in pks]
    playing = merger.kept.entries.filter(pk__in=entered, tournament__state="running").select_related("tournament")
    if entry := playing.first():
        said = _("%(kept)s takes part in %(tournament)s with what moved, and it is running. Split after its end.")
        return said % {"kept": merger.kept, "tournament": entry.tournament}
    return ""


def _ends(gone: User) -> Iterator[str]:
    """The doors that close."""
    tokens, waiting = gone.api_tokens.count(), gone.links.filter(revoked_at=None).count()
    if not gone.guest:
        yield _("Signing in as %(gone)s, by password and anywhere it is signed in now.") % {"gone": gone}
    if tokens:
        yield ngettext("%(tokens)s API token.", "%(tokens)s API tokens.", tokens) % {"tokens": tokens}
    if waiting:
        yield ngettext("%(waiting)s personal link.", "%(waiting)s personal links.", waiting) % {"waiting": waiting}


def _counted(moving: Mapping[str, list]) -> tuple[tuple[str, int], ...]:
    named = {way: apps.get_model(way.rpartition(".")[0])._meta for way in moving}
    return tuple((_many(named[way], len(pks)), len(pks)) for way, pks in moving.items() if pks)


def _many(meta: models.options.Options, count: int) -> str:
    return _(str(meta.verbose_name if count == 1 else meta.verbose_name_plural))
