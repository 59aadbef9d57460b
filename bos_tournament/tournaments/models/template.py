"""Settings of tournaments that people keep."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Template(models.Model):
    """The settings of a tournament, kept by somebody to set up others like it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="templates")
    name = models.CharField(max_length=80)
    settings = models.JSONField(help_text=_("as in a plan; moments as minutes from the start"))
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="one_template_per_name")]

    def __str__(self) -> str:
        return self.name
