"""What all doors of the API share: who may keep an answer, and deeds that are done once however often they are sent."""

from collections.abc import Callable, Collection
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.operations import conditional, idempotency

DEEDS: Collection[str] = ("post", "put", "patch", "delete")


def door(view: type[APIView], *, own_key: bool = False) -> Callable[..., HttpResponse]:
    """The view for the map of addresses. Unchanged public answers become a 304, repeated deeds are done once.

    `own_key`: the view looks at the Idempotency-Key itself, so that page and program share one.
    """
    deeds = {name: _once(deed) for name, deed in vars(view).items() if name in DEEDS and not own_key}
    attributes = {"__doc__": view.__doc__, "__module__": view.__module__}
    once: type[APIView] = type(view.__name__, (view,), {**deeds, **attributes})
    inner = once.as_view()

    @wraps(inner)
    def answer(request: HttpRequest, *args: object, **facts: object) -> HttpResponse:
        response = inner(request, *args, **facts)
        # By now the user is the one the token names.
        response["Cache-Control"] = "private, no-store" if request.user.is_authenticated else "no-cache"
        response["X-Robots-Tag"] = "noindex"
        patch_vary_headers(response, ["Authorization", "Cookie"])
        return response

    # Sessions are asked for their CSRF token by SessionAuthentication; tokens need none.
    return csrf_exempt(conditional.by_content(answer))


def _once(deed: Callable[..., Response]) -> Callable[..., Response]:
    """The deed with an Idempotency-Key: a request whose answer was lost is sent again and gets that answer."""

    @wraps(deed)
    @sensitive_variables()
    def answer(view: APIView, request: Request, *args: object, **facts: object) -> Response:
        if not request.user.is_authenticated or (key := request_parsing.key_of(request)) is None:
            return deed(view, request, *args, **facts)

        def done() -> tuple[int, object]:
            response = deed(view, request, *args, **facts)
            return response.status_code, response.data

        content = [request.method, request.get_full_path(), request.data]
        status, body = idempotency.run_once(request.user, key, content, done)
        return Response(body, status=status)

    return answer
