"""Earlier rulings, found by card, rule and word."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.judging import access_calls_and_penalties
from bos_tournament.judging.disputes import precedents
from bos_tournament.judging.disputes.forms import PrecedentForm

PAGE = 20


@login_required
@require_safe
def search_precedents(request: AuthenticatedHttpRequest) -> HttpResponse:
    reader = access_calls_and_penalties.precedents_reader(request.user)
    form = PrecedentForm(request.GET)
    filters = form.cleaned_data if form.is_valid() else {}
    rulings = precedents.search_precedents(reader, **filters)
    page = Paginator(precedents.with_all(rulings), PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "precedents": precedents.describe_precedents(page),
        "asked": any(filters.values()),
    }
    return render(request, "judging/precedents.html", context, status=200 if form.is_valid() else 422)
