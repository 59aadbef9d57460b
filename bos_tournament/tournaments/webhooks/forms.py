"""Forms about webhooks."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from bos_tournament.tournaments.models.webhooks import Webhook
from bos_tournament.tournaments.webhooks.outbound_http import MOST_URL

# What the list of addresses says of each, in a word.
TOPICS = (
    *(gettext_noop("pairings"), gettext_noop("results"), gettext_noop("standings")),
    *(gettext_noop("tournament"), gettext_noop("players")),
)
USUAL = (Webhook.Topic.PAIRINGS, Webhook.Topic.RESULTS, Webhook.Topic.STANDINGS)


class WebhookForm(forms.Form):
    """An address and what it is told of."""

    refused_at = {"address_taken": "url", "topic_missing": "topics"}

    url = forms.CharField(
        label=_("Address"),
        max_length=MOST_URL,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "off", "spellcheck": "false"}),
        help_text=_("Your own program or a service, like https://example.org/bos."),
    )
    topics = forms.MultipleChoiceField(
        label=_("Events"),
        choices=Webhook.Topic.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=USUAL,
        error_messages={"required": _("Choose at least one event.")},
    )
