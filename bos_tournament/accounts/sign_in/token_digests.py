"""Secrets that travel in links and headers: how they are made, and the only form in which they are kept."""

import hashlib
import secrets


def new_token() -> str:
    """An unguessable token (256 bits) that fits into an address."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """The SHA-256 of a token in hex: what the database keeps. A token has too much entropy to need salt."""
    return hashlib.sha256(token.encode()).hexdigest()
