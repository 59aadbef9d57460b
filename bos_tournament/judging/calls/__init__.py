"""Judge calls."""
