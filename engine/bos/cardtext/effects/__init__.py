"""Effects of the language of cards that have a language of their own: what is forbidden, what something becomes."""
