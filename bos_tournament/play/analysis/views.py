"""Pages of analyses: the start, and the board with branches and every deed on them."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.private_page_middleware import not_indexed
from bos_tournament.accounts.requests import AuthenticatedHttpRequest, HtmxHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.play import access as practice_access
from bos_tournament.play.analysis import access, editing, line_search, opening, presenter, set_positions
from bos_tournament.play.analysis.branching import export_text, tree_of
from bos_tournament.play.analysis.forms import AtForm, CommentForm, LineForm, NameForm, OpenForm, ShareForm
from bos_tournament.play.analysis.models import AnalysisLine, AnalysisTree
from bos_tournament.play.analysis.position_form import DecksForm, PositionForm
from bos_tournament.refusals import show_refusal

READ_OR_POST = ["GET", "HEAD", "POST"]
Deed = Callable[[HtmxHttpRequest, AnalysisTree, forms.Form], AnalysisLine | None]
View = Callable[[HtmxHttpRequest, UUID], HttpResponse]


@require_http_methods(READ_OR_POST)
def start(request: HtmxHttpRequest) -> HttpResponse:
    form = OpenForm(request.POST or None, user=request.user)
    if form.is_valid():
        one, two = form.list_of("deck_one"), form.list_of("deck_two")
        try:
            record = form.cleaned_data["record"]
            return redirect(opening.open_from_decks(request.user, deck_one=one, deck_two=two, record=record))
        except Refused as refusal:
            show_refusal(form, refusal)
    own = access.own_trees(request.user).only("pk", "name", "shared", "changed_at")
    practised = practice_access.own_games(request.user).exclude(over_at=None)[:5]
    shown = {"form": form, "trees": own, "games": practised}
    return render(request, "analysis/start.html", shown, status=422 if form.errors else 200)


@require_http_methods(READ_OR_POST)
def set_position(request: HtmxHttpRequest) -> HttpResponse:
    """First the decks, which stand in the address, then the position with their cards."""
    chosen = DecksForm(request.GET or None, user=request.user)
    form = _position_form(request, chosen)
    if form is not None and form.is_valid():
        one, two = chosen.list_of("deck_one"), chosen.list_of("deck_two")
        try:
            return redirect(
                set_positions.open_position(request.user, deck_one=one, deck_two=two, position=form.position())
            )
        except Refused as refusal:
            form.show_problems(refusal)
    is_wrong = chosen.errors or (form is not None and form.errors)
    return render(request, "analysis/position.html", {"decks": chosen, "form": form}, status=422 if is_wrong else 200)


def _position_form(request: HtmxHttpRequest, chosen: DecksForm) -> PositionForm | None:
    """The form with the cards of the decks; None until two legal ones are chosen."""
    if not chosen.is_valid():
        return None
    one, two = chosen.list_of("deck_one"), chosen.list_of("deck_two")
    try:
        setup = set_positions.setup_of(one, two)
    except Refused as refusal:
        show_refusal(chosen, refusal, at="deck_one")
        return None
    return PositionForm(request.POST if request.method == "POST" else None, setup=setup, names=(one[0], two[0]))


@require_POST
def open_practice(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    game = practice_access.practice_game(request.user, pk)
    try:
        return redirect(opening.open_practice_game(request.user, game))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(game)


@require_safe
@never_cache
@not_indexed
def tree(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    row, at = access.tree_to_read(request.user, pk), _line_asked_for(request)
    if request.htmx and "waits" in request.GET and line_search.is_waiting(access.line_of(row, at)):
        return HttpResponse(status=204)  # the bot still looks
    return _board(request, row, at)


@require_safe
@not_indexed
def record(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    """The record as text with its branches, for `engine judge`."""
    row = access.tree_to_read(request.user, pk)
    answer = HttpResponse(export_text(tree_of(row)), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="analysis-{str(row.pk)[:8]}.bln"'
    return answer


def _deed(form_class: type[forms.Form]) -> Callable[[Deed], View]:
    """A door for who may change the analysis: the deed, then the board at the line that it gives."""

    def with_form(deed: Deed) -> View:
        @wraps(deed)
        @require_POST
        @never_cache
        def door(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
            row = access.tree_to_write(request.user, pk)
            form, refused, at = form_class(request.POST), "", _line_asked_for(request)
            try:
                if not form.is_valid():
                    raise Refused(" ".join(str(each) for field in form.errors.values() for each in field), code="form")
                line = deed(request, row, form)
                at = line.pk if line else at
            except Refused as refusal:
                refused = str(refusal)
            if request.htmx:
                return _board(request, access.tree_to_read(request.user, pk), at, refused=refused)
            if refused:
                messages.error(request, refused)
            return redirect(_address(row, at))

        return door

    return with_form


@_deed(LineForm)
def add_line(request: HtmxHttpRequest, row: AnalysisTree, form: forms.Form) -> AnalysisLine:
    fields = form.cleaned_data
    return editing.add_line(row, access.line_of(row, fields["at"]), fields["line"], by=request.user)


@_deed(CommentForm)
def comment(request: HtmxHttpRequest, row: AnalysisTree, form: forms.Form) -> AnalysisLine:
    line = access.line_of(row, form.cleaned_data["at"])
    editing.comment_on(row, line, form.cleaned_data["comment"])
    return line


@_deed(AtForm)
def make_main(request: HtmxHttpRequest, row: AnalysisTree, form: forms.Form) -> AnalysisLine:
    line = access.line_of(row, form.cleaned_data["at"])
    editing.make_main(row, line)
    return line


@_deed(AtForm)
def best_lines(request: HtmxHttpRequest, row: AnalysisTree, form: forms.Form) -> AnalysisLine:
    line = access.line_of(row, form.cleaned_data["at"])
    line_search.ask_for_best_lines(row, line, by=request.user)
    return line


@_deed(NameForm)
def rename_tree(request: HtmxHttpRequest, row: AnalysisTree, form: forms.Form) -> None:
    editing.rename_analysis(row, form.cleaned_data["name"])


@_deed(ShareForm)
def share(request: HtmxHttpRequest, row: AnalysisTree, form: forms.Form) -> None:
    editing.share(row, shared=form.cleaned_data["shared"])


@login_required
@require_POST
def copy(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    row = access.tree_to_read(request.user, pk)
    try:
        return redirect(opening.copy_analysis(request.user, row))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(row)


@require_http_methods(READ_OR_POST)
@never_cache
def delete_branch(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    row = access.tree_to_write(request.user, pk)
    line = access.line_of(row, _line_asked_for(request))
    if request.method != "POST":
        count = len(tree_of(row).all_after(line))
        return render(request, "analysis/delete_branch.html", {"tree": row, "line": line, "count": count})
    try:
        return redirect(_address(row, editing.delete_branch(row, line).pk))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(row)


@require_http_methods(READ_OR_POST)
@never_cache
def delete_tree(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    row = access.tree_to_write(request.user, pk)
    if request.method != "POST":
        return render(request, "analysis/delete.html", {"tree": row})
    editing.delete_analysis(row)
    messages.success(request, _("%(name)s deleted.") % {"name": row.name})
    return redirect("analysis:start")


def _line_asked_for(request: HtmxHttpRequest) -> UUID | None:
    """The line that the address or the form names; None for none that can be read."""
    form = AtForm(request.POST if "at" in request.POST else request.GET)
    return form.cleaned_data["at"] if form.is_valid() else None


def _address(row: AnalysisTree, at: UUID | None) -> str:
    return f"{row.get_absolute_url()}?{urlencode({'at': at})}" if at else row.get_absolute_url()


def _board(request: HtmxHttpRequest, row: AnalysisTree, at: UUID | None, *, refused: str = "") -> HttpResponse:
    """The board alone for a page that is open, the whole page for everybody else."""
    alone = request.htmx and not request.htmx.history_restore_request
    page = presenter.analysis_page(row, at, may_write=access.may_write(request.user, row))
    template = "analysis/_board.html" if alone else "analysis/tree.html"
    answer = render(request, template, {**page, "refused": refused}, status=409 if refused else 200)
    if alone and request.method == "POST" and not refused:
        answer["HX-Push-Url"] = _address(row, page["here"].pk)
    patch_vary_headers(answer, ["HX-Request"])
    return answer
