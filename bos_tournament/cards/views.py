"""Pages of the catalogue and of the rules. Everybody may read them; unchanged ones are answered by a 304."""

from dataclasses import replace

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import condition, require_safe

from bos_tournament.accounts.requests import HtmxHttpRequest
from bos_tournament.cards import access, art_sheets, card_feedback, card_search, catalogue, modes, rules
from bos_tournament.cards.forms import RulesForm, SearchForm
from bos_tournament.operations import conditional
from engine import __version__ as engine_version
from engine.bos.game import serialization

CARDS_ON_A_PAGE = 24
FOR_EVER = "public, max-age=31536000, immutable"
NAMES_OF_VALUES = {
    "type": gettext_lazy("type"),
    "color": gettext_lazy("colour"),
    "condition": gettext_lazy("condition"),
    "strength": gettext_lazy("strength"),
    "cost": gettext_lazy("cost"),
    "text": gettext_lazy("text"),
}


def _of_the_catalogue(request: HttpRequest, *_: object, **__: object) -> str | None:
    return conditional.tag_for(request, catalogue.version(), engine_version)


def _of_the_engine(request: HttpRequest) -> str | None:
    return conditional.tag_for(request, engine_version)


@require_safe
@condition(etag_func=_of_the_catalogue)
def list_cards(request: HtmxHttpRequest) -> HttpResponse:
    """The catalogue, drawn; htmx asks for the found cards alone."""
    form = SearchForm(request.GET)
    cards = access.cards_to_see(request.user)
    results = card_search.find(cards, **form.asked()) if form.is_valid() else card_search.Found([])
    page = Paginator(results.cards, CARDS_ON_A_PAGE).get_page(request.GET.get("page"))
    art_sheets.add_drawings(page)
    context = {
        "form": form,
        "page": page,
        "near": results.near,
        "sees_drafts": access.sees_drafts(request.user),
    }
    template = "cards/_search_results.html" if request.htmx else "cards/list.html"
    response = render(request, template, context, status=200 if form.is_valid() else 422)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
@condition(etag_func=_of_the_catalogue)
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    card = access.card_to_see(request.user, slug)
    art_sheets.add_drawings([card])
    face, names = catalogue.spoken_card(card), catalogue.known()
    unknown_said = _(" and ").join(str(NAMES_OF_VALUES.get(name, name)) for name in face.unknown)
    meaning = serialization.compiled(face, names)
    sentences = card_feedback.with_examples(replace(face, kept=meaning), card_feedback.describe_card(face, meaning))
    facts = {
        "unknown": face.unknown,
        "unknown_said": unknown_said,
        "said": sentences,
        "rules": rules.touched_by(face, names),
    }
    return render(request, "cards/detail.html", {"card": card, **facts})


@require_safe
def art_sheet(request: HttpRequest, color: str, digest: str) -> HttpResponse:
    """The drawings of a stone. A page that is older than the catalogue gets those of today."""
    sheet = art_sheets.drawings().sheets.get(color)
    if sheet is None:
        raise Http404(_("There are no drawings of this colour."))
    response = HttpResponse(sheet.svg, content_type="image/svg+xml")
    response["Cache-Control"] = FOR_EVER if digest == sheet.digest else "no-cache"
    return response


@require_safe
@condition(etag_func=_of_the_engine)
def rules_page(request: HtmxHttpRequest) -> HttpResponse:
    form = RulesForm(request.GET)
    query = form.cleaned_data["q"] if form.is_valid() else ""
    chapters = rules.chapters(query) if form.is_valid() else []
    context = {
        "form": form,
        "asked": query,
        "chapters": chapters,
        "count": sum(len(chapter.rules) for chapter in chapters),
        **({} if query else modes.shown()),
    }
    template = "cards/_rules.html" if request.htmx else "cards/rules.html"
    response = render(request, template, context, status=200 if form.is_valid() else 422)
    patch_vary_headers(response, ["HX-Request"])
    return response
