"""Records damaged as paper, people and programs damage them; what is damaged, and how, follows from a number."""

import re

NOISE = "→×✓ß\u202e\u200bЖ漢👾{}[]()=->!+#@.,0\t\x00\ud7ff\ufdfa\u0301"
_PLACE = re.compile(r"(?<![A-Za-z])([12]?)(w?)([abc])(?![A-Za-z])")
_DIGIT = re.compile(r"[0-9]+")
_SEAT = re.compile(r"[Pp]?[12](?![0-9])")
_NAME = re.compile(r"(?<=[a-z] )[A-Z][a-z' ]+|(?<=C )[A-Z][A-Za-z' ]+")


def damaged(lines, numbers):
    """The lines with one piece of damage, and its name. `numbers` gives as many numbers as are asked of it."""
    kind = list(KINDS)[next(numbers) % len(KINDS)]
    return KINDS[kind](list(lines), numbers), kind


def _at(lines, numbers):
    return next(numbers) % len(lines)


def deleted(lines, numbers):
    del lines[_at(lines, numbers)]
    return lines


def doubled(lines, numbers):
    at = _at(lines, numbers)
    return [*lines[: at + 1], *lines[at:]]


def swapped(lines, numbers):
    at = _at(lines, numbers)
    return [*lines[:at], *reversed(lines[at : at + 2]), *lines[at + 2 :]]


def moved(lines, numbers):
    """A line that stands somewhere else."""
    line = lines.pop(_at(lines, numbers))
    at = next(numbers) % (len(lines) + 1)
    return [*lines[:at], line, *lines[at:]]


def _changed(lines, numbers, pattern, change):
    """One place of the pattern in one line that has it, written anew."""
    having = [index for index, line in enumerate(lines) if pattern.search(line)]
    if not having:
        return lines
    at = having[next(numbers) % len(having)]
    found = list(pattern.finditer(lines[at]))
    one = found[next(numbers) % len(found)]
    lines[at] = lines[at][: one.start()] + change(one, next(numbers)) + lines[at][one.end() :]
    return lines


def misplaced(lines, numbers):
    return _changed(lines, numbers, _PLACE, lambda one, n: one[1] + one[2] + "abcd*"[n % 5])


def misnamed(lines, numbers):
    """A name that is cut, garbled, or another one of the record."""
    names = sorted({name for line in lines for name in _NAME.findall(line)}) or ["Nobody"]

    def change(one, n):
        return (one[0][: n % 5], one[0][::-1], names[n % len(names)])[n % 3]

    return _changed(lines, numbers, _NAME, change)


def miscounted(lines, numbers):
    return _changed(lines, numbers, _DIGIT, lambda one, n: ("0", str(int(one[0]) + 1), "9" * (n % 30), "")[n % 4])


def misseated(lines, numbers):
    return _changed(lines, numbers, _SEAT, lambda one, n: one[0][:-1] + ("2" if one[0][-1] == "1" else "1"))


def missigned(lines, numbers):
    at = _at(lines, numbers)
    sign = "TSCUA>RE+-!=JXHOB"[next(numbers) % 17]
    lines[at] = sign + lines[at][1:]
    return lines


def cut(lines, numbers):
    at = _at(lines, numbers)
    return [*lines[:at], lines[at][: next(numbers) % (len(lines[at]) + 1)]]


def smudged(lines, numbers):
    """Signs of any kind in the middle of a line."""
    at = _at(lines, numbers)
    column = next(numbers) % (len(lines[at]) + 1)
    noise = "".join(NOISE[next(numbers) % len(NOISE)] for _ in range(1 + next(numbers) % 4))
    lines[at] = lines[at][:column] + noise + lines[at][column:]
    return lines


def ruled(lines, numbers):
    """A judge's line that nobody wrote at the table."""
    at = _at(lines, numbers)
    n = next(numbers)
    said = (f"J undo to {n % (at + 2)}", "J stands", f"J set 1a={n % 9}", "J set L9/9", "J set V0/99", "X P2 concedes")
    return [*lines[:at], said[n % len(said)], *lines[at:]]


KINDS = {
    name.__name__: name
    for name in (
        deleted, doubled, swapped, moved, misplaced, misnamed, miscounted, misseated, missigned, cut, smudged, ruled,
    )
}  # fmt: skip
