"""The schedule of a tournament: when rounds and breaks are expected, in minutes from the start on the hall's clock.

Kept from the start on, it moves with it and is the same in every duplicate.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from bos_tournament.tournaments.models import Tournament

Slots = tuple[tuple[int, str], ...]

MOST_SLOTS, MOST_WORDS, MOST_LETTERS = 60, 80, 6_000
EARLIEST, LATEST = -2 * 24 * 60, 14 * 24 * 60  # minutes from the start
LINE = re.compile(r"^(?:(\d{4})-(\d\d?)-(\d\d?)[ ,]+)?(\d{1,2})[:.](\d\d)\s*[-–:,]?\s+(.+)$")


@dataclass(frozen=True)
class Slot:
    """Something that is to happen at a moment; `state` is past, next or later."""

    at: datetime
    """In the time zone of the tournament."""
    what: str
    """In the organizer's words."""
    state: str


def slots(tournament: Tournament, now: datetime) -> list[Slot]:
    """The schedule in order, with what comes next."""
    times = [(_moment(tournament, minutes), event) for minutes, event in tournament.schedule]
    coming = next((number for number, (at, _) in enumerate(times) if at > now), len(times))
    states = ["past"] * coming + ["next"] + ["later"] * len(times)
    over = tournament.is_over
    return [Slot(at, event, "past" if over else state) for (at, event), state in zip(times, states, strict=False)]


def passed(tournament: Tournament, now: datetime) -> int:
    """How many of them are past; a page that shows them is another one when this grows."""
    return sum(_moment(tournament, minutes) <= now for minutes, event in tournament.schedule)


def parse_schedule(text: str, *, starts_at: datetime, zone: ZoneInfo) -> tuple[Slots, list[str]]:
    """The lines of an organizer, and a sentence for each that says no time."""
    rows, faults = [], []
    start = _on_the_wall(starts_at, zone)
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        slot = _slot(line.strip(), start)
        if slot is None:
            sentence = _(
                "Line %(number)s, “%(line)s”: start with a time, then say what happens, such as 10:00 Round 1."
            )
            faults.append(sentence % {"number": number, "line": line.strip()[:40]})
        else:
            rows.append(slot)
    return normalize_slots(rows), faults


def format_schedule(tournament: Tournament) -> str:
    """The schedule as lines, to be read again; a day is named where it is not that of the start."""
    start = _on_the_wall(tournament.starts_at, tournament.zone)
    return "\n".join(f"{_clock(start, minutes)} {event}" for minutes, event in tournament.schedule)


def normalize_slots(rows: Iterable[Sequence]) -> Slots:
    """In order, with single spaces, and without a dash or colon between time and words."""
    return tuple(sorted((minutes, " ".join(event.split()).lstrip("-–:, ")) for minutes, event in rows))


def problems(rows: Slots) -> Iterator[str]:
    """Everything that is wrong with a schedule."""
    if len(rows) > MOST_SLOTS:
        yield _("A schedule can have at most %(most)s lines.") % {"most": MOST_SLOTS}
    if any(not event for minutes, event in rows):
        yield _("Say what happens after each time of the schedule.")
    if any(len(event) > MOST_WORDS for minutes, event in rows):
        yield _("Use at most %(most)s characters per line of the schedule.") % {"most": MOST_WORDS}
    if any(not EARLIEST <= minutes <= LATEST for minutes, event in rows):
        yield _("The schedule reaches from two days before the start to two weeks after it.")


def _slot(line: str, start: datetime) -> tuple[int, str] | None:
    match = LINE.match(line)
    if match is None:
        return None
    year, month, day, hour, minute, event = match.groups()
    try:
        on = date(int(year), int(month), int(day)) if year else start.date()
        at = datetime(on.year, on.month, on.day, int(hour), int(minute))
    except ValueError:  # no such day, or no such time
        return None
    return _minutes(at - start), event


def _clock(start: datetime, minutes: int) -> str:
    at = start + timedelta(minutes=minutes)
    return f"{at:%H:%M}" if at.date() == start.date() else f"{at:%Y-%m-%d %H:%M}"


def _moment(tournament: Tournament, minutes: int) -> datetime:
    start = _on_the_wall(tournament.starts_at, tournament.zone)
    return (start + timedelta(minutes=minutes)).replace(tzinfo=tournament.zone)


def _on_the_wall(moment: datetime, zone: ZoneInfo) -> datetime:
    """The full minute that the clock of the hall shows."""
    return moment.astimezone(zone).replace(tzinfo=None, second=0, microsecond=0)


def _minutes(later: timedelta) -> int:
    return int(later.total_seconds() // 60)
