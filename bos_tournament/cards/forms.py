"""Forms about cards: what the catalogue and the rulebook are asked for."""

from typing import Any

from django import forms

from bos_tournament.cards.models import Card
from engine.bos.cards import MAX_NAME, MAX_NUMBER

ANY = [("", "any")]


class SearchForm(forms.Form):
    """What to look for in the catalogue; everything is optional."""

    name = forms.CharField(max_length=MAX_NAME, required=False, widget=forms.SearchInput)
    text = forms.CharField(label="Words on the card", max_length=200, required=False, widget=forms.SearchInput)
    color = forms.ChoiceField(label="Colour", choices=ANY + Card.Color.choices, required=False)
    type = forms.ChoiceField(label="Type", choices=ANY + Card.Type.choices, required=False)
    strength_from = forms.IntegerField(label="Strength from", min_value=0, max_value=MAX_NUMBER, required=False)
    strength_to = forms.IntegerField(label="Strength to", min_value=0, max_value=MAX_NUMBER, required=False)
    cost_from = forms.IntegerField(label="Cost from", min_value=0, max_value=MAX_NUMBER, required=False)
    cost_to = forms.IntegerField(label="Cost to", min_value=0, max_value=MAX_NUMBER, required=False)

    def clean(self) -> dict[str, Any]:
        asked = super().clean() or self.cleaned_data
        for what in ("strength", "cost"):
            least, most = asked.get(f"{what}_from"), asked.get(f"{what}_to")
            if least is not None and most is not None and least > most:
                self.add_error(f"{what}_to", f"No {what} is at least {least} and at most {most}; exchange the two.")
        return asked

    def asked(self) -> dict[str, Any]:
        """The arguments of `searching.find`."""
        given = self.cleaned_data
        plain = {field: given[field] for field in ("name", "text", "color", "type")}
        return plain | {what: (given[f"{what}_from"], given[f"{what}_to"]) for what in ("strength", "cost")}


class RulesForm(forms.Form):
    """What to look for in the rulebook."""

    q = forms.CharField(label="Number, word or ruling", max_length=100, required=False, widget=forms.SearchInput)
