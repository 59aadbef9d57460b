"""Deck lists of a tournament: submitted, locked, opened."""
