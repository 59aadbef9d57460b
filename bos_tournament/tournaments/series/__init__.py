"""Series of tournaments and their season standings."""
