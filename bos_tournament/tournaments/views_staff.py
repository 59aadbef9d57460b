"""Pages of staff about people: roles and invitations, entrants, walk-ins and their personal links."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.models import PersonalLink
from bos_tournament.accounts.qr import qr_svg
from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.tournaments import access, access_desk, guest_links, lists, seating
from bos_tournament.tournaments import check_in as checking_in
from bos_tournament.tournaments import guests as walk_ins
from bos_tournament.tournaments import staff as crew
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_people import GuestForm, InvitationForm, SearchForm
from bos_tournament.tournaments.forms_planning import AnnouncementForm, show_refusal
from bos_tournament.tournaments.models import Entrant, Staff, Tournament

AT_ONCE = 36  # a row of a guest has four forms
FILTERS = {
    "missing-list": (gettext_lazy("without a list"), Q(deck_version=None, state__in=Entrant.TAKING_PART)),
    "not-there": (gettext_lazy("not checked in"), Q(checked_in_at=None, state__in=checking_in.BEFORE_PLAY)),
    "asking": (gettext_lazy("asking to join"), Q(state=Entrant.State.ASKED)),
    "waitlist": (gettext_lazy("on the waitlist"), Q(state=Entrant.State.WAITLISTED)),
    "guests": (gettext_lazy("guests"), Q(user__guest=True)),
    "gone": (gettext_lazy("no longer in"), ~Q(state__in=Entrant.TAKING_PART)),
}


@login_required
@require_safe
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug)
    return render_staff(request, tournament)


@login_required
@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the link once, right here: it is kept nowhere."""
    tournament = access.staff_to_change(request.user, slug)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return render_staff(request, tournament, form=form, status=422)
    try:
        token = crew.invite(tournament, role=form.cleaned_data["role"], by=request.user)
    except Refused as refusal:
        show_refusal(form, refusal)
        return render_staff(request, tournament, form=form, status=422)
    link = settings.PUBLIC_URL + reverse("tournaments:invitation", args=[token])
    return render_staff(request, tournament, link=link, role=Staff.Role(form.cleaned_data["role"]).label)


