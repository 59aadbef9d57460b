"""Erasing an account: the person goes, the results stay under a pseudonym."""

import re
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

from bos_tournament.accounts.merged_accounts import former_accounts
from bos_tournament.accounts.models import Erasure, Merger, User
from bos_tournament.accounts.pseudonyms import pseudonym
from bos_tournament.errors import Refused
from bos_tournament.matches.access import sits_at_open_match
from bos_tournament.operations.serving.rendered_pages import forget_rendered_pages
from bos_tournament.privacy.named_people import erased_with, names_in
from bos_tournament.privacy.user_relations import pointing_at_users, rows
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from bos_tournament.tournaments.models.series import SeriesOrganizer
from bos_tournament.tournaments.structure.published_names import renew_pages

TAKING_PART = (Entrant.State.ASKED, Entrant.State.REGISTERED, Entrant.State.WAITLISTED, Entrant.State.PLAYING)
NOT_OVER = (Tournament.State.DRAFT, Tournament.State.OPEN, Tournament.State.RUNNING)


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
    people = list(User.objects.select_for_update().filter(pk__in=ids, erased_at=None).order_by("pk"))
    for person in people:
        if not User.objects.filter(pk=person.pk).exclude(erased_at=None).exists():
            _erase(person)
    return len(people)


def _erase(person: User) -> User:
    merged = former_accounts(person)
    names = sorted({name for account in (person, *merged) for name in names_of(account)})
    former = pseudonym()
    for account in merged:
        forget(account, names, pseudonym())
    erased = forget(person, names, former)
    for account in (person, *merged):
        Erasure.objects.update_or_create(person=account.pk)
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
    forget_rendered_pages()
    return person


def refuse_while_needed(person: User) -> None:
    """Raises Refused, with what the person has to do first, as `erase` says."""
    _refuse_if_merged(person)
    _refuse_while_playing(person)
    _refuse_while_organizing(person)


def _refuse_if_merged(person: User) -> None:
    if merger := Merger.objects.filter(gone=person).select_related("kept").first():
        refusal = _("%(gone)s was merged into %(kept)s. Erase that account to erase this one too.")
        raise Refused(refusal % {"gone": person, "kept": merger.kept}, code="merged")


def _refuse_while_playing(person: User) -> None:
    if sits_at_open_match(person):
        raise Refused(_("You have an unfinished match. Finish it or ask the desk first."), code="still_playing")
    entry = Entrant.objects.filter(user=person, state__in=TAKING_PART, tournament__state__in=NOT_OVER).first()
    if entry is not None:
        raise Refused(
            _("You are playing in %(tournament)s. Withdraw or drop first.") % {"tournament": entry.tournament},
            code="still_entered",
        )


def _refuse_while_organizing(person: User) -> None:
    roles = Staff.objects.filter(role=Staff.Role.ORGANIZER)
    for role in roles.filter(user=person, tournament__state__in=NOT_OVER):
        if not roles.filter(tournament=role.tournament).exclude(user=person).exists():
            raise Refused(
                _("You are the only organizer of %(tournament)s. Invite another or end it first.")
                % {"tournament": role.tournament},
                code="last_organizer",
            )
    own = SeriesOrganizer.objects.filter(user=person).exclude(series__ends_on__lt=timezone.localdate())
    for organizer in own.select_related("series"):
        if not organizer.series.organizers.exclude(user=person).exists():
            refusal = _("You are the only organizer of the series %(series)s. Add another or delete it first.")
            raise Refused(refusal % {"series": organizer.series}, code="last_organizer")


def forget_in_admin_log(person: User, names: list[str], former: str) -> None:
    """The admin's log writes down what each row was called, and roles, entries and mergers are called by names."""
    about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(person.pk))
    about.update(object_repr=former)
    fields = ("object_repr", "change_message")
    _rename(_naming(LogEntry.objects.all(), fields, names), fields, pattern_of(names), former)


def forget_words(person: User) -> None:
    """What they wrote, and what was written about them alone. The trail forgets it too."""
    for model in apps.get_models():
        for way, texts in erased_with(model).items():
            queryset = model._base_manager.filter(**{way: person})
            ids = list(queryset.values_list("pk", flat=True))
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
    """Their names in words that others need go on under the pseudonym; so do they in words to which no way leads from a
    person, such as the error of a job, as its model says in NAMES_ANYWHERE. From a row that was
    deleted no way leads anywhere either, but the trail keeps its words."""
    pattern = pattern_of(names)
    for model in apps.get_models():
        if fields := getattr(model, "NAMES_ANYWHERE", ()):
            _rename(_naming(model._base_manager.all(), fields, names), fields, pattern, former)
        for way, fields in names_in(model).items():
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
        f"{model._meta.label}:{trigger.name}"
        for trigger in getattr(model._meta, "triggers", ())
        if trigger.name.endswith(("never_change", "_stay"))
    ]


def _rename(queryset: models.QuerySet, fields: Iterable[str], pattern: re.Pattern[str], former: str) -> None:
    lengths = {field.name: field.max_length for field in queryset.model._meta.concrete_fields if field.name in fields}
    for row in queryset.only("pk", *lengths):
        renamed = {name: _renamed(getattr(row, name), pattern, former) for name in lengths}
        changed = {name: value for name, value in renamed.items() if value != getattr(row, name)}
        if changed:  # a pseudonym may be longer than the name was
            cut = {name: value[: lengths[name]] if isinstance(value, str) else value for name, value in changed.items()}
            queryset.model._base_manager.filter(pk=row.pk).update(**cut)


def _renamed(value: Any, pattern: re.Pattern[str], former: str) -> Any:
    """What is said, never what it is called: a person may be called like a key or a code of what is kept as JSON."""
    if isinstance(value, str):
        return pattern.sub(former, value)
    if isinstance(value, list):
        return [_renamed(part, pattern, former) for part in value]
    if isinstance(value, dict):
        untouched = {"code"} if "args" in value else set()
        return {key: part if key in untouched else _renamed(part, pattern, former) for key, part in value.items()}
    return value


def _update_events(model: type[models.Model], which: models.Q, texts: dict[str, Any]) -> None:
    event = getattr(model, "pgh_event_model", None)
    if event is None:
        return
    columns = {name: text for name, text in texts.items() if hasattr(event, name)}
    if columns:
        with pgtrigger.ignore(f"{event._meta.label}:append_only"):
            event._base_manager.filter(which).update(**columns)
