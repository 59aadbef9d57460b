"""Pages of staff about people: roles and invitations, entrants, walk-ins and their personal links."""

from collections.abc import Iterable, Set
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.models import PersonalLink
from bos_tournament.accounts.qr_codes import qr_svg
from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.operations.db_clock import db_now
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import check_in as checking_in
from bos_tournament.tournaments.entrants import guest_links, player_meeting
from bos_tournament.tournaments.entrants import guests as walk_ins
from bos_tournament.tournaments.entrants.forms import GuestForm, InvitationForm, SearchForm
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from bos_tournament.tournaments.staff import staff_roles as crew
from bos_tournament.tournaments.staff.forms import AnnouncementForm

AT_ONCE = 18  # a row of a guest has four forms
FILTERS = {
    "missing-list": (gettext_lazy("no deck list"), Q(deck_version=None, state__in=Entrant.TAKING_PART)),
    "not-there": (gettext_lazy("not checked in"), Q(checked_in_at=None, state__in=checking_in.BEFORE_PLAY)),
    "asking": (gettext_lazy("asking to join"), Q(state=Entrant.State.ASKED)),
    "waitlist": (gettext_lazy("on the waitlist"), Q(state=Entrant.State.WAITLISTED)),
    "guests": (gettext_lazy("guests"), Q(user__guest=True)),
    "gone": (gettext_lazy("no longer in"), ~Q(state__in=Entrant.TAKING_PART)),
}


@login_required
@require_safe
def staff(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug)
    return render_staff(request, tournament)


