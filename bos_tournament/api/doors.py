"""How every answer of the API may be kept: public ones by anybody with a tag, those to somebody by nobody."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import conditional_page
from rest_framework.views import APIView


def door(view: type[APIView]) -> Callable[..., HttpResponse]:
    """The view for the map of addresses. Unchanged public answers become a 304."""
    inner = view.as_view()

    @wraps(inner)
    def answer(request: HttpRequest, *args: object, **facts: object) -> HttpResponse:
        response = inner(request, *args, **facts)
        # By now the user is the one the token names.
        response["Cache-Control"] = "private, no-store" if request.user.is_authenticated else "no-cache"
        patch_vary_headers(response, ["Authorization", "Cookie"])
        return response

    # Sessions are asked for their CSRF token by SessionAuthentication; tokens need none.
    return csrf_exempt(conditional_page(answer))
