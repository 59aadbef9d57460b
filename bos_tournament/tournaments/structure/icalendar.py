"""Tournaments as a calendar that programs subscribe to, in the form of RFC 5545. Lines end with CR LF."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext as _

from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.structure.visibility import private

LONGEST_LINE = 75  # octets, RFC 5545 3.1
USUAL_LENGTH = timedelta(hours=5)  # until a tournament is over nobody knows its end
LONGEST = timedelta(days=1)  # one that was finished later was only left open
LATELY = timedelta(days=90)
MOST = 300


def upcoming(now: datetime) -> list[Tournament]:
    """What is still to come and, as far as there is room, what began lately, in the order of their starts."""
    public = Tournament.objects.exclude(private())
    coming = list(public.filter(starts_at__gt=now).order_by("starts_at", "pk")[:MOST])
    begun = public.filter(starts_at__lte=now, starts_at__gt=now - LATELY).order_by("-starts_at", "-pk")
    return [*reversed(list(begun[: MOST - len(coming)])), *coming]


def calendar(name: str, tournaments: Iterable[Tournament], *, site: str) -> str:
    """The calendar of these tournaments; `site` begins their addresses."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//BOS Tournament//EN", f"X-WR-CALNAME:{_text(name)}"]
    for tournament in tournaments:
        lines += _event(tournament, site)
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in _folded(line))


def _event(tournament: Tournament, site: str) -> Iterator[str]:
    planned = tournament.starts_at + USUAL_LENGTH
    ends = (
        tournament.finished_at
        if tournament.finished_at and tournament.finished_at - tournament.starts_at <= LONGEST
        else planned
    )
    yield "BEGIN:VEVENT"
    yield f"UID:{tournament.pk}@bos-tournament"
    yield f"SEQUENCE:{tournament.version}"
    yield f"DTSTAMP:{_moment(tournament.made_at)}"
    yield f"DTSTART:{_moment(tournament.starts_at)}"
    yield f"DTEND:{_moment(max(ends, tournament.starts_at))}"
    yield f"SUMMARY:{_text(tournament.name)}"
    if where := tournament.place or (_("online") if tournament.online else ""):
        yield f"LOCATION:{_text(where)}"
    about = _("%(format)s, %(number)s places") % {
        "format": tournament.get_format_display(),
        "number": tournament.capacity,
    }
    yield f"DESCRIPTION:{_text(about)}"
    yield f"URL:{site}{tournament.get_absolute_url()}"
    yield f"STATUS:{'CANCELLED' if tournament.state == Tournament.State.CANCELLED else 'CONFIRMED'}"
    yield "END:VEVENT"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def _folded(line: str) -> Iterator[str]:
    """Pieces short enough, never cutting a letter in two; those after the first begin with a space."""
    piece = ""
    for letter in line:
        if len(f"{piece}{letter}".encode()) > LONGEST_LINE:
            yield piece
            piece = " "
        piece += letter
    yield piece
