"""What must hold, and how often: whose cards, what happened this turn, amounts compared, limits."""
