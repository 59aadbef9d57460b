"""Testing a deck list: a bot plays games with it, and a page says how it fared."""
