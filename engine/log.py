"""The written record of a game: headers, numbered lines, clock stamps and comments, whatever the game is.

Reading is lenient, writing is canonical, and writing what was read is stable. Tolerated on the way in:

- a byte order mark, any line ending, empty lines, tabs and repeated spaces;
- typographic arrows, crosses, dashes, quotes and full-width letters, which are read as their plain forms;
- a line number followed by `.`, `)` or `:`, or no number at all (then lines count on from the one before);
- several headers on one line, and comments behind `#` anywhere;
- several acts on one line, where the game says how they are parted: they share its number, and the last of them has its
  stamp and its comment.

What a line says is the game's business: a body is kept as it was written, with its spaces tidied.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.messages import Message, Note
from engine.stamps import PATTERN as STAMP

MAX_BYTES: Final = 64 * 1024
MAX_LINES: Final = 2_000
MAX_HEADERS: Final = 100
MAX_NUMBER: Final = 1_000_000

_PLAIN: Final = str.maketrans(
    {
        "\u2192": "->", "\u21d2": "->", "\u27f6": "->", "\u00d7": "x", "\u2715": "x", "\u2716": "x",
        "\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u201c": '"', "\u201d": '"',
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
    }
)  # fmt: skip
_NUMBER: Final = re.compile(r"([0-9]{1,9})\s*[.):](?=\s|[^0-9]|$)\s*")
_CLOCK: Final = re.compile(rf"\s*@\s*({STAMP})$")
_HEADER: Final = re.compile(r"\[\s*([A-Za-z][A-Za-z0-9]*)\s*([^\[\]]*)\]\s*")
_TOO_MANY: Final = Message("record.too_many_lines", lines=f"{MAX_LINES:,}")
_STATE_MARK: Final = re.compile(r"#[0-9a-f]{12,64}(?=\s|$)")


Acts = Callable[[str, str | None], list[tuple[int, str]]]
"""What a line says, parted into its acts, each with where it begins; given the line and what `[Mode …]` says."""


@dataclass(frozen=True, slots=True)
class Header:
    """One `[Word text]` at the top of a record: its `word` and its `text`."""

    word: str
    text: str


class Line(NamedTuple):
    """One line: its `number` (as written, or counted on), what it says (`body`), its stamp (`clock`), its `comment`.

    `column` is where the body begins in its text line, counted from 1; `written` says whether the number was. A further
    act of one line has the same number again, which was not written.
    """

    number: int
    body: str
    clock: str | None = None
    comment: str | None = None
    column: int = 1
    written: bool = True


_line: Final[Callable[[type[Line], tuple[int, str, str | None, str | None, int, bool]], Line]] = tuple.__new__
"""As `Line(…)` with every field given, in a third of the time."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What cannot be read: the `number` of the line (0 for a header or the record as a whole), a `message`, and the
    `column` in its text line, from 1, if one is meant."""

    number: int
    message: Message
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """A record as it was read: its `headers`, its `lines`, the `fault` at which reading ended, and `notes` about what
    was odd. `comments` are those that stand alone above the first line."""

    headers: tuple[Header, ...] = ()
    lines: tuple[Line, ...] = ()
    comments: tuple[str, ...] = ()
    fault: Fault | None = None
    notes: tuple[Note, ...] = ()

    def header(self, word: str) -> str | None:
        """The text of the last header with that word, compared without regard to case."""
        return _last(self.headers, word)

    @property
    def mode(self) -> str | None:
        """What the header `[Mode …]` says, by which a game knows the size of the table."""
        return self.header("Mode")


def _last(headers: Sequence[Header], word: str) -> str | None:
    for header in reversed(headers):
        if header.word == word or header.word.casefold() == word.casefold():
            return header.text
    return None


def read(text: str, acts: Acts | None = None) -> Log:
    """Read a record. Never raises: what cannot be read as a whole is the log's `fault`. `acts` parts a line."""
    fault = _too_much(text)
    if fault:
        return Log(fault=fault)
    headers: list[Header] = []
    lines: list[Line] = []
    comments: list[str] = []
    notes: list[Note] = []
    number, mode = 0, None
    for raw in _text_lines(text):
        clean = " ".join(raw.split())
        if not clean:
            continue
        if clean.startswith("["):
            fault = _read_headers(clean, headers, comments)
            if fault:
                return Log(tuple(headers), tuple(lines), tuple(comments), fault)
            mode = _last(headers, "Mode")
            continue
        if clean.startswith("#"):
            comments.append(clean[1:].strip())
            continue
        line = _read_line(clean, number)
        if line.written and line.number <= number:
            notes.append(Note(Message("record.line_order", other_line=number), line.number))
        number = line.number
        lines += _parted(line, acts, mode) if acts else (line,)
        if len(lines) > MAX_LINES:
            return Log(tuple(headers), (), tuple(comments), Fault(0, _TOO_MANY))
    return Log(tuple(headers), tuple(lines), tuple(comments), None, tuple(notes))


