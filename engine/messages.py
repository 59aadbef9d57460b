"""Messages are values: a code, and what stands in the gaps of its sentence.

A message is said in English by `str`. Whoever speaks another language translates the sentence of its code, from the
same files, and fills in the same arguments. Codes never change their meaning; the first word of one is the game whose
message it is, or the subject, where it is a message of any game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Union

from engine.phrases import NO_FORM, Form, Inflected, fill, is_plain, whole

FILE: Final = "messages.toml"
PHRASES: Final = "phrases.toml"
"""The file of a game's phrases, of which sentences are put together."""

Arg = Union[str, int, "Message", tuple["Arg", ...]]
"""What stands in a gap: a name or a number, a message said inside the sentence, or several with commas between."""


class Message:
    """A sentence as a value, for example `Message("bos.attack.itself", card="Thornback")`. Equal ones say the same."""

    __slots__ = ("args", "code")

    def __init__(self, code: str, /, **args: Arg) -> None:
        self.code: Final = code
        self.args: Final = args

    def __str__(self) -> str:
        return spoken(self, sentences().__getitem__)

    def __repr__(self) -> str:
        return f"Message({', '.join([repr(self.code), *(f'{name}={arg!r}' for name, arg in self.args.items())])})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.code, self.args) == (other.code, other.args)

    def __hash__(self) -> int:
        return hash(self.code)


class Note(NamedTuple):
    """A remark beside a finding: a message, and the line of the record that it is about, if it is about one."""

    message: Message
    """The remark."""
    line: int | None = None
    """The number of the line, 0 for what stands before the first one; None for a remark about no line."""

    def __str__(self) -> str:
        return str(self.whole)

    @property
    def whole(self) -> Message:
        """The remark with its line in one message."""
        if self.line is None:
            return self.message
        if self.line == 0:
            return Message("record.before_first", said=self.message)
        return Message("record.at_line", line=self.line, said=self.message)


@cache
def sentences() -> Mapping[str, str]:
    """Every sentence by its code, with gaps as `%(name)s`: those of any game, and those of each game that lies here."""
    by_code = _sentences_in("", resources.files("engine") / FILE)
    for folder in resources.files("engine").iterdir():
        for file in (FILE, PHRASES):
            if (folder / file).is_file():
                by_code |= _sentences_in(f"{folder.name}.", folder / file)
    return MappingProxyType(by_code)


@cache
def phrases() -> frozenset[str]:
    """The codes of phrases: the same English may stand for several, each translated for itself."""
    files = [(f"{folder.name}.", folder / PHRASES) for folder in resources.files("engine").iterdir()]
    return frozenset(code for prefix, file in files if file.is_file() for code in _sentences_in(prefix, file))


def _sentences_in(prefix: str, file: Any) -> dict[str, str]:
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        f"{prefix}{subject}.{name}": sentence for subject, table in tables.items() for name, sentence in table.items()
    }


def all_of(items: Iterable[Arg]) -> Arg:
    """The items in one sentence, with “and” before the last."""
    return _listed("list.and", tuple(items))


def any_of(items: Iterable[Arg]) -> Arg:
    """The items in one sentence, with “or” before the last."""
    return _listed("list.or", tuple(items))


def in_a_row(sentences: Iterable[Message]) -> Message:
    """Several whole sentences as one message; there is at least one."""
    first, *others = sentences
    for other in others:
        first = Message("list.then", first=first, then=other)
    return first


def _listed(code: str, items: tuple[Arg, ...]) -> Arg:
    return Message(code, items=items[:-1], last=items[-1]) if len(items) > 1 else items[0]


def message_json(message: Message) -> dict[str, Any]:
    """The sentence in English for whoever only reads it, with its code and arguments for whoever translates it."""
    return {"message": str(message), **code_json(message)}


def messages_json(name: str, codes: str, messages: Iterable[Message]) -> dict[str, Any]:
    """Several sentences in English under one name, their codes and arguments in the same order under the other."""
    messages = tuple(messages)
    return {name: [str(message) for message in messages], codes: [code_json(message) for message in messages]}


def notes_json(notes: Iterable[Note]) -> dict[str, Any]:
    """Remarks in English, and in the same order their codes, arguments and lines."""
    notes = tuple(notes)
    codes = [{**code_json(note.message), "line": note.line} for note in notes]
    return {"notes": [str(note) for note in notes], "note_codes": codes}


def code_json(message: Message) -> dict[str, Any]:
    """The message as plain data: `{"code": str, "args": {name: str, int, list or such an object}}`."""
    return {"code": message.code, "args": {name: _arg_json(arg) for name, arg in message.args.items()}}


def from_json(data: Mapping[str, Any]) -> Message:
    """The message that `code_json` wrote."""
    return Message(data["code"], **{name: _arg(plain) for name, plain in data["args"].items()})


def spoken(message: Arg, sentence: Callable[[str], str]) -> str:
    """What this says in the language in which `sentence` gives the sentence of a code."""
    known_phrases: dict[tuple[int, Form], Inflected] = {}  # words that agree ask for each other again and again

    def say(arg: Arg, form: Form) -> Inflected:
        if isinstance(arg, tuple):
            return Inflected(", ".join([say(part, form).words for part in arg]))
        if not isinstance(arg, Message):
            return Inflected(str(arg))
        phrase = known_phrases.get((id(arg), form))
        if phrase is None:
            text = sentence(arg.code)
            if is_plain(text):
                said = {
                    name: part if isinstance(part, str) else say(part, NO_FORM).words for name, part in arg.args.items()
                }
                noun = arg.args.get("noun")
                phrase = Inflected(text % said, NO_FORM if noun is None else say(noun, NO_FORM).traits)
            else:
                phrase = fill(text, arg.args, say, form)
            known_phrases[id(arg), form] = phrase
        return phrase

    return whole(say(message, NO_FORM))


def _arg_json(arg: Arg) -> Any:
    if isinstance(arg, Message):
        return code_json(arg)
    return [_arg_json(part) for part in arg] if isinstance(arg, tuple) else arg


def _arg(plain: Any) -> Arg:
    if isinstance(plain, str | int):  # first, since most are
        return plain
    if isinstance(plain, Mapping):
        return from_json(plain)
    return tuple(map(_arg, plain)) if isinstance(plain, list) else str(plain)
