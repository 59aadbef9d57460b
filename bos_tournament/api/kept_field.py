"""A reason or note as programs read it: what somebody typed as it is, what the site says in the language asked for."""

from rest_framework import serializers

from bos_tournament.tournaments.kept_words import in_words


class KeptField(serializers.CharField):
    def to_representation(self, value: str) -> str:
        return in_words(super().to_representation(value))
