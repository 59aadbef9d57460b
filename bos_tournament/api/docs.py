"""The documentation of the API as a page: Swagger's, served from here under the same policy as every page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    return render(request, "api/docs.html")
