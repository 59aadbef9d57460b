"""The form of somebody who wants to be erased."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class EraseForm(forms.Form):
    """Erasing wants the handle typed, since nothing brings an account back."""

    handle = forms.CharField(max_length=30, label=_("Your handle"), help_text=_("Type it to confirm."))

    def __init__(self, *args: Any, expected: str, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.expected = expected

    def clean_handle(self) -> str:
        if self.cleaned_data["handle"].casefold() != self.expected.casefold():
            raise forms.ValidationError(
                gettext("Type %(expected)s to confirm.") % {"expected": self.expected}, code="not_confirmed"
            )
        return self.cleaned_data["handle"]
