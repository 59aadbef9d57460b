"""Small played examples of what a card says."""
