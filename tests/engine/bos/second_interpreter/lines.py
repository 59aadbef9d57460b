"""The lines of a written game (docs/notation.md), taken apart; only as the engine itself writes them."""

import re
from types import SimpleNamespace

HEADER = re.compile(r"\[(\w+)(?: ([^\]]*))?\]")
TARGETS = re.compile(r"\s*->\s*(.*?)(?=\s*=\s*\d+|\s*\{|$)")
VALUE = re.compile(r"(?:^|\s)=\s*(\d+)")
PAID = re.compile(r"\{(\d+)v\+(\d+)e\}")
PLACE = re.compile(r"^([12]?)(w?[abc]|\*)(?:\.(\d+))?$")


class Unreadable(Exception):
    """Raised for a line that this reader does not know."""


def headers(text):
    """What stands in square brackets at the top: each word with all its contents."""
    found = {}
    for word, content in HEADER.findall("\n".join(line for line in text.splitlines() if line.startswith("["))):
        found.setdefault(word, []).append(content or "")
    return found


def read(text):
    """The lines, each as a value with its number."""
    lines, number = [], 0
    for raw in text.splitlines():
        if not raw.strip() or raw.startswith("["):
            continue
        found = re.match(r"(\d+)\.\s*(.*)", raw.strip())
        number, body = (int(found[1]), found[2]) if found else (number + 1, raw.strip())
        lines.append(_line(number, body))
    return lines


def _line(number, body):
    line = SimpleNamespace(number=number, written=body, kind="", seat=None, reply=False, place=None, nth=None, name="",
                           wizards=[], targets=[], value=None, paid=None, column=None)  # fmt: skip
    rest = body
    if rest.startswith(">"):
        line.reply, rest = True, rest[1:].strip()
        if found := re.match(r"P([12]) ", rest):
            line.seat, rest = int(found[1]) - 1, rest[found.end() :]
    line.kind, _, rest = rest.partition(" ")
    if line.kind[0] in "+-!" and len(line.kind) > 1:
        line.kind, rest = line.kind[0], f"{line.kind[1:]} {rest}"
    _arguments(line, rest.strip())
    return line


def _arguments(line, rest):
    if line.kind in ("=", "X", "J"):
        line.name = rest
        return
    if found := PAID.search(rest):
        line.paid, rest = (int(found[1]), int(found[2])), rest[: found.start()] + rest[found.end() :]
    if line.kind in "SCU+-!" or line.kind == "BOSS":
        if found := TARGETS.search(rest):
            line.targets = [word.strip() for word in found[1].split(",") if word.strip()]
            rest = rest[: found.start()] + rest[found.end() :]
        if found := VALUE.search(rest):
            line.value, rest = int(found[1]), rest[: found.start()]
    _rest(line, rest.strip())


def _rest(line, rest):
    match line.kind:
        case "T":
            raise Unreadable(line.written)
        case "S":
            found = re.match(r"([abc]) ([^(]*)(?:\((.*)\))?$", rest)
            if not found:
                raise Unreadable(line.written)
            line.column, line.name = "abc".index(found[1]), found[2].strip()
            line.wizards = (found[3] or "").split()
        case "C":
            line.name = rest
        case "U" | "+" | "-" | "!" | "B":
            found = PLACE.match(rest)
            if not found:
                raise Unreadable(line.written)
            line.place, line.nth = found[1] + found[2], int(found[3]) if found[3] else None
        case "A":
            found = re.match(r"(\S+) (?:x (\S+)|P([12]))$", rest)
            if not found:
                raise Unreadable(line.written)
            line.place, line.targets = found[1], [found[2] or f"P{found[3]}"]
        case "R":
            line.targets = rest.split()
        case "E" | "no" | "BOSS":
            pass
        case _:
            if found := re.match(r"T(\d+)$", line.kind):
                line.kind, line.value, line.seat = "T", int(found[1]), int(rest[1]) - 1
            else:
                raise Unreadable(line.written)


class Script:
    """The lines of a game in order. Whoever looks at the next one has done all that the ones before it said, so that
    the table is told `after` the last of them then."""

    def __init__(self, lines, after):
        self.lines, self.at, self._after, self._told = lines, 0, after, 0

    def peek(self):
        """The next line that is no total; None at the end."""
        while self.at < len(self.lines) and self.lines[self.at].kind == "=":
            self.at += 1
        while self._told < self.at:
            self._after(self.lines[self._told])
            self._told += 1
        return self.lines[self.at] if self.at < len(self.lines) else None

    def glance(self):
        """The next line, without saying that the ones before it are done."""
        return next((line for line in self.lines[self.at :] if line.kind != "="), None)

    def beyond(self):
        """The line after the next one."""
        rest = [line for line in self.lines[self.at :] if line.kind != "="]
        return rest[1] if len(rest) > 1 else None

    def take(self):
        """The next line, which is being done from now on."""
        line = self.peek()
        self.at += 1
        return line


def absolute(place, seat):
    """A place with the digit of its player."""
    return place if place[0] in "12" else f"{seat + 1}{place}"


def placed(word, seat):
    """A written word; if it is a place, it has the digit of its player."""
    found = PLACE.match(word)
    return absolute(found[1] + found[2], seat) if found else word
