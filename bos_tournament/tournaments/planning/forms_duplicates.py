"""Forms for setting up a tournament like an earlier one."""

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class CopyForm(forms.Form):
    """How the new one is called and when it starts, on the clock of its zone."""

    refused_at = {"start_in_the_past": "starts_at"}

    name = forms.CharField(label=_("Name"), max_length=80)
    starts_at = forms.DateTimeField(
        label=_("Start"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("All other times shift with it."),
        error_messages={"invalid": _("Use a date and time like 2027-03-06 10:00.")},
    )

    def __init__(
        self, data: dict | None = None, *, zone: ZoneInfo, initial: dict | None = None, prefix: str = ""
    ) -> None:
        self.zone = zone
        super().__init__(data, initial=initial, prefix=prefix or None)

    @property
    def asks_about_the_past(self) -> bool:
        """Was it refused only until somebody says that a start in the past is meant?"""
        return self.has_error("starts_at", "start_in_the_past")

    def full_clean(self) -> None:
        with timezone.override(self.zone):
            super().full_clean()


class TemplateForm(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = forms.CharField(label=_("Name of the template"), max_length=80, help_text=_("Only you see it."))
        self.fields["template_name"] = name  # by this name a form knows something else
