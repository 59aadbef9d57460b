"""Messages on a page, in the reader's language."""

from django import template

from bos_tournament import messages
from bos_tournament.pairing.messages import Message as PairingMessage
from bos_tournament.tournaments.structure.shares import with_shares
from engine.hosting import Message

register = template.Library()


@register.filter
def localized(message: Message | PairingMessage | None) -> str:
    """`{{ one.needs|localized }}`: the message as a sentence; nothing for none."""
    return messages.localize(message) if message else ""


@register.filter
def or_erased(text: str) -> str:
    """`{{ dispute.claim|or_erased }}`: what somebody typed, or that it was erased."""
    return messages.or_erased(text)


@register.filter
def shares(text: str) -> str:
    """`{{ row.reason|shares }}`: 0.4167 with the comma of the reader's language."""
    return with_shares(text)
