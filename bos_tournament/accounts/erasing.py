"""Erasing an account: the person goes, the results stay under a pseudonym."""

import re
import secrets
from collections.abc import Iterable
from contextlib import nullcontext
from itertools import product
from typing import Any
from uuid import UUID

import pgtrigger
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from bos_tournament.accounts.handles import FORMER
from bos_tournament.accounts.merging import former_accounts
from bos_tournament.accounts.models import Erasure, Merger, User
from bos_tournament.accounts.relations import pointing_at_users, renew_pages, rows
from bos_tournament.errors import Refused

ERASED = gettext_noop("(erased)")  # where something has to stand


@transaction.atomic
def erase(user: User) -> User:
    """Removes everything that is only theirs and leaves a pseudonym where others' results need somebody. Accounts that
    were merged into theirs go as well.

    Raises Refused while they sit in an unfinished match, take part in an unfinished tournament, or are the only
    organizer of one, or of a series that is not over.
    """
    person = User.objects.select_for_update().get(pk=user.pk)
    refuse_while_needed(person)
    return _erase(person)


@transaction.atomic
def erase_again(ids: Iterable[UUID]) -> int:
    """Erases those of them whom a restored backup brought back, whatever they take part in there. Gives how many. All
    of them are noted, since the next backup to be restored may know them."""
    ids = set(ids)
    Erasure.objects.bulk_create([Erasure(person=pk) for pk in ids], ignore_conflicts=True)
    found = list(User.objects.select_for_update().filter(pk__in=ids, erased_at=None).order_by("pk"))
    for person in found:
        if not User.objects.filter(pk=person.pk).exclude(erased_at=None).exists():
            _erase(person)
    return len(found)


def _erase(person: User) -> User:
    merged = former_accounts(person)
    names = sorted({name for one in (person, *merged) for name in names_of(one)})
    former = pseudonym()
    for one in merged:
        forget(one, names, pseudonym())
    erased = forget(person, names, former)
    for one in (person, *merged):
        Erasure.objects.update_or_create(person=one.pk)
    return erased


def names_of(person: User) -> list[str]:
    """Every name under which others may have written of them: of now and of before, but for a former one that is
    somebody else's handle by now."""
    taken = User.objects.filter(handle__iexact=models.OuterRef("name")).exclude(pk=person.pk)
    former = person.former_names.exclude(models.Exists(taken)).values_list("name", flat=True)
    return [name for name in (person.handle, person.real_name, person.email, *former) if name]


def forget(person: User, names: list[str], former: str) -> User:
    """One account becomes a pseudonym, and all these names with it wherever the account is spoken of."""
    forget_in_admin_log(person, names, former)
    forget_words(person)
    forget_names(person, names, former)
    for relation in pointing_at_users():
        if relation.on_delete is models.CASCADE and relation.related_model is not LogEntry:
            rows(relation, person).delete()
    person.groups.clear()
    person.user_permissions.clear()
    person.handle, person.real_name, person.email, person.language = former, "", None, ""
    person.skeleton = None
    person.guest = person.is_staff = person.is_superuser = person.is_active = False
    person.last_login, person.erased_at = None, timezone.now()
    person.set_unusable_password()
    person.save()
    renew_pages(person)
    return person


def refuse_while_needed(person: User) -> None:
    """The site's other apps are asked by the names of their relations, since accounts knows none of them."""
    if merger := Merger.objects.filter(gone=person).select_related("kept").first():
        said = _("%(gone)s was merged into %(kept)s. Erase that account, and this one goes with it.")
        raise Refused(said % {"gone": person, "kept": merger.kept}, code="merged")
    if person.seats.filter(match__finished_at=None, match__called_off_at=None).exists():
        raise Refused(
            _("You sit in a match that is not finished; finish it or ask the desk first."), code="still_playing"
        )
    entry = person.entries.filter(
        state__in=["asked", "registered", "waitlisted", "playing"], tournament__state__in=["draft", "open", "running"]
    ).first()
    if entry is not None:
        raise Refused(
            _("You take part in %(tournament)s; withdraw or drop first.") % {"tournament": entry.tournament},
            code="still_entered",
        )
    for role in person.staff_roles.filter(role="organizer", tournament__state__in=["draft", "open", "running"]):
        if not role.tournament.staff.filter(role="organizer").exclude(user=person).exists():
            raise Refused(
                _("You are the only organizer of %(tournament)s; invite another or end it first.")
                % {"tournament": role.tournament},
                code="last_organizer",
            )
    today = timezone.localdate()
    for own in person.series_roles.exclude(series__ends_on__lt=today).select_related("series"):
        if not own.series.organizers.exclude(user=person).exists():
            said = _("You are the only organizer of the series %(series)s; add another or delete it first.")
            raise Refused(said % {"series": own.series}, code="last_organizer")


def pseudonym() -> str:
    """A free handle like "Former player 3f9a"."""
    for length in (2, 2, 3, 4):
        handle = f"{FORMER} {secrets.token_hex(length)}"
        if not User.objects.filter(handle__iexact=handle).exists():
            return handle
    return f"{FORMER} {secrets.token_hex(7)}"


