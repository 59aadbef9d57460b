"""The catalogue of cards and the pages of the rules."""
