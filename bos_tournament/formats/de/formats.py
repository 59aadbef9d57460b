"""Dates and times in German, as pages show them; times are those of a day of 24 hours everywhere."""

DATE_FORMAT = SHORT_DATE_FORMAT = "d.m.Y"
DATETIME_FORMAT = "d.m.Y, H:i"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
TIME_FORMAT = "H:i"
