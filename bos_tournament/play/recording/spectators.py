"""How many watch a game live: pages that asked for news in the last minute, those of one session counted once."""

import secrets

from django.core import signing
from django.db import connection
from django.utils.crypto import salted_hmac

from bos_tournament.matches.models import Game

SALT = "play.spectator"
NOTE = """
INSERT INTO play_spectator AS known (game_id, key, asked_at) VALUES (%s, %s, clock_timestamp())
ON CONFLICT (game_id, key) DO UPDATE SET asked_at = EXCLUDED.asked_at
WHERE known.asked_at < EXCLUDED.asked_at - interval '20 seconds'
"""
COUNT = """
SELECT count(*) FROM play_spectator WHERE game_id = %s AND asked_at > clock_timestamp() - interval '1 minute'
"""
FORGET = "DELETE FROM play_spectator WHERE asked_at < clock_timestamp() - interval '10 minutes'"


def new_spectator(session_key: str | None) -> str:
    """What a page sends along when it asks for news: the same for all pages of a session, otherwise one of its own.
    It is signed, so that nobody makes up spectators."""
    key = salted_hmac(SALT, session_key).hexdigest()[:32] if session_key else secrets.token_hex(16)
    return signing.Signer(salt=SALT).sign(key)


def note_spectator(game: Game, spectator: str) -> None:
    """Notes that this page asks for news. What the site has not signed is passed over. One query, which writes only
    every 20 seconds."""
    try:
        key = signing.Signer(salt=SALT).unsign(spectator)
    except signing.BadSignature:
        return
    with connection.cursor() as cursor:
        cursor.execute(NOTE, [game.pk, key])


def count_spectators(game: Game) -> int:
    """How many pages asked in the last minute. One query."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [game.pk])
        return int(cursor.fetchone()[0])


def forget_spectators() -> None:
    """Drops those who have not asked for ten minutes."""
    with connection.cursor() as cursor:
        cursor.execute(FORGET)
