"""Messages as values, said in the language of whoever reads: a code with arguments, for the engine, the pairing package
and what the site itself keeps.

What is kept keeps code and arguments too, so nothing that is kept depends on the language of who did it. A text that
people write and the site sometimes writes for them has two columns: `note` is what somebody typed, `note_message` what
the site says instead.
"""

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from django.db import models
from django.utils.translation import get_language, gettext, pgettext

from bos_tournament.pairing import messages as of_pairing
from engine import hosting
from engine.hosting import Arg, Message, Note, Told, code_json, from_json

FILE = Path(__file__).with_suffix(".toml")
ERASED = "(erased)"
"""Stands where somebody wrote something, and was erased."""
Words = str | Message
"""Words that somebody typed, or what the site says."""
Given = TypeVar("Given", str, Words)
"""Comes out as it went in: typed words stay typed words."""


@cache
def sentences() -> Mapping[str, str]:
    """Every sentence by its code: those of the engine, of the pairing package and of the site."""
    return MappingProxyType({**hosting.sentences(), **of_pairing.sentences(), **sentences_of_the_site()})


def sentences_of_the_site() -> dict[str, str]:
    """Those that lie beside this module."""
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {f"{subject}.{name}": sentence for subject, table in tables.items() for name, sentence in table.items()}


def localize(message: Arg | of_pairing.Message) -> str:
    """The message, or what stands in one, as the language of this moment says it."""
    if isinstance(message, of_pairing.Message):
        return localize(from_pairing(message))
    return hosting.spoken(message, _sentence)


def localizer() -> Callable[[Message], str]:
    """`localize` for many messages in the language of this moment: it looks up each sentence once."""
    sentence = cache(_sentence)
    return lambda message: hosting.spoken(message, sentence)


def localize_all(messages: Iterable[Message]) -> list[str]:
    """Each of the messages, likewise."""
    return list(map(localize, messages))


def localize_note(note: Note) -> str:
    """A remark with its line, as the language of this moment says it."""
    return localize(note.whole)


def localize_kept(row: Mapping[str, Any]) -> str:
    """The sentence of a kept object with `code` and `args`, as the language of this moment says it."""
    return localize(from_json(row))


def localize_told(told: Iterable[Told]) -> list[dict[str, str]]:
    """What a line of a record did, in the language of this moment: each sentence with the number of its rule."""
    return [{"text": localize(each.text), "rule": each.rule} for each in told]


def localize_each(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Several kept sentences, likewise; a remark begins with its line."""
    return [localize_note(Note(from_json(row), row.get("line"))) for row in rows]


def from_pairing(message: of_pairing.Message) -> Message:
    """The same message as the site passes it on."""
    return from_json(of_pairing.message_json(message))


def with_args(message: Message, **args: Arg) -> Message:
    """The message with other things in these of its gaps, where it has them."""
    return Message(message.code, **{name: args.get(name, arg) for name, arg in message.args.items()})


def words(name: str, wording: Words) -> dict[str, Any]:
    """The two columns of a text of this name, as they keep these words."""
    message = code_json(wording) if isinstance(wording, Message) else None
    return {name: "" if message else wording, f"{name}_message": message}


def set_words(row: models.Model, name: str, wording: Words) -> None:
    """Writes these words into the two columns of a row; it is not saved."""
    for column, value in words(name, wording).items():
        setattr(row, column, value)


def words_in(row: models.Model | Mapping[str, Any], name: str) -> str:
    """What a text with two columns says to whoever reads it now."""
    get = row.get if isinstance(row, Mapping) else lambda column: getattr(row, column)
    message = get(f"{name}_message")
    return localize_kept(message) if message else or_erased(get(name) or "")


def or_erased(text: str) -> str:
    """What somebody typed; or that it was erased, in the language of this moment."""
    return localize(Message("typed.erased")) if text == ERASED else text


def message_in(text: str) -> Message | None:
    """The message that a page sends back as JSON; None where it is none that can be said."""
    try:
        message = from_json(json.loads(text))
        localize(message)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return message


def typed_or_proposed(text: str, proposed: Iterable[Message]) -> Words:
    """What somebody typed, or the message that a form proposed in their language, where they left it as it stood."""
    return next((message for message in proposed if localize(message) == text), text)


def context_of(code: str) -> str | None:
    """What tells translators which sense of a single word or of a phrase is meant: the subject of its code. None for
    sentences."""
    if " " in sentences()[code] and code not in hosting.phrases():
        return None
    return code.rpartition(".")[0]


def _sentence(code: str) -> str:
    return _translated(code, get_language())


@cache
def _translated(code: str, _language: str | None) -> str:
    context = context_of(code)
    return pgettext(context, sentences()[code]) if context else gettext(sentences()[code])
