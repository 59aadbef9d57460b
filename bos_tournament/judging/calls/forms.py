"""The forms that call a judge, and that decide what they were called for."""

from django import forms
from django.utils.translation import gettext_lazy as _


class CallForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)


class BoardChangeForm(forms.Form):
    """Whether the board may be changed, and which change the judge has read."""

    allows = forms.BooleanField(required=False)
    asked = forms.IntegerField(min_value=0, required=False)
