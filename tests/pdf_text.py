"""The words of a PDF, in the order in which they are drawn: what its fonts say that their signs mean."""

import base64
import re
import zlib

OBJECT = re.compile(rb"(\d+) 0 obj(.*?)endobj", re.DOTALL)
STREAM = re.compile(rb"(.*?)stream\r?\n(.*?)endstream", re.DOTALL)
FONT = re.compile(rb"/(F\d+\+\d+) (\d+) 0 R")
WRITTEN = re.compile(rb"/(F\d+\+\d+) [\d.]+ Tf|\(((?:\\.|[^()\\])*)\) Tj|(T\*|ET)", re.DOTALL)
MEANS = re.compile(rb"^<([0-9A-F]{2})> <([0-9A-F]{4,})>\r?$", re.MULTILINE)
ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)


def pages_of(pdf):
    """The text of each page; pieces that were drawn by themselves stand in lines of their own."""
    objects = {int(number): body for number, body in OBJECT.findall(pdf)}
    fonts = {name: _signs(objects, int(number)) for body in objects.values() for name, number in FONT.findall(body)}
    pages = [stream for body in objects.values() if b" Tj" in (stream := _stream(body))]
    return ["\n".join(_lines(page, fonts)) for page in pages]


def _lines(page, fonts):
    signs, line = {}, ""
    for font, written, ends in WRITTEN.findall(page):
        if font:
            signs = fonts[font]
        elif ends:
            yield line
            line = ""
        else:
            codes = ESCAPED.sub(_plain, written)
            line += "".join(signs.get(code, "?") for code in codes)
    yield line


def _plain(escaped):
    code = escaped[1]
    if code.isdigit():
        return bytes([int(code, 8)])
    return {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}.get(code, code)


def _signs(objects, number):
    """What each code of a font means."""
    table = re.search(rb"/ToUnicode (\d+) 0 R", objects[number])
    meant = MEANS.findall(_stream(objects[int(table[1])]))
    return {int(code, 16): bytes.fromhex(sign.decode()).decode("utf-16-be") for code, sign in meant}


def _stream(body):
    found = STREAM.match(body)
    if not found:
        return b""
    data = found[2]
    if b"/ASCII85Decode" in found[1]:
        data = base64.a85decode(data.strip().removesuffix(b"~>"))
    return zlib.decompressobj().decompress(data) if b"/FlateDecode" in found[1] else data
