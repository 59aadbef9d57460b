"""Every no of the API in one form: `{"detail", "code", "fields"}`."""

from dataclasses import asdict, is_dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from bos_tournament.api.conventions.request_parsing import MOST_TOLD
from bos_tournament.errors import Refused, SecondFactorNeeded
from bos_tournament.operations.serving import overload

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

JSON = "application/json"  # refusals are, also where a file was asked for
SECOND_FACTOR = gettext_lazy("Staff actions need a second factor: sign in with one, or use a token created under one.")

LOST = gettext_lazy(
    "The site lost the connection to its database for a moment. "
    "Send this again with the same key: it is done only once."
)


def handle_exception(exception: Exception, context: dict) -> Response | None:
    """400 for what cannot be read, 409 when a deed says no, 403 and 404 at doors, 429 for too many requests, 503 when
    the site was busy or lost its database."""
    if isinstance(exception, Refused):
        return _refusal(error_response(str(exception), exception.code, facts_of(exception)), status=409)
    if isinstance(exception, SecondFactorNeeded):
        return _refusal(error_response(str(SECOND_FACTOR), "second_factor_needed"), status=403)
    if overload.is_busy(exception):
        return _refusal(error_response(str(overload.BUSY), "busy"), status=503, headers=overload.come_back())
    if overload.is_lost(exception):
        return _refusal(error_response(str(LOST), "database_lost"), status=503, headers=overload.come_back())
    if isinstance(exception, Http404):
        exception = exceptions.NotFound(str(exception) or None)
    if isinstance(exception, PermissionDenied):
        exception = exceptions.PermissionDenied(str(exception) or None)
    response = exception_handler(exception, context)
    if response is not None and isinstance(exception, exceptions.APIException):
        response.data, response.content_type = body(exception), JSON
    return response


def _refusal(content: dict[str, object], *, status: int, headers: dict[str, str] | None = None) -> Response:
    return Response(content, status=status, content_type=JSON, headers=headers)


def error_response(detail: str, code: str, fields: dict | None = None) -> dict[str, object]:
    return {"detail": detail, "code": code, "fields": fields or {}}


def body(exception: exceptions.APIException) -> dict[str, object]:
    if isinstance(exception, exceptions.ValidationError):
        details = exception.get_full_details()
        fields = {name: _first(each) for name, each in details.items()} if isinstance(details, dict) else {"": details}
        return error_response(_("Some fields are not valid; see `fields`."), "invalid", fields)
    return error_response(str(exception.detail), str(exception.get_codes()))


def _first(details: object) -> object:
    """What is wrong with a long list is said of its first parts; whoever sent it has understood by then."""
    if isinstance(details, dict):
        return dict(islice(details.items(), MOST_TOLD))
    return details[:MOST_TOLD] if isinstance(details, list) else details


def facts_of(refusal: Refused) -> dict[str, object]:
    """What a deed said about single fields, and all problems of a refused list, swap or catalogue."""
    at_fields: dict[str, str] = refusal.facts.get("fields", {})
    fields: dict[str, object] = {
        name: [{"message": sentence, "code": refusal.code}] for name, sentence in at_fields.items()
    }
    problems = [plain(problem) for problem in refusal.facts.get("problems", ())]
    return {**fields, "problems": problems} if problems else fields


def plain(problem: "dict[str, object] | NamedTuple | DataclassInstance") -> dict[str, object]:
    """A problem as programs read it."""
    if isinstance(problem, dict):
        return problem
    return asdict(problem) if is_dataclass(problem) else problem._asdict()
