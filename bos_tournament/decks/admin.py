"""The admin of handed-in lists: that they exist, never what is in them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from bos_tournament.decks.models import DeckVersion


@admin.register(DeckVersion)
class DeckVersionAdmin(admin.ModelAdmin):
    """Whose list, which version, when, amended by whom and why. Name, colour, boss and cards stay private."""

    list_display = ("owner", "number", "made_at", "amended_by", "reason")
    fields = readonly_fields = ("id", *list_display)
    list_select_related = ("owner", "amended_by")
    search_fields = ("owner__handle",)
    ordering = ("-made_at",)
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[DeckVersion]:
        """Not even asked of the database, so that no page can show it by accident."""
        return super().get_queryset(request).defer("text", "name", "color", "boss")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: DeckVersion | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: DeckVersion | None = None) -> bool:
        return False
