"""Doors of series. Like all access: each function gives the object or refuses. Everybody may see a series."""

from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.errors import SecondFactorNeeded
from bos_tournament.tournaments.access.tournament_access import ORGANIZER, roles, staff_of, tournament_to_see
from bos_tournament.tournaments.models import Staff, Tournament
from bos_tournament.tournaments.models.series import Leg, Series, SeriesOrganizer
from bos_tournament.tournaments.structure.visibility import private


def series_to_see(slug: str) -> Series:
    series = Series.objects.filter(slug=slug).first()
    if series is None:
        raise Http404(_("There is no such series."))
    return series


def every(words: str = "") -> QuerySet[Series]:
    """All series, the newest first, with `size`, how many tournaments one may know of; `words` are part of the name."""
    public = Count("legs", filter=~private("legs__tournament__"))
    series = Series.objects.annotate(size=public).order_by("-made_at", "pk")
    return series.filter(name__icontains=words) if words else series


def organizes(user: Viewer, series: Series) -> bool:
    return user.is_authenticated and series.organizers.filter(user=user).exists()


def series_to_run(user: Viewer, slug: str) -> Series:
    """A series for its organizers; 403 for everybody else, and they are asked for a second factor."""
    series = series_to_see(slug)
    if not organizes(user, series):
        raise PermissionDenied(_("Only organizers of this series may do this."))
    _ask_for_second_factor(user)
    return series


def series_and_tournament_to_run(user: Viewer, series_slug: str, slug: str) -> tuple[Series, Tournament]:
    """A series and a tournament, for who organizes both; 403 without one of the two."""
    tournament = staff_of(user, slug, ORGANIZER)
    return series_to_run(user, series_slug), tournament


def leg_to_take_out(user: Viewer, series_slug: str, slug: str) -> Leg:
    """A tournament in a series, for organizers of either of them."""
    series, tournament = series_to_see(series_slug), tournament_to_see(user, slug)
    if not organizes(user, series) and ORGANIZER not in roles(user, tournament):
        raise PermissionDenied(_("Only organizers of this series or of this tournament may do this."))
    _ask_for_second_factor(user)
    leg = series.legs.filter(tournament=tournament).select_related("series", "tournament").first()
    if leg is None:
        raise Http404(_("This tournament is no longer in this series."))
    return leg


def organizer_to_remove(user: Viewer, slug: str, pk: int) -> SeriesOrganizer:
    """An organizer of a series one organizes, oneself too."""
    series = series_to_run(user, slug)
    organizer = series.organizers.filter(pk=pk).select_related("series", "user").first()
    if organizer is None:
        raise Http404(_("No organizer of this series has this name."))
    return organizer


def series_to_put_into(user: Viewer, tournament: Tournament) -> QuerySet[Series]:
    """The series one organizes that this tournament is not in, by name."""
    own = Series.objects.filter(organizers__user=user.pk)
    return own.exclude(legs__tournament=tournament).order_by("name", "pk")


def tournaments_to_put_in(user: Viewer, series: Series) -> QuerySet[Tournament]:
    """The tournaments one organizes that are not in this series, the latest first."""
    held = Staff.objects.filter(user=user.pk, role=ORGANIZER).values("tournament")
    return Tournament.objects.filter(pk__in=held).exclude(legs__series=series).order_by("-starts_at", "pk")


def _ask_for_second_factor(user: Viewer) -> None:
    if not user.is_authenticated or not user.second_factor:
        raise SecondFactorNeeded
