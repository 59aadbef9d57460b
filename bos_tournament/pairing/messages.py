"""What the package says, as values: a code of messages.toml, and what stands in the gaps of its sentence.

`str` says a message in English; whoever speaks another language translates the sentence of its code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, NamedTuple

Arg = str | int | tuple[Any, ...]
"""What stands in a gap: a name or a number, a message said inside the sentence, or several with commas between."""


class Message(NamedTuple):
    """A sentence as a value, made by `message`."""

    code: str
    """What it says; codes never change their meaning."""
    args: tuple[tuple[str, Arg], ...] = ()
    """What stands in each gap, by its name."""

    def __str__(self) -> str:
        return sentences()[self.code] % {name: _english(arg) for name, arg in self.args}


def message(code: str, /, **args: Arg) -> Message:
    """The sentence of this code with what stands in its gaps, for example `message("rank.points", number=6)`."""
    return Message(code, tuple(args.items()))


@cache
def sentences() -> Mapping[str, str]:
    """Every sentence by its code, with gaps as `%(name)s`."""
    text = (resources.files(__package__) / "messages.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text).items()
    return MappingProxyType(
        {f"{subject}.{name}": sentence for subject, table in tables for name, sentence in table.items()}
    )


def message_json(value: Message) -> dict[str, Any]:
    """The message as plain data: `{"code": str, "args": {name: str, int, list or such an object}}`."""
    return {"code": value.code, "args": {name: _plain(arg) for name, arg in value.args}}


def _english(arg: Arg) -> str:
    if isinstance(arg, Message) or not isinstance(arg, tuple):
        return str(arg)
    return ", ".join(map(_english, arg))


def _plain(arg: Arg) -> Any:
    if isinstance(arg, Message):
        return message_json(arg)
    return [_plain(element) for element in arg] if isinstance(arg, tuple) else arg
