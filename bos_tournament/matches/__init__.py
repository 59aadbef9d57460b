"""A match from the greeting to its result: bids, choice, swaps, games, reports."""
