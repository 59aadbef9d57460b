"""What is kept in English, on a page in the reader's language."""

from django import template

from bos_tournament.tournaments import kept_words

register = template.Library()


@register.filter
def in_words(said: str) -> str:
    """`{{ pairing.why|in_words }}`; what somebody typed stays as it is."""
    return kept_words.in_words(said) if said else said


@register.filter
def shares(said: str) -> str:
    """`{{ row.reason|shares }}`: 0.4167 with the comma of the reader's language."""
    return kept_words.with_shares(said)
