"""Who runs a tournament, and who is invited to."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.audit.tracking import tracked
from bos_tournament.tournaments.models.tournament import Tournament


@tracked()
class Staff(models.Model):
    """A role of somebody at a tournament; one person may hold several."""

    class Role(models.TextChoices):
        ORGANIZER = "organizer", _("organizer")
        HEAD_JUDGE = "head_judge", _("head judge")
        JUDGE = "judge", _("judge")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="staff_roles")
    role = models.CharField(max_length=12, choices=Role)

    class Meta:
        verbose_name_plural = _("staff")
        constraints = [models.UniqueConstraint(fields=["tournament", "user", "role"], name="a_role_once")]

    def __str__(self) -> str:
        return f"{self.user}, {self.role}"


@tracked(exclude=["token_digest"])
class StaffInvitation(models.Model):
    """A link that makes its opener staff, once, within a day."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, choices=Staff.Role)
    token_digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return gettext("invitation to %(tournament)s") % {"tournament": self.tournament}