def write(log: Log, canonical: Callable[[str], str] = str) -> str:
    """The record in canonical form; `canonical` writes the body of a line. Reading it again changes nothing."""
    return "\n".join([*_written_headers(log), *_written_lines(log, canonical)]) + "\n"


def uncommented(text: str) -> str:
    """The record without its comments. Every line and header stays where it is."""
    return "\n".join(map(_uncommented, text.replace("\r\n", "\n").replace("\r", "\n").split("\n")))


def _uncommented(raw: str) -> str:
    line, start = raw.strip().replace("\uff03", "#"), 0  # as wide keyboards write it
    while header := _HEADER.match(line, start):
        start = header.end()
    if not start and (number := _NUMBER.match(line)):
        start = number.end()
    return (line[:start] + _without_comment(line[start:])[0]).rstrip()


def parts(text: str) -> tuple[str, str | None, str | None]:
    """A line without its number in three parts: what it says, its clock stamp, its comment."""
    body, comment = _without_comment(text)
    stamp = _CLOCK.search(body) if "@" in body else None
    if stamp:
        return body[: stamp.start()], stamp.group(1).upper(), comment
    return body, None, comment


def _too_much(text: str) -> Fault | None:
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        return Fault(0, Message("record.too_long", number=MAX_BYTES // 1024))
    if text.count("\n") + text.count("\r") >= 2 * MAX_LINES or len(text.splitlines()) > MAX_LINES:
        return Fault(0, _TOO_MANY)
    return None


def _text_lines(text: str) -> Iterator[str]:
    """The lines in plain characters; what has no width or no meaning becomes a space."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.removeprefix("\ufeff").translate(_PLAIN)).translate(_PLAIN)
    for raw in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        yield raw if raw.isascii() and raw.isprintable() else "".join(map(_printable, raw))


def _printable(character: str) -> str:
    return character if character.isprintable() else " "


def _read_headers(text: str, headers: list[Header], comments: list[str]) -> Fault | None:
    rest = text
    while rest and not rest.startswith("#"):
        match = _HEADER.match(rest)
        if not match:
            return Fault(0, Message("record.no_header", text=_short(rest)))
        if len(headers) == MAX_HEADERS:
            return Fault(0, Message("record.too_many_headers", number=MAX_HEADERS))
        headers.append(Header(match.group(1), " ".join(match.group(2).split())))
        rest = rest[match.end() :]
    if rest:
        comments.append(rest[1:].strip())
    return None


def _read_line(text: str, before: int) -> Line:
    match = _NUMBER.match(text)
    start = match.end() if match else 0
    body, clock, comment = parts(text[start:])
    number = min(int(match.group(1)), MAX_NUMBER) if match else before + 1
    return _line(Line, (number, body, clock, comment, start + 1, match is not None))


def _parted(line: Line, acts: Acts, mode: str | None) -> list[Line]:
    """One line for each of its acts."""
    texts = acts(line.body, mode)
    if len(texts) == 1:
        return [line]
    lines = [Line(line.number, text, None, None, line.column + at, False) for at, text in texts]
    lines[0] = lines[0]._replace(written=line.written)
    lines[-1] = lines[-1]._replace(clock=line.clock, comment=line.comment)
    return lines


def _without_comment(text: str) -> tuple[str, str | None]:
    """A check line may hold a state mark, `#` and hexadecimal digits, which is no comment."""
    at = text.find("#")
    if at < 0:
        return text, None
    if text.startswith("="):
        mark = _STATE_MARK.match(text, at)
        if mark:
            body, comment = _without_comment(text[mark.end() :])
            return (text[: mark.end()] + body).rstrip(), comment
    return text[:at].rstrip(), text[at + 1 :].strip()


def _written_headers(log: Log) -> Iterator[str]:
    for header in log.headers:
        yield f"[{header.word} {header.text}]" if header.text else f"[{header.word}]"
    for comment in log.comments:
        yield f"# {comment}" if comment else "#"


def _written_lines(log: Log, canonical: Callable[[str], str]) -> Iterator[str]:
    """The lines; acts that stood on one line stand on one again."""
    text, number = "", -1
    for line in log.lines:
        if text and line.number == number and not line.written:
            text += f"; {_written_line(line, canonical).partition('. ')[2]}"
            continue
        if text:
            yield text
        text, number = _written_line(line, canonical), line.number
    if text:
        yield text


def _written_line(line: Line, canonical: Callable[[str], str]) -> str:
    text = f"{line.number}. {canonical(line.body)}".rstrip()
    if line.clock:
        text += f" @{line.clock}"
    if line.comment is not None:
        text += f" # {line.comment}" if line.comment else " #"
    return text


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
