"""Earlier rulings, found by card, rule and word."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bos_tournament.judging import access_table, precedents
from bos_tournament.judging.forms import PrecedentForm

PAGE = 20


@login_required
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    reader = access_table.precedents_reader(request.user)
    form = PrecedentForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    found = precedents.search(reader, **asked)
    page = Paginator(precedents.with_all(found), PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "precedents": precedents.told(page), "asked": any(asked.values())}
    return render(request, "judging/precedents.html", context, status=200 if form.is_valid() else 422)
