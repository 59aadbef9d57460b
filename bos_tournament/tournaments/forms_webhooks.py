"""Forms about webhooks."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from bos_tournament.tournaments.models_webhooks import Webhook
from bos_tournament.tournaments.posting import MOST_URL

# What the list of addresses says of each, in a word.
TOPICS = (
    *(gettext_noop("pairings"), gettext_noop("results"), gettext_noop("standings")),
    *(gettext_noop("tournament"), gettext_noop("players")),
)
USUAL = (Webhook.Topic.PAIRINGS, Webhook.Topic.RESULTS, Webhook.Topic.STANDINGS)


class WebhookForm(forms.Form):
    """An address and what it is told of."""

    url = forms.CharField(
        label=_("Address"),
        max_length=MOST_URL,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "off", "spellcheck": "false"}),
        help_text=_("Of your own program or of a service, like https://example.org/bos."),
    )
    topics = forms.MultipleChoiceField(
        label=_("Tell it of"),
        choices=Webhook.Topic.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=USUAL,
        error_messages={"required": _("Choose at least one thing to be told of.")},
    )
