"""The form that calls a judge."""

from django import forms
from django.utils.translation import gettext_lazy as _


class CallForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)
