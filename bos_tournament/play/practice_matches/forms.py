"""What a player sends before a practice game."""

from django import forms
from django.utils.translation import gettext_lazy as _

from bos_tournament.matches.forms import ChooseForm, SwapForm, amount_field
from engine.bos.game import MAX_NAME

__all__ = ["ChooseForm", "PlacesForm", "PracticeBidForm", "SwapForm"]


class PracticeBidForm(forms.Form):
    """How much ether somebody bids, after so many ties."""

    amount = amount_field(_("Your bid in ether"))
    ties = forms.IntegerField(min_value=0, required=False)


class PlacesForm(forms.Form):
    """Which wizard is in which column."""

    a = forms.CharField(max_length=MAX_NAME)
    b = forms.CharField(max_length=MAX_NAME)
    c = forms.CharField(max_length=MAX_NAME)
