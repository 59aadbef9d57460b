"""The admin's view of jobs: what waits, what was given up, and starting it again."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job


@admin.register(Job)
class JobAdmin(admin.ModelAdmin):
    """Jobs are written by deeds; here they are read, and retried when they were given up."""

    list_display = ("task", "subject", "state", "attempts", "made_at", "done_at", "error")
    list_filter = ("state", "task")
    search_fields = ("subject__exact", "task")
    ordering = ("-made_at",)
    list_per_page = 50
    fields = ("task", "subject", "state", "attempts", "made_at", "not_before", "done_at", "error")
    readonly_fields = fields
    actions = ("retry",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:
        return False

    @admin.action(description=gettext_lazy("Try again"), permissions=["change"])
    def retry(self, request: HttpRequest, chosen: QuerySet[Job]) -> None:
        given_up = chosen.filter(state=Job.State.FAILED)
        started = sum(jobs.retry(job) for job in given_up)
        self.message_user(
            request,
            _("%(started)s of %(number)s jobs restarted. Only those that gave up can be restarted.")
            % {"started": started, "number": len(chosen)},
        )
