"""A series of tournaments: setting it up, which tournaments belong to it, and who organizes it."""

import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.text import slugify
from django.utils.translation import gettext as _

from bos_tournament.accounts import single_line_text
from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.pairing.season import USUAL_POINTS
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.models.series import Leg, Series, SeriesOrganizer
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament

RESERVED_SLUGS = frozenset({"new"})
MOST_PLACES, MOST_POINTS, MOST_PLAYERS = 128, 10_000, 4096
MOST_TOURNAMENTS, MOST_SERIES, MOST_ORGANIZERS, MOST_OF_A_PERSON = 200, 10, 20, 50


@dataclass(frozen=True, kw_only=True)
class SeriesPlan:
    """What an organizer writes about a series; `points` are those of the first place, the second and so on."""

    name: str
    """One line."""
    description: str = ""
    """Markdown; may be empty."""
    starts_on: date | None = None
    """None where no first day is named."""
    ends_on: date | None = None
    """The last day; None where none is named."""
    points: tuple[int, ...] = USUAL_POINTS
    taking_part: int = 1
    """Extra points for everybody who took part."""
    full_at: int = 0
    """Players for the full points; with fewer a place gives its share. 0: always in full."""
    best: int | None = None
    """How many results of a player count; None for all."""


def plan_of(series: Series) -> SeriesPlan:
    """What is written about a series now."""
    values = {field: getattr(series, field) for field in SeriesPlan.__dataclass_fields__}
    return SeriesPlan(**values | {"points": tuple(series.points)})


@transaction.atomic
def create(organizer: User, plan: SeriesPlan) -> Series:
    """Sets up a series whose organizer is its creator; everybody can see it from now on.

    Raises Refused: `faulty_plan` with a sentence per field in `facts["fields"]`, `too_many_series`.
    """
    plan = _tidied(plan)
    _refuse({**dict(problems(plan)), **_unseen(plan.name)})
    if organizer.series_roles.count() >= MOST_OF_A_PERSON:
        sentence = _("You already organize %(most)s series; delete or leave one first.") % {"most": MOST_OF_A_PERSON}
        raise Refused(sentence, code="too_many_series")
    series = _save_under_free_slug(Series(**asdict(plan)))
    series.organizers.create(user=organizer)
    return series


@transaction.atomic
def edit_series(series: Series, plan: SeriesPlan) -> Series:
    """Changes what is written about a series. Another scale of points counts for all of its tournaments at once.

    Raises Refused (`faulty_plan`) with a sentence per field in `facts["fields"]`.
    """
    series, plan = _locked(series), _tidied(plan)
    _refuse({**dict(problems(plan)), **(_unseen(plan.name) if plan.name != series.name else {})})
    for field, value in asdict(plan).items():
        setattr(series, field, value)
    series.save(update_fields=list(asdict(plan)))
    return _touched(series)


@transaction.atomic
def delete_series(series: Series) -> None:
    """Deletes a series without tournaments. Raises Refused (`has_tournaments`) while some belong to it."""
    series = _locked(series)
    if series.legs.exists():
        sentence = _("Remove its tournaments first, so that nothing is lost with the series.")
        raise Refused(sentence, code="has_tournaments")
    series.delete()


@transaction.atomic
def attach(series: Series, tournament: Tournament) -> Leg:
    """Puts a tournament into a series, whatever its state. Twice is once.

    Raises Refused: `too_many_tournaments`, `too_many_series`.
    """
    tournament, series = lock_tournament(tournament), _locked(series)
    leg = series.legs.filter(tournament=tournament).first()
    if leg is not None:
        return leg
    if series.legs.count() >= MOST_TOURNAMENTS:
        sentence = _("This series has %(most)s tournaments, the maximum; start another series.")
        raise Refused(sentence % {"most": MOST_TOURNAMENTS}, code="too_many_tournaments")
    if tournament.legs.count() >= MOST_SERIES:
        sentence = _("This tournament is in %(most)s series, the maximum; remove it from one first.")
        raise Refused(sentence % {"most": MOST_SERIES}, code="too_many_series")
    leg = series.legs.create(tournament=tournament)
    _touched(series)
    bump_version(tournament)
    return leg


@transaction.atomic
def take_out(leg: Leg) -> None:
    """Takes a tournament out of a series; what was played there stays as it is. Twice is once."""
    tournament, series = lock_tournament(leg.tournament), _locked(leg.series)
    series.legs.filter(tournament=tournament).delete()
    _touched(series)
    bump_version(tournament)


