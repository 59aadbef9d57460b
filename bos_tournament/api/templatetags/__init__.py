"""What the pages of the API may load."""
