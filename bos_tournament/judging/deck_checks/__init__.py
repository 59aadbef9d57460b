"""Deck checks: which tables, what each deck must hold, what was found."""
