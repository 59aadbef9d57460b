"""Gzip answers put together from parts that were packed before: nothing refers back past a full flush (RFC 1951)."""

import struct
import zlib
from collections.abc import Sequence
from typing import NamedTuple

HARD = 6
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
END = b"\x03\x00"  # the last block, which is empty


class Part(NamedTuple):
    """A part of an answer, ready to be put beside others."""

    plain: bytes
    """As it reads."""
    packed: bytes
    """As whole blocks of a deflate stream, none of them the last."""


def pack_part(plain: bytes) -> Part:
    press = zlib.compressobj(HARD, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Part(plain, press.compress(plain) + press.flush(zlib.Z_FULL_FLUSH))


def store_part(plain: bytes) -> Part:
    """A few words, up to 64 KiB: as quick to pack as to copy."""
    return Part(plain, struct.pack("<BHH", 0, len(plain), len(plain) ^ 0xFFFF) + plain)


def gzipped(parts: Sequence[Part]) -> bytes:
    whole = joined(parts)
    check = struct.pack("<II", zlib.crc32(whole), len(whole) & 0xFFFFFFFF)
    return b"".join([HEAD, *(part.packed for part in parts), END, check])


def joined(parts: Sequence[Part]) -> bytes:
    return b"".join(part.plain for part in parts)
