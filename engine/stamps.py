"""Clock stamps behind a line: what the player whose turn it is has left, or the moment when the line was written.

- `14:32` or `1:14:32`: remaining time, in minutes and seconds or in hours, minutes and seconds;
- `T12:03:05`: a moment, always with a `T` before it, so that neither can be taken for the other. A date may stand
  before the `T` and a zone behind (`2031-05-03T12:03:05+02:00`, `…Z`); fractions of a second are passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

PATTERN = (
    r"[0-9]{1,3}:[0-5][0-9](?::[0-5][0-9])?"
    r"|(?:[0-9]{4}-[01][0-9]-[0-3][0-9])?[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
    r"(?:\.[0-9]{1,9})?(?:[Zz]|[+-][01][0-9]:[0-5][0-9])?"
)
"""What may stand behind the `@` of a line."""

MINUTE, HOUR, DAY = 60, 3_600, 86_400
_REMAINING = re.compile(r"([0-9]{1,3}):([0-5][0-9])(?::([0-5][0-9]))?")
_MOMENT = re.compile(
    r"(?:([0-9]{4})-([01][0-9])-([0-3][0-9]))?T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])"
    r"(?:\.[0-9]{1,9})?(?:(Z)|([+-])([01][0-9]):([0-5][0-9]))?"
)
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Remaining(NamedTuple):
    """The `seconds` that the player whose turn it is has left."""

    seconds: int


class Moment(NamedTuple):
    """A time of day in seconds (`second`), in its own zone. `day` counts days of the calendar, `zone` is seconds ahead
    of UTC; both are None where they were not written."""

    second: int
    day: int | None = None
    zone: int | None = None


def read_stamp(text: str) -> Remaining | Moment | None:
    """What a stamp says; None for what is no stamp, and for a day that no calendar has."""
    match = _REMAINING.fullmatch(text)
    if match:
        first, second, third = match.groups()
        small = int(first) * MINUTE + int(second)
        return Remaining(small if third is None else small * MINUTE + int(third))
    match = _MOMENT.fullmatch(text.upper())
    return _moment(match) if match else None


def face(seconds: int) -> str:
    """Seconds as a clock shows them: `14:44`."""
    return f"{seconds // MINUTE}:{seconds % MINUTE:02}"


@dataclass(slots=True)
class Watch:
    """Moments on one line of seconds, read in the order they stand: the last is `now`, and `since` is where the
    calendar begins on it. Those without a zone are in `zone`; one without a date is less than twelve hours away from
    the one before it, so that play may go on past midnight."""

    zone: int = 0
    now: int | None = None
    since: int | None = None

    def look(self, moment: Moment) -> int:
        """Seconds on that line; only differences between two looks mean anything."""
        second = moment.second - (self.zone if moment.zone is None else moment.zone)
        dated = None if moment.day is None else moment.day * DAY + second
        if self.now is None:
            self.now = second
        elif dated is not None and self.since is not None:
            self.now = dated + self.since
        else:
            self.now += (second - self.now + DAY // 2) % DAY - DAY // 2
        if dated is not None and self.since is None:
            self.since = self.now - dated
        return self.now


def _moment(match: re.Match[str]) -> Moment | None:
    year, month, day, hour, minute, second, utc, sign, ahead, more = match.groups()
    at = int(hour) * HOUR + int(minute) * MINUTE + int(second)
    zone = 0 if utc else None
    if sign:
        zone = (int(ahead) * HOUR + int(more) * MINUTE) * (-1 if sign == "-" else 1)
    if year is None:
        return Moment(at, None, zone)
    number = _day(int(year), int(month), int(day))
    return None if number is None else Moment(at, number, zone)


def _day(year: int, month: int, day: int) -> int | None:
    """Days since the beginning of the calendar; years are counted from March, so that a leap day comes last."""
    if not 1 <= month <= 12 or not 1 <= day <= _LENGTHS[month - 1]:
        return None
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if month == 2 and day == 29 and not leap:
        return None
    years, months = (year, month - 3) if month > 2 else (year - 1, month + 9)
    return 365 * years + years // 4 - years // 100 + years // 400 + (153 * months + 2) // 5 + day