def forget_in_admin_log(person: User, names: list[str], former: str) -> None:
    """The admin's log writes down what each row was called, and roles, entries and mergers are called by names."""
    about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(person.pk))
    about.update(object_repr=former)
    fields = ("object_repr", "change_message")
    _rename(_naming(LogEntry.objects.all(), fields, names), fields, pattern_of(names), former)


def forget_words(person: User) -> None:
    """What they wrote, and what was written about them alone, as each model says in ERASED_WITH: by the way from the
    row to the person, the fields and what stands there from now on, or what makes that of what stood there. The trail
    forgets it too."""
    for model in apps.get_models():
        for way, texts in getattr(model, "ERASED_WITH", {}).items():
            found = model._base_manager.filter(**{way: person})
            ids = list(found.values_list("pk", flat=True))
            rewritten = {name: text for name, text in texts.items() if callable(text)}
            plain = {name: text for name, text in texts.items() if name not in rewritten}
            if plain:
                model._base_manager.filter(pk__in=ids).update(**plain)
            for row in model._base_manager.filter(pk__in=ids) if rewritten else ():
                for name, rewrite in rewritten.items():
                    setattr(row, name, rewrite(getattr(row, name)))
                row.save(update_fields=list(rewritten))
            _update_events(model, models.Q(pgh_obj_id__in=ids) | models.Q(**{way: person}), plain)


def forget_names(person: User, names: list[str], former: str) -> None:
    """Their names in words that others need go on under the pseudonym, as each model says in NAMES_IN; in words to
    which no way leads from a person, such as the error of a job, as it says in NAMES_ANYWHERE. From a row that was
    deleted no way leads anywhere either, but the trail keeps its words."""
    pattern = pattern_of(names)
    for model in apps.get_models():
        if fields := getattr(model, "NAMES_ANYWHERE", ()):
            _rename(_naming(model._base_manager.all(), fields, names), fields, pattern, former)
        for way, fields in getattr(model, "NAMES_IN", {}).items():
            ids = set(model._base_manager.filter(**{way: person}).values_list("pk", flat=True))
            with pgtrigger.ignore(*guards) if (guards := _guards(model)) else nullcontext():
                _rename(model._base_manager.filter(pk__in=ids), fields, pattern, former)
            if event := getattr(model, "pgh_event_model", None):
                with pgtrigger.ignore(f"{event._meta.label}:append_only"):
                    _rename(event._base_manager.filter(pgh_obj_id__in=ids), fields, pattern, former)
                    _rename(_naming(_of_deleted(model, event), fields, names), fields, pattern, former)


def pattern_of(names: Iterable[str]) -> re.Pattern[str]:
    """Finds each name as a whole word, in any case; the longest first, lest a surname stay behind a first name."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first), re.IGNORECASE)


def _naming(rows_: models.QuerySet, fields: Iterable[str], names: Iterable[str]) -> models.QuerySet:
    """The rows in which a text holds one of the names."""
    named = models.Q()
    for field, name in product(fields, names):
        named |= models.Q(**{f"{field}__icontains": name})
    return rows_.filter(named)


def _of_deleted(model: type[models.Model], event: type[models.Model]) -> models.QuerySet:
    """What the trail keeps of rows that are no more."""
    row = model._base_manager.filter(pk=models.OuterRef("pgh_obj_id"))
    return event._base_manager.filter(~models.Exists(row))


def _guards(model: type[models.Model]) -> list[str]:
    """The triggers that let nobody else change what is kept."""
    return [
        f"{model._meta.label}:{one.name}"
        for one in getattr(model._meta, "triggers", ())
        if one.name.endswith(("never_change", "_stay"))
    ]


def _rename(found: models.QuerySet, fields: Iterable[str], pattern: re.Pattern[str], former: str) -> None:
    kept = {field.name: field.max_length for field in found.model._meta.concrete_fields if field.name in fields}
    for row in found.only("pk", *kept):
        renamed = {name: _renamed(getattr(row, name), pattern, former) for name in kept}
        changed = {name: value for name, value in renamed.items() if value != getattr(row, name)}
        if changed:  # a pseudonym may be longer than the name was
            cut = {name: value[: kept[name]] if isinstance(value, str) else value for name, value in changed.items()}
            found.model._base_manager.filter(pk=row.pk).update(**cut)


def _renamed(value: Any, pattern: re.Pattern[str], former: str) -> Any:
    """What is said, never what it is called: a person may be called like a key of what is kept as JSON."""
    if isinstance(value, str):
        return pattern.sub(former, value)
    if isinstance(value, list):
        return [_renamed(one, pattern, former) for one in value]
    if isinstance(value, dict):
        return {key: _renamed(one, pattern, former) for key, one in value.items()}
    return value


def _update_events(model: type[models.Model], which: models.Q, texts: dict[str, Any]) -> None:
    event = getattr(model, "pgh_event_model", None)
    if event is None:
        return
    kept = {name: text for name, text in texts.items() if hasattr(event, name)}
    if kept:
        with pgtrigger.ignore(f"{event._meta.label}:append_only"):
            event._base_manager.filter(which).update(**kept)
