"""A frame of the pairings, filled for a reader, is what Django answers, to the letter."""
