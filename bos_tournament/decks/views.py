"""Pages of lists: one's own decks, the editor with its check, and what was handed in."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import AuthenticatedHttpRequest, HtmxHttpRequest
from bos_tournament.cards import access as card_access
from bos_tournament.cards import catalogue
from bos_tournament.decks import access, drafts, list_editing, presenter, submitted_versions
from bos_tournament.decks.forms import AddForm, EditorForm
from bos_tournament.decks.models import Deck
from bos_tournament.errors import Refused
from bos_tournament.refusals import show_refusal
from engine.bos.game import deck_to_json, read_deck

READ_OR_POST = ["GET", "HEAD", "POST"]


@require_safe
def list_decks(request: HttpRequest) -> HttpResponse:
    """One's own decks; visitors see the starter decks and the way to the check."""
    pool = catalogue.pool()
    decks = [(deck, drafts.check_list(deck.text, pool)) for deck in access.own_decks(request.user)]
    return render(request, "decks/list.html", {"decks": decks, "starters": drafts.legal_starters(pool)})


@require_http_methods(READ_OR_POST)
def check(request: HtmxHttpRequest) -> HttpResponse:
    """The editor for everybody: it answers and keeps nothing."""
    name, text = drafts.starters().get(request.GET.get("starter", ""), ("", ""))
    return _edit(request, None, name=name, text=text)


@login_required
@require_http_methods(READ_OR_POST)
def new(request: AuthenticatedHttpRequest) -> HttpResponse:
    return _edit(request, None, name="", text="", owner=request.user)


@login_required
@require_http_methods(READ_OR_POST)
def edit(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    deck = access.deck_of(request.user, pk)
    return _edit(request, deck, name=deck.name, text=deck.text, owner=request.user)


def _edit(
    request: HtmxHttpRequest, deck: Deck | None, *, name: str, text: str, owner: User | None = None
) -> HttpResponse:
    keeps = owner is not None
    if request.method != "POST":
        over = deck.version if deck else ""
        form = EditorForm(initial={"name": name, "text": text, "into": "deck", "over": over})
        return _render(request, deck, form, text, keeps=keeps)
    form = EditorForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render(request, deck, form, request.POST.get("text", ""), keeps=keeps)
    text = _edited(request.POST, form.cleaned_data)
    if owner is not None and request.POST.get("do") == "save":
        fields = form.cleaned_data
        over = "" if fields["replace"] else fields["over"]
        try:
            saved = drafts.save_draft(owner, deck, name=fields["name"], text=text, over=over)
            messages.success(request, _("%(saved)s saved.") % {"saved": saved.name})
            return redirect("decks:edit", saved.pk)
        except Refused as refusal:
            show_refusal(form, refusal)
            return _render(request, deck, form, text, keeps=keeps)
    return _render(request, deck, EditorForm(initial={**form.cleaned_data, "text": text}), text, keeps=keeps)


def _edited(sent: Mapping[str, str], fields: dict[str, Any]) -> str:
    """The list after what was tapped: one more, one fewer, or a name put right."""
    text, reserve = fields["list"], fields["into"] == "reserves"
    if (card := catalogue.pool().find(sent.get("add", "")[:100])) and card.playable:
        return list_editing.add_copies(text, card, reserve=reserve)
    if name := sent.get("take", "")[:100]:
        return list_editing.remove_copy(text, name, reserve=reserve)
    line, _, name = sent.get("mend", "")[:120].partition(":")
    if line.isascii() and line.isdigit() and len(line) < 4 and (card := catalogue.pool().find(name)):
        return list_editing.replace_name(text, int(line), card.name)
    return text


def _render(request: HtmxHttpRequest, deck: Deck | None, form: EditorForm, text: str, *, keeps: bool) -> HttpResponse:
    """The whole page, or for htmx the part that follows the list. What was typed is shown again in any case."""
    published = catalogue.published()
    report = drafts.check_list(text, published.pool)
    search, add, take = (request.POST.get(name, "")[:100] for name in ("find", "add", "take"))
    offers, left_out = presenter.offers(published, text, asked=search, color=report.color, tapped=add or take)
    context = {
        "deck": deck,
        "form": form,
        "keeps": keeps,
        "is_blank": not text.strip(),
        "tapping": search or add or take,
        "report": report,
        "counts": presenter.counts(report),
        "sections": presenter.sections(text, published.pool, published.slugs, report),
        "offers": offers,
        "left_out": left_out,
        "offered": "found" if search else report.color or "bosses",
        "saved_meanwhile": form.has_error(NON_FIELD_ERRORS, "saved_meanwhile"),
        "waits_for_boss": not search and not report.color,
    }
    template = "decks/_editor.html" if request.htmx else "decks/edit.html"
    return render(request, template, context, status=422 if form.errors else 200)


@login_required
@require_POST
def copy(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    deck = access.deck_of(request.user, pk)
    try:
        copied = drafts.copy_deck(deck, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("decks:edit", deck.pk)
    messages.success(request, _("%(made)s is ready to edit.") % {"made": copied.name})
    return redirect("decks:edit", copied.pk)


@login_required
@require_POST
def copy_starter(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    try:
        copied = drafts.copy_starter(slug, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("decks:list")
    if copied is None:
        raise Http404(_("There is no such starter deck."))
    messages.success(request, _("%(made)s is ready to edit.") % {"made": copied.name})
    return redirect("decks:edit", copied.pk)


@login_required
@require_http_methods(READ_OR_POST)
def delete(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    deck = access.deck_of(request.user, pk)
    if request.method != "POST":
        return render(request, "decks/delete.html", {"deck": deck})
    drafts.delete_deck(deck)
    messages.success(request, _("%(deck)s deleted.") % {"deck": deck.name})
    return redirect("decks:list")


@login_required
@require_http_methods(READ_OR_POST)
def add_card(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Puts one card of the catalogue into a deck."""
    row = card_access.card_to_see(request.user, slug)
    form = AddForm(request.POST if request.method == "POST" else None, owner=request.user)
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        reserve = fields["into"] == "reserves"
        try:
            deck = drafts.add_card(request.user, fields["deck"], row.name, copies=fields["copies"], reserve=reserve)
            messages.success(request, _("%(row)s added to %(deck)s.") % {"row": row.name, "deck": deck.name})
            return redirect("decks:edit", deck.pk)
        except Refused as refusal:
            show_refusal(form, refusal)
    return render(request, "decks/add.html", {"card": row, "form": form}, status=422 if form.errors else 200)


@login_required
@require_safe
def as_text(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    """The list as a text file that every way of handing in can read again."""
    deck = access.deck_of(request.user, pk)
    titled = deck.text if read_deck(deck.text).name else f"Name: {deck.name}\n\n{deck.text}"
    return _file(titled, f"{slugify(deck.name) or 'deck'}.txt", "text/plain; charset=utf-8")


@login_required
@require_safe
def as_json(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
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
def submitted_lists(request: AuthenticatedHttpRequest) -> HttpResponse:
    """One's own versions with their history."""
    published = catalogue.published()
    chains = []
    for chain in submitted_versions.handed_in_by(request.user):
        text = chain[0].text
        drawn = presenter.sections(text, published.pool, published.slugs, drafts.check_list(text, published.pool))
        chains.append((chain, drawn))
    return render(request, "decks/submitted_lists.html", {"chains": chains})
