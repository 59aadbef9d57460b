"""Handles: the names everybody sees, one each without regard to case."""

import unicodedata
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import HANDLE, User
from bos_tournament.errors import Refused

FORMER = "Former player"
TURNING = dict.fromkeys((0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
UNSEEN = dict.fromkeys(map(ord, "\u115f\u1160"))  # fillers: letters to Unicode, nothing to the eye


def free_handle(text: str, *, but: UUID | None = None) -> str:
    """The tidied handle; refuses one that is malformed, reserved or taken by anybody `but` this user."""
    handle = well_formed(text)
    others = User.objects.filter(handle__iexact=handle)
    if (others.exclude(pk=but) if but else others).exists():
        raise taken()
    return handle


def tidied(text: str) -> str:
    """One way to write what looks alike, with single spaces and without letters that nobody sees."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(UNSEEN).split())


def readable(name: str) -> str:
    """A real name as it was typed, with single spaces and without signs that turn the letters around it."""
    return " ".join(name.translate(TURNING).split())


def one_piece(handle: str) -> str:
    """For a sentence: a handle that is read from the right is set apart, so that figures beside it keep their place."""
    from_right = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in handle)
    return f"\u2068{handle}\u2069" if from_right else handle


def well_formed(text: str) -> str:
    """The tidied handle, whoever may have it; refuses one that is malformed or reserved."""
    handle = tidied(text)
    try:
        HANDLE(handle)
    except ValidationError as fault:
        raise Refused(fault.messages[0], code="handle_malformed") from None
    if handle.lower().startswith(FORMER.lower()):
        raise Refused(_("Handles of this form belong to erased accounts; choose another."), code="handle_reserved")
    return handle


def taken() -> Refused:
    return Refused(_("This handle is taken; choose another."), code="handle_taken")
