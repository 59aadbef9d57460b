"""Reading JSON that strangers send: no endless bodies, no name twice in an object, no bottomless nesting."""

import codecs
import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser


class TooLarge(APIException):
    status_code = 413
    default_detail = gettext_lazy("This request is too large. Send less.")
    default_code = "too_large"


class Json(BaseParser):
    """An object in UTF-8. Whoever writes a name twice meant one of two things, so both are refused."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        raw = stream.read(most + 1)
        if len(raw) > most:
            raise TooLarge
        try:
            text = raw.removeprefix(codecs.BOM_UTF8).decode("utf-8")
            return _whole(text) if text.strip() else {}
        except UnicodeEncodeError:
            raise ParseError(_("Half of a surrogate pair is missing. Send the whole character.")) from None
        except RecursionError:
            raise ParseError(_("This JSON is nested too deeply.")) from None
        except ValueError as fault:
            raise ParseError(_("This is not valid JSON: %(fault)s") % {"fault": fault}) from None


def _whole(text: str) -> Any:
    """What the JSON says. Raises UnicodeEncodeError for an escape that is half a character: nothing can write it."""
    value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    if "\\u" in text:
        json.dumps(value, ensure_ascii=False).encode()
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, value in pairs]
    if len(names) != len(set(names)):
        raise ValueError(_("a name appears twice in one object"))
    return dict(pairs)


def _no_number(constant: str) -> None:
    raise ValueError(_("%(said)s is not a JSON number") % {"said": constant})
