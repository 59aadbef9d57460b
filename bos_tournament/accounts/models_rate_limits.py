"""Counts of what may happen so often only, and short-lived values that all processes share."""

from django.db import models


class RateLimit(models.Model):
    """How much of a limit is used. Written by `limits` alone, which counts and decides in one statement."""

    what = models.CharField(max_length=100, primary_key=True)
    used = models.FloatField()
    since = models.DateTimeField()
    until = models.DateTimeField(db_index=True, help_text="Then nothing of it is used any more.")

    def __str__(self) -> str:
        return self.what


class KeptValue(models.Model):
    """A value of the cache: JSON, so that whoever can write it cannot make the site run it."""

    key = models.CharField(max_length=250, primary_key=True)
    value = models.JSONField(null=True)
    until = models.DateTimeField(null=True, db_index=True)

    def __str__(self) -> str:
        return self.key
