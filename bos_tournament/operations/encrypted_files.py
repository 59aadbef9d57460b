"""A file under a passphrase: scrypt makes the key, AES-256-GCM seals it piece by piece.

The file is a line that names the format, 16 bytes of salt, and pieces of a mebibyte, each with 16 bytes of proof.
A piece is bound to its number and to whether it is the last, so none can be left out, moved or added.
"""

import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

MARK = b"bos encrypted backup 1\n"
SALT, PIECE, PROOF = 16, 1 << 20, 16


class WrongPassphrase(Exception):
    """The passphrase is another one, or the file was changed."""


def is_encrypted(file: Path) -> bool:
    with file.open("rb") as whole:
        return whole.read(len(MARK)) == MARK


def encrypt(source: Path, target: Path, passphrase: str) -> None:
    salt = secrets.token_bytes(SALT)
    box = _box(passphrase, salt)
    with source.open("rb") as plain, target.open("wb") as sealed:
        sealed.write(MARK + salt)
        number, piece = 0, plain.read(PIECE)
        while True:
            following = plain.read(PIECE)
            sealed.write(box.encrypt(_nonce(number), piece, _bound(last=not following)))
            if not following:
                return
            number, piece = number + 1, following


def decrypt(source: Path, target: Path, passphrase: str) -> None:
    """Raises WrongPassphrase; what was written until then is worth nothing."""
    with source.open("rb") as sealed, target.open("wb") as plain:
        sealed.seek(len(MARK))
        box = _box(passphrase, sealed.read(SALT))
        number, piece = 0, sealed.read(PIECE + PROOF)
        while True:
            following = sealed.read(PIECE + PROOF)
            try:
                plain.write(box.decrypt(_nonce(number), piece, _bound(last=not following)))
            except InvalidTag:
                raise WrongPassphrase from None
            if not following:
                return
            number, piece = number + 1, following


def _box(passphrase: str, salt: bytes) -> AESGCM:
    """A fresh salt makes a fresh key, so pieces may be numbered from 0 in each file."""
    return AESGCM(Scrypt(salt=salt, length=32, n=2**16, r=8, p=1).derive(passphrase.encode()))


def _nonce(number: int) -> bytes:
    return number.to_bytes(12, "big")


def _bound(*, last: bool) -> bytes:
    return b"last" if last else b"more"
