"""People: accounts, guests with personal links, second factors, tokens."""
