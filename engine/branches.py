"""Branches of a record: how a game could have gone on, written as comments, which no judge of the record reads.

    # (after 51: A b P2 > B c; E)         instead of what follows line 51
    # (b1 after 51: A b P2 > B c; E)      the same, with a name by which others begin in it
    # (after b1.1: > no)                  instead of what follows the first line of b1
    # (on b1.2: Better than it looks.)    a remark on the second line of b1

They stand behind the last line. A `;` parts lines, and so does an answer, which begins with `>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.log import Log

_BRANCH: Final = re.compile(r"\((?:(b[0-9]{1,6}) )?after (b[0-9]{1,6}\.[0-9]{1,6}|[0-9]{1,9}(?:\.[0-9]{1,9})?): (.+)\)")
_REMARK: Final = re.compile(r"\(on (b[0-9]{1,6})\.([0-9]{1,6}): (.+)\)")
_PARTED: Final = re.compile(r"\s*;\s*|\s+(?=>\s)")


class BranchLine(NamedTuple):
    """A line of a branch."""

    written: str
    """What it says, as the notation has it."""
    comment: str = ""
    """A remark on it."""


class Branch(NamedTuple):
    """Lines that could have been played instead of others."""

    after: str
    """What they follow: the key of a line of the record, as in `TrackLine`, or a line of another branch, such as `b1.2`
    for the second line of the one with that name."""
    lines: tuple[BranchLine, ...]
    """The lines, one after the other; at least one."""
    name: str = ""
    """By which other branches begin in this one: `b` and a number; empty where none does."""


def read_branches(log: Log) -> tuple[Branch, ...]:
    """The branches among the comments of a record, in the order in which they are written. What cannot be read as one,
    or begins in one that is not there before it, is a comment like others."""
    remarks = dict(_remarks(log))
    found: list[Branch] = []
    lengths: dict[str, int] = {}
    for match in filter(None, map(_BRANCH.fullmatch, log.comments)):
        name, after, text = match[1] or "", match[2], match[3]
        lines = [part for part in _PARTED.split(text) if part]
        beginning, _dot, number = after.partition(".")
        begins_in_another = after.startswith("b")
        if not lines or name in lengths or (begins_in_another and not 0 < int(number) <= lengths.get(beginning, 0)):
            continue
        if name:
            lengths[name] = len(lines)
        told = (BranchLine(line, remarks.get((name, at), "")) for at, line in enumerate(lines, 1))
        found.append(Branch(after, tuple(told), name))
    return tuple(found)


def other_comments(log: Log) -> tuple[str, ...]:
    """The comments that stand alone and are about no branch."""
    return tuple(text for text in log.comments if not (_BRANCH.fullmatch(text) or _REMARK.fullmatch(text)))


def with_branches(text: str, branches: Sequence[Branch]) -> str:
    """The record with these branches behind its last line, instead of any that it had. What it says of the game stays
    as it is, letter by letter. A `;` in a line becomes a `,`."""
    return "\n".join([*_without_branches(text), *_written(branches)]) + "\n"


def _remarks(log: Log) -> Iterator[tuple[tuple[str, int], str]]:
    for match in filter(None, map(_REMARK.fullmatch, log.comments)):
        yield (match[1], int(match[2])), match[3]


def _without_branches(text: str) -> Iterator[str]:
    for raw in text.rstrip("\n").split("\n"):
        tidy = " ".join(raw.split())
        said = tidy[1:].strip()
        if not (tidy.startswith("#") and (_BRANCH.fullmatch(said) or _REMARK.fullmatch(said))):
            yield raw


def _written(branches: Sequence[Branch]) -> Iterator[str]:
    for branch in branches:
        name = f"{branch.name} " if branch.name else ""
        yield f"# ({name}after {branch.after}: {_in_a_row(branch.lines)})"
        for number, line in enumerate(branch.lines, 1):
            if line.comment and branch.name:
                yield f"# (on {branch.name}.{number}: {' '.join(line.comment.split())})"


def _in_a_row(lines: Sequence[BranchLine]) -> str:
    text = ""
    for line in lines:
        written = " ".join(line.written.replace(";", ",").split())
        text += f"{' ' if written.startswith('> ') else '; '}{written}" if text else written
    return text
