"""Erasing an account: the person goes, the results stay under a pseudonym."""

import secrets

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.utils import timezone

from bos_tournament.accounts.handles import FORMER
from bos_tournament.accounts.models import User
from bos_tournament.accounts.relations import pointing_at_users, rows
from bos_tournament.errors import Refused


@transaction.atomic
def erase(user: User) -> User:
    """Removes everything that is only theirs and leaves a pseudonym where others' results need somebody.

    Raises Refused while they sit in an unfinished match, take part in an unfinished tournament, or are the only
    organizer of one.
    """
    person = User.objects.select_for_update().get(pk=user.pk)
    refuse_while_needed(person)
    former = pseudonym()
    forget_in_admin_log(person, former)
    for relation in pointing_at_users():
        if relation.on_delete is models.CASCADE and relation.related_model is not LogEntry:
            rows(relation, person).delete()
    person.groups.clear()
    person.user_permissions.clear()
    person.handle, person.real_name, person.email = former, "", None
    person.guest = person.is_staff = person.is_superuser = person.is_active = False
    person.last_login, person.erased_at = None, timezone.now()
    person.set_unusable_password()
    person.save()
    return person


def refuse_while_needed(person: User) -> None:
    """The site's other apps are asked by the names of their relations, since accounts knows none of them."""
    if person.seats.filter(match__finished_at=None, match__called_off_at=None).exists():
        raise Refused("You sit in a match that is not finished; finish it or ask the desk first.", code="still_playing")
    entry = person.entries.filter(
        state__in=["registered", "waitlisted", "playing"], tournament__state__in=["draft", "open", "running"]
    ).first()
    if entry is not None:
        raise Refused(f"You take part in {entry.tournament}; withdraw or drop first.", code="still_entered")
    for role in person.staff_roles.filter(role="organizer", tournament__state__in=["draft", "open", "running"]):
        if not role.tournament.staff.filter(role="organizer").exclude(user=person).exists():
            raise Refused(
                f"You are the only organizer of {role.tournament}; invite another or end it first.",
                code="last_organizer",
            )


def pseudonym() -> str:
    """A free handle like "Former player 3f9a"."""
    for length in (2, 2, 3, 4):
        handle = f"{FORMER} {secrets.token_hex(length)}"
        if not User.objects.filter(handle__iexact=handle).exists():
            return handle
    return f"{FORMER} {secrets.token_hex(7)}"


def forget_in_admin_log(person: User, former: str) -> None:
    """The admin's log writes names down; entries about this person keep only the pseudonym."""
    about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(person.pk))
    about.update(object_repr=former)
