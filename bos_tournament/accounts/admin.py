"""The admin's view of people: no hashes, no secrets of second factors."""

from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts import handles
from bos_tournament.accounts.forms import refusals_as_errors
from bos_tournament.accounts.models import Merger, PersonalLink, User
from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.accounts.sign_in import personal_links, second_factor

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class Factors(TypedDict):
    carries: bool


class PersonForm(forms.ModelForm):
    """A handle that is changed here is checked like anywhere."""

    def clean_handle(self) -> str:
        handle = self.cleaned_data["handle"]
        if handle == self.instance.handle:
            return handle
        handle = refusals_as_errors(handles.free_handle, handle, but=self.instance.pk, of_staff=True)
        self.instance.set_handle(handle)
        return handle


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    """People, with and without an account. Accounts are made by sign-up, guests by a tournament's desk."""

    list_display = ("handle", "real_name", "email", "guest", "has_second_factor", "is_staff", "is_active")
    list_filter = ("guest", "is_staff", "is_active")
    search_fields = ("handle", "real_name", "email")
    ordering = ("handle",)
    list_per_page = 50
    fields = (
        "handle",
        "real_name",
        "email",
        "guest",
        "is_active",
        "is_staff",
        "is_superuser",
        "date_joined",
        "last_login",
    )
    readonly_fields = ("email", "guest", "date_joined", "last_login")
    form = PersonForm
    actions: tuple[str, ...] = ("remove_second_factors", "end_links")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[WithAnnotations[User, Factors]]":
        apps = Authenticator.objects.filter(user=OuterRef("pk"), type=Authenticator.Type.TOTP)
        return super().get_queryset(request).annotate(carries=Exists(apps))

    @admin.display(boolean=True, description="second factor", ordering="carries")
    def has_second_factor(self, user: "WithAnnotations[User, Factors]") -> bool:
        return user.carries

    @admin.display(description="date_joined")
    def joined(self, user: User) -> datetime:
        return user.date_joined

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody is deleted: results need somebody. Erasing is an action."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Only a superuser gives or takes rights."""
        if request.user.is_superuser and obj and Merger.objects.filter(gone=obj).exists():
            return (*self.readonly_fields, "is_active", "is_staff", "is_superuser")
        if request.user.is_superuser:
            return self.readonly_fields
        return (*self.readonly_fields, "is_staff", "is_superuser", "is_active")

    @admin.action(description=_("Remove second factors (their owners lost them)"), permissions=["change"])
    def remove_second_factors(self, request: HttpRequest, people: QuerySet[User]) -> None:
        for user in people:
            refuse_over_rank(request, user)
            second_factor.remove_all(user)
            self.log_change(request, user, "Removed second factors.")
        self.message_user(
            request, gettext("Second factors removed. Their owners sign in with their password and set up new ones.")
        )

    @admin.action(description=_("End personal links and the sessions they opened"), permissions=["change"])
    def end_links(self, request: AuthenticatedHttpRequest, people: QuerySet[User]) -> None:
        for user in people.filter(guest=True):
            personal_links.revoke_links(user, by=request.user)
            self.log_change(request, user, "Ended personal links.")
        self.message_user(request, gettext("Personal links ended. The desk can create new ones."))


def refuse_over_rank(request: HttpRequest, user: User) -> None:
    """Only a superuser touches a superuser."""
    if user.is_superuser and not request.user.is_superuser:
        raise PermissionDenied


@admin.register(PersonalLink)
class PersonalLinkAdmin(admin.ModelAdmin):
    """When links were made, opened and ended; nobody can read one here."""

    list_display = ("user", "made_by", "made_at", "opened_at", "revoked_at", "revoked_by")
    search_fields = ("user__handle",)
    list_select_related = ("user", "made_by", "revoked_by")
    fields = readonly_fields = list_display
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: PersonalLink | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: PersonalLink | None = None) -> bool:
        return False
