"""Analyses: a record as a tree of lines, each with what was remarked and found there."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from bos_tournament.operations.encrypted_text import SealedTextField

LONGEST_NAME, LONGEST_COMMENT = 80, 300


class AnalysisTree(models.Model):
    """An analysis: a record with branches and remarks. Nobody but you sees it, unless you share it by its link."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="analyses")
    name = models.CharField(max_length=LONGEST_NAME)
    headers = SealedTextField(help_text="the record's headers")
    deck_one = SealedTextField(help_text="the list of seat 1")
    deck_two = SealedTextField(help_text="the list of seat 2")
    pool = models.ForeignKey("cards.PinnedPool", models.PROTECT, related_name="+")
    edition = models.CharField(max_length=30, default="bos-1", help_text="pinned")
    opening = models.JSONField(
        null=True, blank=True, help_text="who went first, from 0, and the ether of each seat, where the site knows"
    )
    private_lists = models.BooleanField(default=False, help_text="Not everybody may see the deck lists: never shared.")
    shared = models.BooleanField(default=False, help_text="Whoever has the link can read it.")
    made_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name, verbose_name_plural = "analysis", "analyses"
        ordering = ["-changed_at"]
        constraints = [
            models.CheckConstraint(condition=~Q(private_lists=True, shared=True), name="private_lists_are_not_shared")
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("analysis:tree", args=[self.pk])


class AnalysisLine(models.Model):
    """A line of an analysis. The first child of each line belongs to its main line, the others begin branches; the one
    without a parent is the table before the first line."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tree = models.ForeignKey(AnalysisTree, models.CASCADE, related_name="lines")
    parent = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="children")
    order = models.PositiveIntegerField(default=0, help_text="among the children of its parent")
    written = models.CharField(max_length=300, blank=True, help_text="as the notation has it")
    comment = models.CharField(max_length=LONGEST_COMMENT, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    worth = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="of 100 for seat 1 at a first look; empty where the table is not known"
    )
    searched = models.JSONField(null=True, blank=True, help_text="the best lines that a bot found here")
    asked_at = models.DateTimeField(null=True, blank=True, help_text="when a bot was asked that did not answer yet")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["order", "made_at"]
        constraints = [
            models.UniqueConstraint(fields=["tree"], condition=Q(parent=None), name="one_beginning_of_an_analysis"),
            models.UniqueConstraint(fields=["parent", "written"], name="a_line_follows_once"),
        ]

    def __str__(self) -> str:
        return self.written or "beginning"
