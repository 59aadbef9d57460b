"""The admin of practice games: that they exist, not with which deck."""

from django.contrib import admin
from django.http import HttpRequest

from bos_tournament.play.models import PracticeGame


@admin.register(PracticeGame)
class PracticeGameAdmin(admin.ModelAdmin):
    """Whose game, against which bot, and when."""

    list_display = ("id", "owner", "bot", "made_at", "moved_at", "over_at")
    fields = readonly_fields = list_display
    list_select_related = ("owner",)
    list_filter = ("bot",)
    ordering = ("-moved_at",)
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: PracticeGame | None = None) -> bool:
        return False
