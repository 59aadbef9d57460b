"""How often something may happen: counted in the database, in one statement, exactly for all processes at once."""

from dataclasses import dataclass

from django.db import connection
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone

from bos_tournament.accounts.models_rate_limits import RateLimit

SPANS = {"s": 1, "m": 60, "h": 3600, "d": 86400}

# The moment is taken once, as that of the row which would be new: a clock that is asked twice says two things.
IN_WINDOW = """
INSERT INTO accounts_ratelimit AS held (what, used, since, until)
SELECT %(what)s, 1, now, now + %(span)s * interval '1 second' FROM clock_timestamp() AS now WHERE %(most)s >= 1
ON CONFLICT (what) DO UPDATE SET
    used = CASE WHEN held.until <= EXCLUDED.since THEN 1 ELSE held.used + 1 END,
    since = CASE WHEN held.until <= EXCLUDED.since THEN EXCLUDED.since ELSE held.since END,
    until = CASE WHEN held.until <= EXCLUDED.since THEN EXCLUDED.until ELSE held.until END
WHERE held.until <= EXCLUDED.since OR held.used < %(most)s
RETURNING used
"""
LEFT = "GREATEST(0, held.used - %(rate)s * GREATEST(0, EXTRACT(epoch FROM EXCLUDED.since - held.since)))"
FROM_BUCKET = f"""
INSERT INTO accounts_ratelimit AS held (what, used, since, until)
SELECT %(what)s, 1, now, now + (1 / %(rate)s) * interval '1 second' FROM clock_timestamp() AS now
ON CONFLICT (what) DO UPDATE SET
    used = {LEFT} + 1,
    since = GREATEST(held.since, EXCLUDED.since),
    until = EXCLUDED.since + (({LEFT} + 1) / %(rate)s) * interval '1 second'
WHERE {LEFT} + 1 <= %(most)s
RETURNING used
"""  # noqa: S608, nothing of this comes from outside


@dataclass(frozen=True)
class Rate:
    """So many within so many seconds."""

    most: int
    """How many may happen."""
    seconds: float
    """The length of the window, in seconds."""


def rate(text: str) -> Rate:
    """“600/min”, “5/h”: a number and the first letter of second, minute, hour or day. Raises ValueError."""
    most, _slash, span = text.partition("/")
    if span[:1] not in SPANS:
        raise ValueError(f"{text!r} is no rate; write it like 600/min.")
    return Rate(int(most), SPANS[span[0]])


def count_one(what: str, rate: Rate) -> bool:
    """Counts one more, unless that many were counted since the first of them, and says whether it was."""
    return _counted(IN_WINDOW, what=what, most=rate.most, span=rate.seconds)


def take_from_bucket(what: str, rate: Rate) -> bool:
    """The same with a bucket: `most` at once, and from then on as many as run in, `most` within `seconds`."""
    return _counted(FROM_BUCKET, what=what, most=rate.most, rate=rate.most / rate.seconds)


def give_back(what: str) -> None:
    """One that was counted is not to count."""
    RateLimit.objects.filter(what=what).update(used=Greatest(F("used") - 1.0, 0.0))


def reset(what: str) -> None:
    """Nothing of it counts any more."""
    RateLimit.objects.filter(what=what).delete()


def seconds_left(what: str) -> float:
    """How long until nothing of it is used any more."""
    until = RateLimit.objects.filter(what=what).values_list("until", flat=True).first()
    return max((until - timezone.now()).total_seconds(), 0.0) if until else 0.0


def delete_expired_counts() -> None:
    """Drops what counts no more."""
    RateLimit.objects.filter(until__lt=timezone.now()).delete()


def _counted(statement: str, **parameters: str | float) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.fetchone() is not None
