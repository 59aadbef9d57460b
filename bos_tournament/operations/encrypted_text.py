"""What lies encrypted in the database: deck lists, drafts, swaps and prints. The key is in a file of its own.

A value is AES-256-GCM under LISTS_KEY_FILE, with the name of the key and a fresh initialisation vector in front, bound
to its model, its field and its row: moved elsewhere it does not open. It is opened when the attribute is read, so rows
that only pass by cost nothing; queries cannot look into it.
"""

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db import models
from django.db.models.query_utils import DeferredAttribute
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bos_tournament.operations.key_files import KeyFault, key_in, name_of

FORM = b"\x01"
NAME_BYTES, IV_BYTES = 8, 12
HEAD = len(FORM) + NAME_BYTES + IV_BYTES

# In the place of a list whose key is gone: a remark to whatever reads lists, so that it is asked for again.
NO_KEY = _("# This deck list can no longer be opened: the site's key for deck lists is gone. Submit it again.")


class Sealed(bytes):
    """A value as it lies in the database."""


class Lost(str):
    """What is shown of a value that does not open. Saved again, the value stays as it lies in the database."""

    sealed: Sealed


class NotOpened(Exception):
    """The key is gone or another one, or the value belongs elsewhere."""


def seal(text: str, *, place: bytes) -> Sealed:
    """The text for this place alone. Raises KeyFault when the key file cannot be used."""
    key, iv = key_in(Path(settings.LISTS_KEY_FILE), make=True), os.urandom(IV_BYTES)
    return Sealed(FORM + name_of(key) + iv + AESGCM(key).encrypt(iv, text.encode(), place))


def unseal(sealed: bytes, *, place: bytes) -> str:
    """The text that was sealed for this place. Raises NotOpened."""
    try:
        key = key_in(Path(settings.LISTS_KEY_FILE), make=False)
        if sealed[: len(FORM) + NAME_BYTES] != FORM + name_of(key):
            raise NotOpened("It was sealed with another key.")
        return AESGCM(key).decrypt(sealed[HEAD - IV_BYTES : HEAD], sealed[HEAD:], place).decode()
    except (KeyFault, InvalidTag) as fault:
        raise NotOpened(str(fault)) from None


def row_context(label: str, field: str, row: Sequence[UUID | int]) -> bytes:
    """Where a value belongs: model, field and the keys that tell its row."""
    return "\0".join(("bos/list/v1", label, field, *map(str, row))).encode()


class _OpenedOnRead(DeferredAttribute):
    """Opens what was loaded the first time it is asked for."""

    field: "SealedTextField"

    def __get__(self, instance: models.Model | None, cls: type[models.Model] | None = None) -> Any:
        if instance is None:
            return self
        value = super().__get__(instance, cls)
        if isinstance(value, Sealed):
            value = instance.__dict__[self.field.attname] = self.field.opened(value, instance)
        return value

    def __set__(self, instance: models.Model, value: Any) -> None:
        instance.__dict__[self.field.attname] = value


class SealedTextField(models.TextField):
    """A text that only whoever has the key file reads. `bound_to` names the fields that tell its row, if not its key.

    Rows are written one by one or together, but never by `update()`, which knows no row.
    """

    descriptor_class = _OpenedOnRead

    def __init__(
        self, *args: Any, bound_to: Sequence[str] = ("pk",), lost: str | Promise = NO_KEY, **options: Any
    ) -> None:
        self.bound_to, self.lost = tuple(bound_to), lost
        super().__init__(*args, **options)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        if self.bound_to != ("pk",):
            kwargs["bound_to"] = self.bound_to
        return name, path, args, kwargs

    def get_internal_type(self) -> str:
        return "BinaryField"

    def from_db_value(self, value: Any, expression: object, connection: object) -> Sealed | None:
        return None if value is None else Sealed(value)

    def pre_save(self, model_instance: models.Model, add: bool) -> Sealed | None:
        value = model_instance.__dict__.get(self.attname, Sealed)
        if value is Sealed:  # deferred
            value = getattr(model_instance, self.attname)
        if isinstance(value, Lost):
            return value.sealed
        if value is None or isinstance(value, Sealed):
            return value
        return seal(self.written(value), place=self._place(model_instance))

    def get_prep_value(self, value: Any) -> Any:
        if value is None or isinstance(value, bytes):
            return value
        raise TypeError(f"{self.name} is sealed to its row: save the row, and compare what was opened.")

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        value = value if prepared else self.get_prep_value(value)
        return None if value is None else connection.Database.Binary(value)

    def opened(self, value: Sealed, instance: models.Model) -> Any:
        """What was sealed, or what stands for it when it does not open."""
        try:
            return self.read(unseal(value, place=self._place(instance)))
        except NotOpened:
            lost = Lost(self.lost)
            lost.sealed = value
            return lost

    def written(self, value: Any) -> str:
        return str(value)

    def read(self, text: str) -> Any:
        return text

    def _place(self, instance: models.Model) -> bytes:
        row = [getattr(instance, name) for name in self.bound_to]
        return row_context(instance._meta.label_lower, str(self.name), row)


class SealedJSONField(SealedTextField):
    """As SealedTextField, of what JSON can say."""

    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def written(self, value: Any) -> str:
        return json.dumps(value)

    def read(self, text: str) -> Any:
        return json.loads(text)


class SealedBytesField(SealedTextField):
    """As SealedTextField, of any bytes, such as a file."""

    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def written(self, value: Any) -> str:
        return b64encode(value).decode()

    def read(self, text: str) -> Any:
        return b64decode(text)
