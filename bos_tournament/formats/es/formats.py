"""Dates and times in Spanish, as pages show them; times are those of a day of 24 hours everywhere."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j b Y"
DATETIME_FORMAT = "j b Y, H:i"
SHORT_DATETIME_FORMAT = "j b Y, H:i"
TIME_FORMAT = "H:i"
