"""Matches in the admin: to read. Results change by the desk's deeds alone, and bids are not here at all."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from bos_tournament.matches.models import BidAttempt, Correction, Game, Match, Seat


def _never(self: object, request: HttpRequest, obj: object = None) -> bool:
    """Nothing here is added, changed or deleted."""
    return False


class SeatInline(admin.TabularInline):
    model = Seat
    fields = ["number", "user", "games_won"]
    has_add_permission = has_change_permission = has_delete_permission = _never


class GameInline(admin.TabularInline):
    model = Game
    fk_name = "match"
    fields = ["number", "chooser", "first", "ether", "outcome", "winner", "reason", "ended_at"]
    has_add_permission = has_change_permission = has_delete_permission = _never


class AttemptInline(admin.TabularInline):
    """Attempts at bids, as everybody may see them: waiting, opened, tied, named or void."""

    model = BidAttempt
    fields = ["number", "game", "bids", "void_reason", "voided_by", "entered_by", "opened_at"]
    readonly_fields = ["bids"]
    has_add_permission = has_change_permission = has_delete_permission = _never

    @admin.display(description="bids")
    def bids(self, attempt: BidAttempt) -> str:
        return "opened" if attempt.shown_state == "revealed" else attempt.shown_state


class CorrectionInline(admin.TabularInline):
    model = Correction
    fields = ["made_at", "by", "reason", "before", "after"]
    has_add_permission = has_change_permission = has_delete_permission = _never


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):
    list_display = ["id", "people", "step", "reason", "made_at", "finished_at"]
    list_filter = ["step", "reason", "bids_on_paper"]
    search_fields = ["id", "seats__user__handle"]
    date_hierarchy = "made_at"
    inlines = [SeatInline, GameInline, AttemptInline, CorrectionInline]
    exclude = ["version"]
    has_add_permission = has_change_permission = has_delete_permission = _never

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).prefetch_related("seats__user")

    @admin.display(description="people")
    def people(self, match: Match) -> str:
        return " – ".join(str(seat.user) for seat in match.seats.all())
