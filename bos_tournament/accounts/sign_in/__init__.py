"""Signing in and staying signed in: sessions, links of guests, second factors, tokens, and the limits on attempts."""
