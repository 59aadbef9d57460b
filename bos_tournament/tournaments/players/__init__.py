"""The public pages of players, and statistics of what was played."""
