"""Before a practice game and between two: bids, who goes first, swaps of reserves, and the next game."""
