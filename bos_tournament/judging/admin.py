"""Disputes in the admin: to read; ruling is done on the site."""

from django.contrib import admin
from django.http import HttpRequest

from bos_tournament.judging.models import Dispute, Ruling


class RulingInline(admin.TabularInline):
    model = Ruling
    fields = readonly_fields = ("made_at", "by", "decision", "winner", "reason")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Dispute | None = None) -> bool:
        return False


@admin.register(Dispute)
class DisputeAdmin(admin.ModelAdmin):
    list_display = ("game", "match", "filed_by", "state", "made_at")
    list_filter = ("state",)
    list_select_related = ("game__match", "filed_by")
    search_fields = ("claim", "filed_by__handle")
    fields = readonly_fields = ("game", "filed_by", "claim", "state", "made_at")
    inlines = (RulingInline,)

    @admin.display(description="match")
    def match(self, dispute: Dispute) -> str:
        return str(dispute.game.match)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Dispute | None = None) -> bool:
        return False
