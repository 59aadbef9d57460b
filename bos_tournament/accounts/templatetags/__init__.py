"""What templates ask for on any page."""
