"""Forms on the staff page."""

from django import forms
from django.utils.translation import gettext_lazy as _


class AnnouncementForm(forms.Form):
    text = forms.CharField(
        label=_("Announcement"),
        required=False,
        max_length=400,
        help_text=_("One sentence on every page of the tournament. Leave it empty to remove it."),
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"max_length": _("An announcement can have at most 400 characters; shorten it.")},
    )