@login_required
@require_POST
def withdraw_invitation(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    crew.withdraw_invitation(get_object_or_404(tournament.invitations, pk=pk))
    messages.success(request, _("The invitation does not work any more."))
    return redirect("tournaments:staff", slug)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Organizers remove anybody's role, everybody their own."""
    tournament = access.staff_of(request.user, slug)
    role = access.role_to_remove(request.user, tournament, pk)
    try:
        crew.remove(role)
    except Refused as refusal:
        return render_staff(request, tournament, refusal=str(refusal), status=422)
    if role.user_id == request.user.pk:
        said = _("You are no longer %(role)s of %(tournament)s.")
        messages.success(request, said % {"role": role.get_role_display(), "tournament": tournament})
        return redirect("tournaments:home")
    said = _("%(name)s is no longer %(role)s.") % {"name": role.user, "role": role.get_role_display()}
    messages.success(request, said)
    return redirect("tournaments:staff", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Opening the link shows what it is; only the button uses it, since chat programs open links too."""
    found = crew.invitation(request.user, token)
    refusal = ""
    if request.method == "POST":
        try:
            crew.accept(request.user, token)
            messages.success(
                request,
                _("You are %(role)s of %(tournament)s now.")
                % {"role": found.get_role_display(), "tournament": found.tournament},
            )
            return redirect(found.tournament)
        except Refused as refused:
            refusal = str(refused)
    context = {"invitation": found, "refusal": refusal}
    return render(request, "tournaments/invitation.html", context, status=422 if refusal else 200)


@login_required
@require_safe
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug)
    return render_entrants(request, tournament)


@login_required
@require_POST
def mark(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """One of the list is there, or not; the list stays where it is, and the next one is at hand."""
    entrant = access.entrant_for_staff(request.user, slug, pk)
    present = request.POST.get("present") == "yes"
    following = _following(request, entrant)
    try:
        checking_in.mark(entrant, present=present)
    except Refused as refusal:
        return render_entrants(request, entrant.tournament, refusal=str(refusal), status=422)
    said = _("%(player)s is checked in.") if present else _("%(player)s is not checked in any more.")
    return _back_to_the_list(request, entrant.tournament, said % {"player": entrant.user}, following)


@login_required
@require_POST
def mark_all(request: HttpRequest, slug: str) -> HttpResponse:
    """All whom the list shows, on every page of it, are there."""
    tournament = access.staff_of(request.user, slug)
    listed = _filtered(request, _with_phones(tournament.entrants.all()))[0].values_list("pk", flat=True)
    try:
        number = checking_in.mark_all(tournament, only=list(listed))
    except Refused as refusal:
        return render_entrants(request, tournament, refusal=str(refusal), status=422)
    said = ngettext("%(number)s player is checked in.", "%(number)s players are checked in.", number)
    return _back_to_the_list(request, tournament, said % {"number": number}, None)


def _back_to_the_list(request: HttpRequest, tournament: Tournament, said: str, following: UUID | None) -> HttpResponse:
    """The list where one was, at the row that follows: in place with a script, by the address of the row without."""
    if request.headers.get("HX-Request") == "true":
        return render_entrants(request, tournament, said=said, following=following)
    messages.success(request, said)
    asked = f"?{request.GET.urlencode()}" if request.GET else ""
    row = f"#entrant-{following}" if following else ""
    return redirect(f"{reverse('tournaments:entrants', args=[tournament.slug])}{asked}{row}")


def _following(request: HttpRequest, entrant: Entrant) -> UUID | None:
    """Whom staff look at next on this page of the list: the next who is not there, else the next row."""
    rows = list(_page(request, _filtered(request, _with_phones(entrant.tournament.entrants.all()))[0]))
    at = next((number for number, one in enumerate(rows) if one.pk == entrant.pk), None)
    if at is None:
        return None
    after = [*rows[at + 1 :], *reversed(rows[:at])]
    missing = (one for one in after if one.state in checking_in.BEFORE_PLAY and one.checked_in_at is None)
    return next((one.pk for one in (*missing, *after)), None)


def _page(request: HttpRequest, found: QuerySet[Entrant]) -> Page:
    return Paginator(found.order_by("user__handle"), AT_ONCE).get_page(request.GET.get("page"))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def guests(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug)
    form = GuestForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            entrant, token = walk_ins.add_guest(tournament, **form.cleaned_data, by=request.user)
            return _render_link(request, entrant, token)
        except Refused as refusal:
            show_refusal(form, refusal)
    why_none = "" if form.errors else walk_ins.why_none(tournament, request.user)
    context = {**frame(request, tournament), "form": form, "why_none": why_none}
    return render(request, "tournaments/guests.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def renew_link(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    entrant = access_desk.guest_to_link(request.user, slug, pk)
    try:
        token = walk_ins.renew_link(entrant, by=request.user)
    except Refused as refusal:
        return render_entrants(request, entrant.tournament, refusal=str(refusal), status=422)
    return _render_link(request, entrant, token)


@login_required
@require_POST
def confirm_phone(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Away from a table: whoever decides has seen that the guest holds the new phone."""
    entrant = access_desk.guest_to_confirm(request.user, slug, pk)
    try:
        walk_ins.confirm(entrant, by=request.user)
    except Refused as refusal:
        return render_entrants(request, entrant.tournament, refusal=str(refusal), status=422)
    messages.success(
        request, _("%(player)s's new phone is confirmed, and kept as your look at the list.") % {"player": entrant.user}
    )
    return redirect("tournaments:entrants", slug)


@login_required
@require_POST
def revoke_link(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    entrant = access_desk.guest_to_link(request.user, slug, pk)
    try:
        walk_ins.revoke_link(entrant, by=request.user)
    except Refused as refusal:
        return render_entrants(request, entrant.tournament, refusal=str(refusal), status=422)
    messages.success(
        request,
        _("%(player)s's personal link has ended, and so have the phones it signed in.") % {"player": entrant.user},
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
    shared = frame(request, tournament)
    is_organizer = access.ORGANIZER in shared["held"]
    context = {
        **shared,
        "is_organizer": is_organizer,
        "roles": tournament.staff.select_related("user").order_by("role", "user__handle"),
        "invitations": crew.waiting(tournament).select_related("made_by").order_by("made_at") if is_organizer else [],
        "read_otherwise": lists.read_otherwise(tournament),
        "powers": [(deed, [role in allowed for role in Staff.Role]) for deed, allowed in access.POWERS],
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
    said: str = "",
    following: UUID | None = None,
    status: int = 200,
) -> HttpResponse:
    entrants = _with_phones(tournament.entrants.select_related("user", "deck_version"))
    found, wanted, words = _filtered(request, entrants)
    found = found.annotate(has_link=Exists(PersonalLink.objects.filter(user=OuterRef("user"), revoked_at=None)))
    shared, is_open = frame(request, tournament), tournament.state == Tournament.State.OPEN
    own = shared["own_entrant"]  # before the start nobody sits at a table
    plays = bool(own and own.state in Entrant.TAKING_PART) if is_open else access.is_entered(request.user, tournament)
    renews = guest_links.with_nothing_at_stake() if plays and is_open else Value(not plays)
    page, may_meet = _page(request, found.annotate(may_renew=renews)), seating.may_meet(tournament)
    context = {
        **shared,
        "may_make_links": access.ORGANIZER in shared["held"],
        "may_end_links": is_open or not plays,
        "to_confirm": _to_confirm(request, page, tournament),
        "here": reverse("tournaments:entrants", args=[tournament.slug]),
        "page": page,
        "filters": [(key, label) for key, (label, fits) in FILTERS.items()],
        "wanted": wanted,
        "words": words,
        "may_read_lists": access.may_read_lists(request.user, tournament, shared["held"]),
        "may_mark": is_open,
        "missing": _missing(tournament, found) if is_open and tournament.has_check_in else 0,
        "said": said,
        "following": following,
        "may_unlock": is_open and not tournament.takes_lists(db_now()) and bool(shared["held"] & access.UNLOCKERS),
        "states": checking_in.BEFORE_PLAY,
        "list_states": lists.BEFORE_PLAY,
        "asking": tournament.entrants.filter(state=Entrant.State.ASKED).count() if is_open else 0,
        "may_meet": may_meet,
        "meeting_is_on": may_meet and tournament.meeting_at is not None,
        "illegal": lists.illegal(page, tournament) if tournament.pool_id else (),
        "refusal": refusal,
    }
    return render(request, "tournaments/entrants.html", context, status=status)


def _missing(tournament: Tournament, found: QuerySet[Entrant]) -> int:
    """How many of the list are not there yet, on all its pages."""
    return found.filter(state__in=checking_in.BEFORE_PLAY, checked_in_at=None).count()


def _with_phones(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """Each with `waits`: does a guest's new phone wait for somebody to say that it is theirs?"""
    held = PersonalLink.objects.filter(revoked_at=None, confirmed_at=None, opened_at__isnull=False)
    before = PersonalLink.objects.filter(user=OuterRef("user"), opened_at__lt=OuterRef("opened_at"))
    mine = held.filter(Q(midway=True) | Exists(before), user=OuterRef("user"), user__guest=True)
    return entrants.annotate(waits=Exists(mine))


def _to_confirm(request: HttpRequest, page: Iterable[Any], tournament: Tournament) -> set[UUID]:
    """Guests on this page whose new phone the reader may confirm, by the ids of their entries."""
    found = {entrant.pk for entrant in page if entrant.waits}
    if not found or request.user not in access.who_decides_on_phones(tournament):
        return set()
    return found - set(walk_ins.asked_at_a_table(tournament).values_list("pk", flat=True))


def _filtered(request: HttpRequest, entrants: QuerySet[Entrant]) -> tuple[QuerySet[Entrant], str, str]:
    wanted, words = request.GET.get("only", ""), SearchForm(request.GET).words()
    if wanted in FILTERS:
        entrants = entrants.filter(FILTERS[wanted][1])
    if words:
        entrants = entrants.filter(Q(user__handle__icontains=words) | Q(user__real_name__icontains=words))
    return entrants, wanted, words


def _render_link(request: HttpRequest, entrant: Entrant, token: str) -> HttpResponse:
    """The personal link, shown this once, ready to print."""
    link = settings.PUBLIC_URL + reverse("accounts:personal_link", args=[token])
    context = {
        **frame(request, entrant.tournament),
        "entrant": entrant,
        "link": link,
        "qr": qr_svg(link, title=_("Personal link of %(player)s") % {"player": entrant.user}),
    }
    return render(request, "tournaments/guest_link.html", context)
