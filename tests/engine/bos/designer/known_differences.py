"""Sentences that are read and do not yet do what their author meant, each with the reason."""

KNOWN_DIFFERENCES: dict[str, str] = {}
