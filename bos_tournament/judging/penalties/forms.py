"""Forms for penalties."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.fields import offer
from bos_tournament.judging.models import Penalty
from bos_tournament.judging.penalties.infractions import infractions
from bos_tournament.matches.forms import key_field
from bos_tournament.messages import message_in, typed_or_proposed

MAX_PROPOSED = 4_000  # characters of a message as JSON


class PenaltyForm(forms.Form):
    """What a judge gives, for what, and what happened."""

    infraction = forms.ChoiceField(label=_("Infraction"))
    level = forms.ChoiceField(label=_("Penalty"), widget=forms.RadioSelect)
    rule = forms.CharField(
        label=_("Rule"),
        required=False,
        max_length=12,
        help_text=_("Its number, as in the rules; empty if no rule covers it."),
    )
    note = forms.CharField(
        label=_("What happened?"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown to the player and to staff of this tournament only."),
    )
    proposed = forms.CharField(required=False, max_length=MAX_PROPOSED, widget=forms.HiddenInput)
    key = key_field()

    def __init__(self, *args: Any, head_judge: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.head_judge = head_judge
        levels = [level for level in Penalty.Level if head_judge or level != Penalty.Level.DISQUALIFICATION]
        choices = [(infraction.code, infraction.name) for infraction in infractions().values()]
        offer(self, "infraction", [("", gettext("Choose …")), *choices])
        offer(self, "level", [(level.value, level.label) for level in levels])
        chosen = infractions().get(self["infraction"].value() or "")
        self.fields["rule"].required = chosen is not None and chosen.needs_rule
        self.fields["rule"].error_messages["required"] = gettext(
            "Enter the number of the rule that was broken, as in the rules."
        )
        self.fields["level"].error_messages["invalid_choice"] = gettext(
            "Choose one of these. Only a head judge can disqualify."
        )

    def clean(self) -> dict[str, Any]:
        """What happened is a message where somebody left it as a deck check proposed it."""
        cleaned = super().clean() or self.cleaned_data
        proposed = message_in(cleaned.pop("proposed", ""))
        if proposed and "note" in cleaned:
            cleaned["note"] = typed_or_proposed(cleaned["note"], [proposed])
        return cleaned


class TakeBackForm(forms.Form):
    why = forms.CharField(label=_("Reason"), max_length=300, help_text=_("Shown to the player."))
