"""Every no of the API in one form: `{"detail", "code", "fields"}`."""

from dataclasses import asdict, is_dataclass
from itertools import islice

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from bos_tournament.api.asking import MOST_TOLD
from bos_tournament.errors import Refused, SecondFactorNeeded
from bos_tournament.history import busy

JSON = "application/json"  # refusals are, also where a file was asked for
SECOND_FACTOR = gettext_lazy(
    "Staff doors ask for a second factor: sign in with one, or use a token that was made under one."
)

BUSY = gettext_lazy("Too much happens at once, and this was not done; send it again in a moment.")


def answer(exception: Exception, context: dict) -> Response | None:
    """400 for what cannot be read, 409 when a deed says no, 403 and 404 at doors, 429 for too many requests, 503 when
    the site was busy."""
    if isinstance(exception, Refused):
        return _refusal(said(str(exception), exception.code, facts_of(exception)), status=409)
    if isinstance(exception, SecondFactorNeeded):
        return _refusal(said(str(SECOND_FACTOR), "second_factor_needed"), status=403)
    if busy.is_busy(exception):
        return _refusal(said(str(BUSY), "busy"), status=503, headers=busy.AGAIN)
    if isinstance(exception, Http404):
        exception = exceptions.NotFound(str(exception) or None)
    if isinstance(exception, PermissionDenied):
        exception = exceptions.PermissionDenied(str(exception) or None)
    response = exception_handler(exception, context)
    if response is not None:
        response.data, response.content_type = body(exception), JSON
    return response


def _refusal(told: dict[str, object], *, status: int, headers: dict[str, str] | None = None) -> Response:
    return Response(told, status=status, content_type=JSON, headers=headers)


def said(detail: str, code: str, fields: dict | None = None) -> dict[str, object]:
    return {"detail": detail, "code": code, "fields": fields or {}}


def body(exception: exceptions.APIException) -> dict[str, object]:
    if isinstance(exception, exceptions.ValidationError):
        fields = exception.get_full_details()
        fields = {name: _first(told) for name, told in fields.items()} if isinstance(fields, dict) else {"": fields}
        return said(_("Some fields cannot be taken as they are; see `fields`."), "invalid", fields)
    return said(str(exception.detail), str(exception.get_codes()))


def _first(told: object) -> object:
    """What is wrong with a long list is said of its first parts; whoever sent it has understood by then."""
    if isinstance(told, dict):
        return dict(islice(told.items(), MOST_TOLD))
    return told[:MOST_TOLD] if isinstance(told, list) else told


def facts_of(refusal: Refused) -> dict[str, object]:
    """What a deed said about single fields, and all problems of a refused list, swap or catalogue."""
    at_fields = refusal.facts.get("fields", {})
    fields = {name: [{"message": sentence, "code": refusal.code}] for name, sentence in at_fields.items()}
    problems = [plain(problem) for problem in refusal.facts.get("problems", ())]
    return {**fields, "problems": problems} if problems else fields


def plain(problem: object) -> dict[str, object]:
    """A problem as programs read it: its sentence, without the figures that the sentence is made of."""
    if isinstance(problem, dict):
        return problem
    said = asdict(problem) if is_dataclass(problem) else problem._asdict()
    return {name: value for name, value in said.items() if name not in ("code", "figures")}
