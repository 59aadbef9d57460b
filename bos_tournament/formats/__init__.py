"""How dates and times look in each language; Django finds the rest of a language in its own formats."""
