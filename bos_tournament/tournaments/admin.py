"""Tournaments in the admin: texts can be mended here; what players rely on is changed by deeds on the pages."""

from django.contrib import admin
from django.http import HttpRequest

from bos_tournament.tournaments.models import Entrant, Pairing, Round, Staff, StaffInvitation, Stage, Tournament
from bos_tournament.tournaments.models.series import Series
from bos_tournament.tournaments.structure.locking import bump_version


class StaffInline(admin.TabularInline):
    model = Staff
    autocomplete_fields = ("user",)
    extra = 0


@admin.register(Tournament)
class TournamentAdmin(admin.ModelAdmin):
    list_display = ("name", "state", "starts_at", "place", "capacity", "format")
    list_filter = ("state", "format", "online")
    search_fields = ("name", "slug", "place")
    date_hierarchy = "starts_at"
    inlines = (StaffInline,)
    fields = ("name", "slug", "state", "place", "online", "description", "announcement", "starts_at", "edition", "seed")
    readonly_fields = ("slug", "state", "starts_at", "edition", "seed")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Only a draft that nobody has seen goes; the others are cancelled on their page."""
        return obj is not None and obj.is_private and super().has_delete_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Tournament, form: object, change: bool) -> None:
        obj.save(update_fields=("name", "place", "online", "description", "announcement"))
        bump_version(obj)


@admin.register(Series)
class SeriesAdmin(admin.ModelAdmin):
    """What everybody reads can be mended or taken away; points are the organizers'."""

    list_display = ("name", "starts_on", "ends_on")
    search_fields = ("name", "slug")
    fields = ("name", "slug", "description", "points", "best")
    readonly_fields = ("slug", "points", "best")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


class ReadOnly(admin.ModelAdmin):
    """Rows that deeds write: to be looked at, never edited around the rules."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object | None = None) -> bool:
        return False


@admin.register(Entrant)
class EntrantAdmin(ReadOnly):
    list_display = ("user", "tournament", "state", "place", "checked_in_at", "dropped_after")
    list_filter = ("state",)
    list_select_related = ("user", "tournament")
    search_fields = ("user__handle", "tournament__name")
    exclude = ("deck_version",)


@admin.register(StaffInvitation)
class StaffInvitationAdmin(ReadOnly):
    list_display = ("tournament", "role", "made_by", "made_at", "used_by", "revoked_at")
    list_select_related = ("tournament", "made_by", "used_by")
    search_fields = ("tournament__name",)
    exclude = ("token_digest",)


@admin.register(Stage)
class StageAdmin(ReadOnly):
    list_display = ("tournament", "number", "format", "rounds_planned", "finished_at")
    list_select_related = ("tournament",)
    search_fields = ("tournament__name",)


@admin.register(Round)
class RoundAdmin(ReadOnly):
    list_display = ("stage", "number", "state", "published_at", "closed_at")
    list_select_related = ("stage__tournament",)
    search_fields = ("stage__tournament__name",)


@admin.register(Pairing)
class PairingAdmin(ReadOnly):
    list_display = ("round", "table", "match", "unplayed", "by_hand")
    list_select_related = ("round__stage__tournament", "match")
    search_fields = ("round__stage__tournament__name",)
