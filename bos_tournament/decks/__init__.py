"""Deck lists: drafts, submitted versions, who looked at them."""
