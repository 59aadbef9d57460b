"""BOS, the card game without luck: cards, decks, bids, the duel, and the rulebook its verdicts cite."""
