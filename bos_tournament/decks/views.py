"""Pages of lists: one's own decks, the editor with its check, and what was handed in."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.cards import access as card_access
from bos_tournament.cards import catalogue
from bos_tournament.decks import access, editing, lists, showing, versions
from bos_tournament.decks.forms import AddForm, EditorForm
from bos_tournament.decks.models import Deck
from bos_tournament.errors import Refused
from engine.bos.decks import deck_to_json, read_deck

READ_OR_POST = ["GET", "HEAD", "POST"]


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """One's own decks; visitors see the starter decks and the way to the check."""
    pool = catalogue.pool()
    decks = [(deck, lists.report(deck.text, pool)) for deck in access.own_decks(request.user)]
    return render(request, "decks/list.html", {"decks": decks, "starters": lists.legal_starters(pool)})


@require_http_methods(READ_OR_POST)
def check(request: HttpRequest) -> HttpResponse:
    """The editor for everybody: it answers and keeps nothing."""
    name, text = lists.starters().get(request.GET.get("starter", ""), ("", ""))
    return _edit(request, None, name=name, text=text)


@login_required
@require_http_methods(READ_OR_POST)
def new(request: HttpRequest) -> HttpResponse:
    return _edit(request, None, name="", text="", keeps=True)


@login_required
@require_http_methods(READ_OR_POST)
def edit(request: HttpRequest, pk: UUID) -> HttpResponse:
    deck = access.deck_of(request.user, pk)
    return _edit(request, deck, name=deck.name, text=deck.text, keeps=True)


def _edit(request: HttpRequest, deck: Deck | None, *, name: str, text: str, keeps: bool = False) -> HttpResponse:
    if request.method != "POST":
        over = deck.version if deck else ""
        form = EditorForm(initial={"name": name, "text": text, "into": "deck", "over": over})
        return _render(request, deck, form, text, keeps=keeps)
    form = EditorForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render(request, deck, form, request.POST.get("text", ""), keeps=keeps)
    text = _edited(request.POST, form.cleaned_data)
    if keeps and request.POST.get("do") == "save":
        said = form.cleaned_data
        over = "" if said["replace"] else said["over"]
        try:
            saved = lists.save_draft(request.user, deck, name=said["name"], text=text, over=over)
            messages.success(request, _("%(saved)s is saved.") % {"saved": saved.name})
            return redirect("decks:edit", saved.pk)
        except Refused as refusal:
            form.add_error(None, forms.ValidationError(str(refusal), code=refusal.code))
            return _render(request, deck, form, text, keeps=keeps)
    return _render(request, deck, EditorForm(initial={**form.cleaned_data, "text": text}), text, keeps=keeps)


def _edited(sent: Mapping[str, str], asked: dict[str, Any]) -> str:
    """The list after what was tapped: one more, one fewer, or a name put right."""
    text, reserve = asked["list"], asked["into"] == "reserves"
    if (card := catalogue.pool().find(sent.get("add", "")[:100])) and card.playable:
        return editing.add(text, card, reserve=reserve)
    if name := sent.get("take", "")[:100]:
        return editing.take(text, name, reserve=reserve)
    line, _, name = sent.get("mend", "")[:120].partition(":")
    if line.isascii() and line.isdigit() and len(line) < 4 and (card := catalogue.pool().find(name)):
        return editing.mend(text, int(line), card.name)
    return text


def _render(request: HttpRequest, deck: Deck | None, form: EditorForm, text: str, *, keeps: bool) -> HttpResponse:
    """The whole page, or for htmx the part that follows the list. What was typed is shown again in any case."""
    published = catalogue.published()
    report = lists.report(text, published.pool)
    asked, add, take = (request.POST.get(what, "")[:100] for what in ("find", "add", "take"))
    offers, left_out = showing.offers(published, text, asked=asked, color=report.color, tapped=add or take)
    context = {
        "deck": deck,
        "form": form,
        "keeps": keeps,
        "is_blank": not text.strip(),
        "tapping": asked or add or take,
        "report": report,
        "counts": showing.counts(report),
        "sections": showing.sections(text, published.pool, published.slugs, report),
        "offers": offers,
        "left_out": left_out,
        "offered": "found" if asked else report.color or "bosses",
        "saved_meanwhile": form.has_error(NON_FIELD_ERRORS, "saved_meanwhile"),
        "waits_for_boss": not asked and not report.color,
    }
    template = "decks/_work.html" if request.htmx else "decks/edit.html"
    return render(request, template, context, status=422 if form.errors else 200)


@login_required
@require_POST
def copy(request: HttpRequest, pk: UUID) -> HttpResponse:
    deck = access.deck_of(request.user, pk)
    try:
        made = lists.copy_deck(deck, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("decks:edit", deck.pk)
    messages.success(request, _("%(made)s is yours to change.") % {"made": made.name})
    return redirect("decks:edit", made.pk)


@login_required
@require_POST
def copy_starter(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        made = lists.copy_starter(slug, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("decks:list")
    if made is None:
        raise Http404(_("There is no such starter deck."))
    messages.success(request, _("%(made)s is yours to change.") % {"made": made.name})
    return redirect("decks:edit", made.pk)


@login_required
@require_http_methods(READ_OR_POST)
def delete(request: HttpRequest, pk: UUID) -> HttpResponse:
    deck = access.deck_of(request.user, pk)
    if request.method != "POST":
        return render(request, "decks/delete.html", {"deck": deck})
    lists.delete_deck(deck)
    messages.success(request, _("%(deck)s is deleted.") % {"deck": deck.name})
    return redirect("decks:list")


@login_required
@require_http_methods(READ_OR_POST)
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Puts one card of the catalogue into a deck."""
    row = card_access.card_to_see(request.user, slug)
    form = AddForm(request.POST if request.method == "POST" else None, owner=request.user)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        reserve = asked["into"] == "reserves"
        try:
            deck = lists.add_card(request.user, asked["deck"], row.name, copies=asked["copies"], reserve=reserve)
            messages.success(request, _("%(row)s is in %(deck)s.") % {"row": row.name, "deck": deck.name})
            return redirect("decks:edit", deck.pk)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return render(request, "decks/add.html", {"card": row, "form": form}, status=422 if form.errors else 200)


@login_required
@require_safe
def as_text(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The list as a text file that every way of handing in can read again."""
    deck = access.deck_of(request.user, pk)
    titled = deck.text if read_deck(deck.text).name else f"Name: {deck.name}\n\n{deck.text}"
    return _file(titled, f"{slugify(deck.name) or 'deck'}.txt", "text/plain; charset=utf-8")


@login_required
@require_safe
def as_json(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The list as JSON for other programs, and for the editor to read again."""
    deck = access.deck_of(request.user, pk)
    values = deck_to_json(read_deck(deck.text)) | {"name": deck.name}
    return _file(
        json.dumps(values, ensure_ascii=False, indent=1), f"{slugify(deck.name) or 'deck'}.json", "application/json"
    )


def _file(text: str, name: str, kind: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@login_required
@require_safe
def handed_in(request: HttpRequest) -> HttpResponse:
    """One's own versions with their history."""
    published = catalogue.published()
    shown = []
    for chain in versions.handed_in_by(request.user):
        text = chain[0].text
        drawn = showing.sections(text, published.pool, published.slugs, lists.report(text, published.pool))
        shown.append((chain, drawn))
    return render(request, "decks/handed_in.html", {"chains": shown})
