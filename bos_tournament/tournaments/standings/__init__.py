"""What everyone can read: leaderboards, explanations, brackets, cross-tables, the state of the tables."""