@transaction.atomic
def add_organizer(series: Series, *, handle: str) -> SeriesOrganizer:
    """Lets somebody with an account organize the series too. Twice is once.

    Raises Refused: `unknown_person`, `too_many_organizers`.
    """
    series = _locked(series)
    person = User.objects.filter(handle__iexact=handle.strip(), is_active=True, guest=False).first()
    if person is None:
        sentence = _("No account has the handle “%(handle)s”; check the spelling.")
        raise Refused(sentence % {"handle": handle.strip()}, code="unknown_person")
    role = series.organizers.filter(user=person).first()
    if role is not None:
        return role
    if series.organizers.count() >= MOST_ORGANIZERS:
        sentence = _("This series already has %(most)s organizers; remove one first.") % {"most": MOST_ORGANIZERS}
        raise Refused(sentence, code="too_many_organizers")
    return series.organizers.create(user=person)


@transaction.atomic
def remove_organizer(role: SeriesOrganizer) -> None:
    """Takes the series from one of its organizers. Raises Refused (`last_organizer`) for the last of them."""
    series = _locked(role.series)
    if not series.organizers.exclude(pk=role.pk).exists():
        sentence = _("A series needs an organizer; add another one first, or delete the series.")
        raise Refused(sentence, code="last_organizer")
    series.organizers.filter(pk=role.pk).delete()


def _unseen(name: str) -> dict[str, str]:
    return {"name": fault} if (fault := single_line_text.fault(name)) else {}


def problems(plan: SeriesPlan) -> Iterator[tuple[str, str]]:
    """Everything that is wrong with a plan: the field and a sentence that says what to do."""
    if not plan.name:
        yield "name", _("Give the series a name.")
    if plan.starts_on and plan.ends_on and plan.ends_on < plan.starts_on:
        yield "ends_on", _("A series ends on the day it starts or later.")
    if not 1 <= len(plan.points) <= MOST_PLACES:
        yield (
            "points",
            _("Give points for at least the first place and at most %(most)s places.") % {"most": MOST_PLACES},
        )
    elif not all(0 <= points <= MOST_POINTS for points in plan.points):
        yield "points", _("Points of a place are between 0 and %(most)s.") % {"most": MOST_POINTS}
    elif list(plan.points) != sorted(plan.points, reverse=True):
        yield "points", _("A place cannot give more points than the one before it; put the larger number first.")
    if not 0 <= plan.taking_part <= MOST_POINTS:
        yield "taking_part", _("Choose between 0 and %(most)s points.") % {"most": MOST_POINTS}
    if not 0 <= plan.full_at <= MOST_PLAYERS:
        yield "full_at", _("Choose between 0 and %(most)s players.") % {"most": MOST_PLAYERS}
    if plan.best is not None and not 1 <= plan.best <= MOST_TOURNAMENTS:
        yield "best", _("Choose between 1 and %(most)s results, or leave it empty.") % {"most": MOST_TOURNAMENTS}


def _tidied(plan: SeriesPlan) -> SeriesPlan:
    description = plan.description.replace("\r\n", "\n")
    return replace(plan, name=" ".join(plan.name.split()), description=description, points=tuple(plan.points))


def _refuse(faults: dict[str, str]) -> None:
    if faults:
        sentence = _("The series needs fixing: %(faults)s") % {"faults": " ".join(faults.values())}
        raise Refused(sentence, code="faulty_plan", fields=faults)


def _locked(series: Series) -> Series:
    """As it is now, held until the transaction ends; after the tournament, where both are held."""
    return Series.objects.select_for_update(no_key=True).get(pk=series.pk)


def _touched(series: Series) -> Series:
    Series.objects.filter(pk=series.pk).update(version=F("version") + 1)
    series.refresh_from_db(fields=["version"])
    return series


def _save_under_free_slug(series: Series) -> Series:
    """The slug is the name; where that is taken or means something else, letters nobody guesses follow it."""
    base = slugify(series.name)[:48].strip("-") or "series"
    series.slug = base if base not in RESERVED_SLUGS else f"{base}-{secrets.token_hex(4)}"
    try:
        with transaction.atomic():
            series.save(force_insert=True)
    except IntegrityError:
        series.slug = f"{base}-{secrets.token_hex(4)}"
        series.save(force_insert=True)
    return series
