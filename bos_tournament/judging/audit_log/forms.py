"""What somebody wants to read of the trail."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bos_tournament.judging.audit_log.entries import PARTS, Asked


class TrailForm(forms.Form):
    """Which lines of the trail somebody wants to read."""

    person = forms.CharField(max_length=30, required=False, label=gettext_lazy("Person"))
    part = forms.ChoiceField(
        choices=[("", gettext_lazy("Everything")), *((key, title) for key, (title, kinds) in PARTS.items())],
        required=False,
        label=gettext_lazy("Type"),
    )

    def __init__(self, *args: Any, rounds: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("All rounds")), *rounds]
        self.fields["round"] = forms.TypedChoiceField(
            label=_("Round"), choices=choices, coerce=int, empty_value=None, required=False
        )

    def asked(self) -> Asked:
        """Everything that was asked well; the rest is shown with its fault and narrows nothing."""
        self.is_valid()
        fields = self.cleaned_data
        words = " ".join(fields.get("person", "").replace("\0", "").split())
        return Asked(part=fields.get("part", ""), round=fields.get("round"), person=words)

    def page(self) -> int:
        """The page of the address, from 1; 1 for what is no page."""
        text = self.data.get("page", "1")
        return int(text) if text.isascii() and text.isdecimal() and 1 <= len(text) <= 4 and int(text) else 1
