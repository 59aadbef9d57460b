"""Commands about people, one a file."""
