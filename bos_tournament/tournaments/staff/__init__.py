"""Who runs a tournament, and what staff do about people and deck lists."""
