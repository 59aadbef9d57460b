"""The door to the admin: staff with a second factor, signed in where everybody signs in."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig
from django.core.exceptions import PermissionDenied
from django.db.models.base import ModelBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from bos_tournament.errors import SecondFactorNeeded

# Rows of other people's apps that show secrets or could contradict the user; admins get actions on people instead.
KEPT_OUT = ("account.emailaddress", "account.emailconfirmation", "auth.group", "mfa.authenticator")


class AdminConfig(DjangoAdminConfig):
    """Put into INSTALLED_APPS instead of django.contrib.admin."""

    default_site = "bos_tournament.accounts.admin_site.AdminSite"


class AdminSite(admin.AdminSite):
    """Django's admin behind this site's sign-in, so that its limits and second factor hold here too."""

    site_header = "BOS Tournament, admin"
    site_title = "BOS Tournament"
    index_title = _("What this site stores")

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        models: list[Any] = [model_or_iterable] if isinstance(model_or_iterable, ModelBase) else [*model_or_iterable]
        offered = [model for model in models if model._meta.label_lower not in KEPT_OUT]
        super().register(offered, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        if not super().has_permission(request):
            return False
        if not getattr(request.user, "second_factor", False):
            raise SecondFactorNeeded
        if request.method == "POST" and not getattr(request.user, "second_factor_lately", False):
            raise SecondFactorNeeded
        return True

    def login(self, request: HttpRequest, extra_context: dict | None = None) -> HttpResponse:
        if request.user.is_authenticated:
            raise PermissionDenied
        back = request.GET.get("next", reverse("admin:index"))
        return redirect(f"{reverse('account_login')}?{urlencode({'next': back})}")

    def password_change(self, request: HttpRequest, extra_context: dict | None = None) -> Any:
        return redirect("account_change_password")