@login_required
@require_POST
def invite(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Shows the link once, right here: it is kept nowhere."""
    tournament = tournament_access.staff_to_change(request.user, slug)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return render_staff(request, tournament, form=form, status=422)
    try:
        token = crew.invite(tournament, role=form.cleaned_data["role"], by=request.user)
    except Refused as refusal:
        show_refusal(form, refusal)
        return render_staff(request, tournament, form=form, status=422)
    link = settings.PUBLIC_URL + reverse("tournaments:staff_invitation", args=[token])
    return render_staff(request, tournament, link=link, role=str(Staff.Role(form.cleaned_data["role"]).label))


@login_required
@require_POST
def withdraw_invitation(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    crew.withdraw_invitation(get_object_or_404(tournament.invitations, pk=pk))
    messages.success(request, _("The invitation no longer works."))
    return redirect("tournaments:staff", slug)


@login_required
@require_POST
def remove_staff(request: AuthenticatedHttpRequest, slug: str, pk: int) -> HttpResponse:
    """Organizers remove anybody's role, everybody their own."""
    tournament = tournament_access.staff_of(request.user, slug)
    role = tournament_access.role_to_remove(request.user, tournament, pk)
    try:
        crew.remove_staff(role)
    except Refused as refusal:
        return render_staff(request, tournament, refusal=str(refusal), status=422)
    if role.user_id == request.user.pk:
        sentence = _("You are no longer %(role)s of %(tournament)s.")
        messages.success(request, sentence % {"role": role.get_role_display(), "tournament": tournament})
        return redirect("tournaments:home")
    sentence = _("%(name)s is no longer %(role)s.") % {"name": role.user, "role": role.get_role_display()}
    messages.success(request, sentence)
    return redirect("tournaments:staff", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def staff_invitation(request: AuthenticatedHttpRequest, token: str) -> HttpResponse:
    """Opening the link shows what it is; only the button uses it, since chat programs open links too."""
    staff_invitation = crew.invitation(request.user, token)
    refusal = ""
    if request.method == "POST":
        try:
            crew.accept_invitation(request.user, token)
            messages.success(
                request,
                _("You are now %(role)s of %(tournament)s.")
                % {"role": staff_invitation.get_role_display(), "tournament": staff_invitation.tournament},
            )
            return redirect(staff_invitation.tournament)
        except Refused as refused:
            refusal = str(refused)
    context = {"invitation": staff_invitation, "refusal": refusal}
    return render(request, "tournaments/staff_invitation.html", context, status=422 if refusal else 200)


@login_required
@require_safe
def entrants(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug)
    return render_entrants(request, tournament)


@login_required
@require_POST
def check_in_entrant(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """One of the list is there, or not; the list stays where it is, and the next one is at hand."""
    entrant = tournament_access.entrant_for_staff(request.user, slug, pk)
    present = request.POST.get("present") == "yes"
    following = _following(request, entrant)
    try:
        checking_in.set_checked_in(entrant, present=present)
    except Refused as refusal:
        return render_entrants(request, entrant.tournament, refusal=str(refusal), status=422)
    sentence = _("%(player)s is checked in.") if present else _("%(player)s is no longer checked in.")
    return _back_to_the_list(request, entrant.tournament, sentence % {"player": entrant.user}, following)


@login_required
@require_POST
def check_in_all(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """All whom the list shows, on every page of it, are there."""
    tournament = tournament_access.staff_of(request.user, slug)
    listed = _filtered(request, _with_phones(tournament.entrants.all()))[0].values_list("pk", flat=True)
    try:
        number = checking_in.check_in_all(tournament, only=list(listed))
    except Refused as refusal:
        return render_entrants(request, tournament, refusal=str(refusal), status=422)
    sentence = ngettext("%(number)s player is checked in.", "%(number)s players are checked in.", number)
    return _back_to_the_list(request, tournament, sentence % {"number": number}, None)


def _back_to_the_list(
    request: HttpRequest, tournament: Tournament, sentence: str, following: UUID | None
) -> HttpResponse:
    """The list where one was, at the row that follows: in place with a script, by the address of the row without."""
    if request.headers.get("HX-Request") == "true":
        return render_entrants(request, tournament, notice=sentence, following=following)
    messages.success(request, sentence)
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    row = f"#entrant-{following}" if following else ""
    return redirect(f"{reverse('tournaments:entrants', args=[tournament.slug])}{query}{row}")


def _following(request: HttpRequest, entrant: Entrant) -> UUID | None:
    """Whom staff look at next on this page of the list: the next who is not there, else the next row."""
    rows = list(_page(request, _filtered(request, _with_phones(entrant.tournament.entrants.all()))[0]))
    at = next((number for number, row in enumerate(rows) if row.pk == entrant.pk), None)
    if at is None:
        return None
    after = [*rows[at + 1 :], *reversed(rows[:at])]
    missing = (row for row in after if row.state in checking_in.BEFORE_PLAY and row.checked_in_at is None)
    return next((row.pk for row in (*missing, *after)), None)


def _page(request: HttpRequest, rows: QuerySet[Entrant]) -> Page:
    return Paginator(rows.order_by("user__handle"), AT_ONCE).get_page(request.GET.get("page"))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def guests(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug)
    form = GuestForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            entrant, token = walk_ins.add_guest(tournament, **form.cleaned_data, by=request.user)
            return _render_link(request, entrant, token)
        except Refused as refusal:
            show_refusal(form, refusal)
    why_none = "" if form.errors else walk_ins.why_none(tournament, request.user)
    context = {**tournament_context(request, tournament), "form": form, "why_none": why_none}
    return render(request, "tournaments/guests.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def renew_link(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    entrant = desk_access.guest_to_link(request.user, slug, pk)
    try:
        token = walk_ins.renew_link(entrant, by=request.user)
    except Refused as refusal:
        return render_entrants(request, entrant.tournament, refusal=str(refusal), status=422)
    return _render_link(request, entrant, token)


@login_required
@require_POST
def confirm_phone(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Away from a table: whoever decides has seen that the guest holds the new phone."""
    entrant = desk_access.guest_to_confirm(request.user, slug, pk)
    try:
        walk_ins.confirm(entrant, by=request.user)
    except Refused as refusal:
        return render_entrants(request, entrant.tournament, refusal=str(refusal), status=422)
    messages.success(
        request,
        _("%(player)s's new phone is confirmed; this is logged as your viewing of the deck list.")
        % {"player": entrant.user},
    )
    return redirect("tournaments:entrants", slug)


@login_required
@require_POST
def revoke_link(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    entrant = desk_access.guest_to_link(request.user, slug, pk)
    try:
        walk_ins.revoke_link(entrant, by=request.user)
    except Refused as refusal:
        return render_entrants(request, entrant.tournament, refusal=str(refusal), status=422)
    messages.success(
        request,
        _("%(player)s's personal link is revoked, and the phones it signed in are signed out.")
        % {"player": entrant.user},
    )
    return redirect("tournaments:entrants", slug)


def render_staff(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: InvitationForm | None = None,
    announcement_form: AnnouncementForm | None = None,
    link: str = "",
    role: str = "",
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    shared = tournament_context(request, tournament)
    is_organizer = tournament_access.ORGANIZER in shared["held"]
    context = {
        **shared,
        "is_organizer": is_organizer,
        "roles": tournament.staff.select_related("user").order_by("role", "user__handle"),
        "invitations": crew.open_invitations(tournament).select_related("made_by").order_by("made_at")
        if is_organizer
        else [],
        "changed_cards": submissions.cards_with_changed_meaning(tournament),
        "powers": [(deed, [role in allowed for role in Staff.Role]) for deed, allowed in tournament_access.POWERS],
        "form": form or InvitationForm(),
        "announcement_form": announcement_form or AnnouncementForm(initial={"text": tournament.announcement}),
        "link": link,
        "role": role,
        "refusal": refusal,
    }
    return render(request, "tournaments/staff.html", context, status=status)


def render_entrants(
    request: HttpRequest,
    tournament: Tournament,
    *,
    refusal: str = "",
    notice: str = "",
    following: UUID | None = None,
    status: int = 200,
) -> HttpResponse:
    rows, only, words = _filtered(request, _with_phones(tournament.entrants.select_related("user", "deck_version")))
    shared, is_open = tournament_context(request, tournament), tournament.state == Tournament.State.OPEN
    plays = _plays(request, tournament, shared["own_entrant"], is_open=is_open)
    renews = guest_links.with_nothing_at_stake() if plays and is_open else Value(not plays)
    page, waiting = _page(request, rows.annotate(may_renew=renews, has_link=_linked())), _asking_and_inside(tournament)
    context = {
        **shared,
        "may_make_links": tournament_access.ORGANIZER in shared["held"],
        "may_end_links": is_open or not plays,
        "to_confirm": _to_confirm(request, page, tournament),
        "here": reverse("tournaments:entrants", args=[tournament.slug]),
        "page": page,
        "filters": [(key, label) for key, (label, fits) in FILTERS.items()],
        "wanted": only,
        "words": words,
        "may_read_lists": tournament_access.may_read_lists(request.user, tournament, shared["held"]),
        "may_mark": is_open,
        "missing": _missing(tournament, rows) if is_open and tournament.has_check_in else 0,
        "said": notice,
        "following": following,
        "may_unlock": is_open and _may_unlock(tournament, shared["held"]),
        "states": checking_in.BEFORE_PLAY,
        "list_states": submissions.BEFORE_PLAY,
        "asking": waiting["asking"] if is_open else 0,
        "may_seat": waiting["inside"] > 0 and player_meeting.may_meet(tournament),
        "meeting_is_on": player_meeting.is_on(tournament),
        "illegal": submissions.illegal(page, tournament) if tournament.pool_id else (),
        "refusal": refusal,
    }
    return render(request, "tournaments/entrants.html", context, status=status)


def _plays(request: HttpRequest, tournament: Tournament, own: Entrant | None, *, is_open: bool) -> bool:
    """Whether who asks takes part; before the start nobody sits at a table."""
    if is_open:
        return bool(own and own.state in Entrant.TAKING_PART)
    return tournament_access.is_entered(request.user, tournament)


def _may_unlock(tournament: Tournament, held: Set[str]) -> bool:
    return not tournament.takes_lists(db_now()) and bool(held & tournament_access.UNLOCKERS)


def _linked() -> Exists:
    return Exists(PersonalLink.objects.filter(user=OuterRef("user"), revoked_at=None))


def _asking_and_inside(tournament: Tournament) -> dict[str, int]:
    """How many ask to join, and how many have a place, in one query."""
    asking, inside = Q(state=Entrant.State.ASKED), Q(state__in=player_meeting.INSIDE)
    return tournament.entrants.aggregate(asking=Count("pk", filter=asking), inside=Count("pk", filter=inside))


def _missing(tournament: Tournament, rows: QuerySet[Entrant]) -> int:
    """How many of the list are not there yet, on all its pages."""
    return rows.filter(state__in=checking_in.BEFORE_PLAY, checked_in_at=None).count()


def _with_phones(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """Each with `waits`: does a guest's new phone wait for somebody to say that it is theirs?"""
    held = PersonalLink.objects.filter(revoked_at=None, confirmed_at=None, opened_at__isnull=False)
    before = PersonalLink.objects.filter(user=OuterRef("user"), opened_at__lt=OuterRef("opened_at"))
    mine = held.filter(Q(midway=True) | Exists(before), user=OuterRef("user"), user__guest=True)
    return entrants.annotate(waits=Exists(mine))


def _to_confirm(request: HttpRequest, page: Iterable[Any], tournament: Tournament) -> set[UUID]:
    """Guests on this page whose new phone the reader may confirm, by the ids of their entries."""
    waiting = {entrant.pk for entrant in page if entrant.waits}
    if not waiting or request.user not in tournament_access.who_decides_on_phones(tournament):
        return set()
    return waiting - set(walk_ins.asked_at_a_table(tournament).values_list("pk", flat=True))


def _filtered(request: HttpRequest, entrants: QuerySet[Entrant]) -> tuple[QuerySet[Entrant], str, str]:
    only, words = request.GET.get("only", ""), SearchForm(request.GET).words()
    if only in FILTERS:
        entrants = entrants.filter(FILTERS[only][1])
    if words:
        entrants = entrants.filter(Q(user__handle__icontains=words) | Q(user__real_name__icontains=words))
    return entrants, only, words


def _render_link(request: HttpRequest, entrant: Entrant, token: str) -> HttpResponse:
    """The personal link, shown this once, ready to print."""
    link = settings.PUBLIC_URL + reverse("accounts:personal_link", args=[token])
    context = {
        **tournament_context(request, entrant.tournament),
        "entrant": entrant,
        "link": link,
        "qr": qr_svg(link, title=_("Personal link of %(player)s") % {"player": entrant.user}),
    }
    return render(request, "tournaments/guest_link.html", context)
