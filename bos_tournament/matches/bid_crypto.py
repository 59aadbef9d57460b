"""Sealed bids: the key outside the database, the box that hides a bid, the commitment that binds it.

A commitment is SHA-256(tag16("bos/bid/v1") ‖ match16 ‖ attempt_u32 ‖ seat16 ‖ bid_u64 ‖ nonce32), integers big-endian.
A box is AES-256-GCM over bid_u64 ‖ nonce32, so its length is always the same; it opens only for its own match,
attempt, seat, commitment and key.
"""

import hashlib
import hmac
import secrets
import struct
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from bos_tournament.operations.key_files import KeyFault, key_in, name_of
from engine.hosting import Message

NONCE_BYTES = 32
IV_BYTES = 12


class BrokenSeal(Exception):
    """A box cannot be opened, or holds something else than its commitment says. `why` is fit for everybody."""

    def __init__(self, why: Message) -> None:
        super().__init__(str(why.code))
        self.why = why


class Place(NamedTuple):
    """Where a bid belongs."""

    match: UUID
    """The match's id."""
    attempt: int
    """The number of the attempt in the match."""
    seat: UUID
    """The seat's id."""


class Sealed(NamedTuple):
    commitment: bytes
    """32 bytes that bind the bid without telling it."""
    box: bytes
    """The initialization vector, then the encrypted amount and nonce."""
    key_id: str
    """Names the key that opens the box: 16 hexadecimal digits."""


@sensitive_variables("amount", "nonce", "opening", "key")
def seal(place: Place, amount: int) -> Sealed:
    """A box that only the key file opens, and the commitment to what is in it. Raises KeyFault."""
    key = _key(make=True)
    nonce, iv = secrets.token_bytes(NONCE_BYTES), secrets.token_bytes(IV_BYTES)
    bound, key_id = commitment(place, amount, nonce), key_id_of(key)
    opening = struct.pack(">Q", amount) + nonce
    return Sealed(bound, iv + AESGCM(key).encrypt(iv, opening, _associated(place, bound, key_id)), key_id)


@sensitive_variables()
def unseal(place: Place, sealed: Sealed) -> tuple[int, bytes]:
    """The bid and its nonce. Raises BrokenSeal when the key, the box or the commitment is not the one it was."""
    try:
        key = _key(make=False)
    except KeyFault:
        raise BrokenSeal(Message("bids.no_key")) from None
    if key_id_of(key) != sealed.key_id:
        raise BrokenSeal(Message("bids.other_key"))
    bound = _associated(place, sealed.commitment, sealed.key_id)
    try:
        opening = AESGCM(key).decrypt(sealed.box[:IV_BYTES], sealed.box[IV_BYTES:], bound)
    except InvalidTag:
        raise BrokenSeal(Message("bids.damaged")) from None
    amount, nonce = struct.unpack(">Q32s", opening)
    if commitment(place, amount, nonce) != sealed.commitment:
        raise BrokenSeal(Message("bids.not_as_bound"))
    return amount, nonce


def repeats_key() -> bytes:
    """What compares the amounts of a request that is sent again: made from the key of the bids, which it does not tell.
    Raises KeyFault."""
    return hmac.digest(_key(make=True), _tag("bos/bidagain/v1"), "sha256")


def commitment(place: Place, amount: int, nonce: bytes) -> bytes:
    """The 32 bytes that bind a bid without telling it."""
    where = place.match.bytes + struct.pack(">I", place.attempt) + place.seat.bytes
    return hashlib.sha256(_tag("bos/bid/v1") + where + struct.pack(">Q", amount) + nonce).digest()


def key_id_of(key: bytes) -> str:
    """Names a key without telling it: 16 hexadecimal digits."""
    return name_of(key).hex()


def _associated(place: Place, bound: bytes, key_id: str) -> bytes:
    where = place.match.bytes + struct.pack(">I", place.attempt) + place.seat.bytes
    return _tag("bos/bidbox/v1") + where + bound + bytes.fromhex(key_id)


def _tag(text: str) -> bytes:
    return text.encode("ascii").ljust(16, b"\0")


def _key(*, make: bool) -> bytes:
    return key_in(Path(settings.BID_KEY_FILE), make=make)
