"""What an earlier version kept, brought over."""
