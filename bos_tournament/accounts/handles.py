"""Handles: the names everybody sees, one each without regard to case."""

import unicodedata
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bos_tournament.accounts import confusable_names
from bos_tournament.accounts.models import HANDLE, User
from bos_tournament.accounts.pseudonyms import FORMER
from bos_tournament.errors import Refused

ALIKE = gettext_lazy("This handle looks too much like someone else's. Choose another.")
TURNING = dict.fromkeys((0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
UNSEEN = dict.fromkeys(map(ord, "\u115f\u1160"))  # fillers: letters to Unicode, nothing to the eye


def free_handle(text: str, *, but: UUID | None = None, of_staff: bool = False) -> str:
    """The tidied handle; refuses one that is malformed, reserved, or taken by anybody `but` this user, or looks like
    theirs. `of_staff`: it may be a word for staff."""
    handle = well_formed(text, of_staff=of_staff)
    others = User.objects.filter(Q(handle__iexact=handle) | Q(skeleton=confusable_names.skeleton(handle)))
    handles = (others.exclude(pk=but) if but else others).values_list("handle", flat=True)
    if any(other.lower() == handle.lower() for other in handles):
        raise taken()
    if handles:
        raise Refused(str(ALIKE), code="handle_alike")
    return handle


def normalize_handle(text: str) -> str:
    """One way to write what looks alike, with single spaces and without letters that nobody sees."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(UNSEEN).split())


def readable(name: str) -> str:
    """A real name as it was typed, with single spaces and without signs that turn the letters around it."""
    return " ".join(name.translate(TURNING).split())


def bidi_isolated(handle: str) -> str:
    """For a sentence: a handle that is read from the right is set apart, so that figures beside it keep their place."""
    from_right = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in handle)
    return f"\u2068{handle}\u2069" if from_right else handle


def well_formed(text: str, *, of_staff: bool = False) -> str:
    """The tidied handle, whoever may have it; refuses one that is malformed, of mixed letters, or reserved."""
    handle = normalize_handle(text)
    try:
        HANDLE(handle)
    except ValidationError as fault:
        raise Refused(fault.messages[0], code="handle_malformed") from None
    if handle.lower().startswith(FORMER.lower()):
        raise Refused(_("Handles like this are reserved for erased accounts. Choose another."), code="handle_reserved")
    if confusable_names.is_mixed(handle):
        raise Refused(_("Use letters of one alphabet only: letters of two can look alike."), code="handle_mixed")
    if not of_staff and confusable_names.sounds_like_staff(handle):
        raise Refused(_("This handle sounds like site staff. Choose another."), code="handle_reserved")
    return handle


def taken() -> Refused:
    return Refused(_("This handle is taken. Choose another."), code="handle_taken")
