"""What templates of every app may load."""
