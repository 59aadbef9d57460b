"""Setting a tournament up: its settings, duplicates and templates."""
