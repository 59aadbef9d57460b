"""Games of a match on the board: recorded at a table, or played online."""
