"""Fills in every form of a page as somebody would, with words that are known again, and spoils one field at a time."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html import escape
from html.parser import HTMLParser
from typing import Any

TYPED = ("text", "textarea", "url", "email")
KEPT = (*TYPED, "number", "datetime-local")


@dataclass(frozen=True)
class Field:
    name: str
    """The key it is sent by."""
    kind: str
    """The type of an input, or `textarea`, `select` or `submit`."""
    value: str = ""
    """What stands in it when the page opens."""
    required: bool = False
    """Whether the browser asks for it."""
    most: int | None = None
    """Letters it takes; None without a limit."""
    options: tuple[str, ...] = ()
    """The values of a select, in their order."""
    least: str = ""
    """The smallest number, as written; empty without one."""
    secret: bool = False
    """Whether it is a password or a code."""


@dataclass
class Form:
    """A form with method post: where it goes, its fields, and the first of its buttons that says something."""

    action: str
    """The address it is sent to."""
    fields: list[Field] = field(default_factory=list)
    """In the order of the page, buttons too."""

    @property
    def words(self) -> list[Field]:
        return [one for one in self.fields if one.kind in TYPED and not one.secret]

    @property
    def own(self) -> list[Field]:
        return [one for one in self.fields if one.kind in KEPT and not one.secret]

    def filled(self) -> dict[str, Any]:
        """What somebody sends who fills in everything; each word of theirs names its field."""
        said: dict[str, Any] = {}
        for one in self.fields:
            value = filling(one)
            if value is not None and (one.name not in said or one.kind not in ("radio", "submit")):
                said[one.name] = value
        return said


def filling(one: Field) -> str | None:
    """The value of a field; None for one that sends nothing."""
    if one.kind in ("submit", "file", "search"):
        return one.value if one.kind == "submit" and one.name == "give" else None
    if one.kind in ("hidden", "radio", "checkbox"):
        return one.value
    if one.kind == "select":
        return next((value for value in reversed(one.options) if value), "")
    if one.kind == "number":
        return one.value or one.least or "3"
    if one.kind == "datetime-local":
        return one.value or "2031-05-06T07:08"
    if one.kind == "email":
        return "zebra@example.org"
    if one.kind == "url":
        return one.value or "https://zebra.example/"
    words = f"Zebra & {one.name}" if one.kind == "text" else f"Zebra lines\nof <{one.name}>"
    return one.value or words[: one.most or len(words)]


def spoiled(form: Form) -> Iterator[tuple[str, dict[str, Any]]]:
    """The same with one field wrong: empty, too long, no number, no moment, nothing that was offered."""
    whole = form.filled()
    for one in form.fields:
        if one.name not in whole:
            continue
        if one.required and one.kind in KEPT:
            yield f"{one.name} empty", {**whole, one.name: ""}
        if one.kind in TYPED and one.most:
            yield f"{one.name} too long", {**whole, one.name: "Zebra " * (one.most // 6) + "Zebra end."}
        if one.kind == "number":
            yield f"{one.name} no number", {**whole, one.name: "Zebra"}
            yield f"{one.name} far too much", {**whole, one.name: "99999999999999999999"}
        if one.kind == "datetime-local":
            yield f"{one.name} no moment", {**whole, one.name: "Zebra o'clock"}
        if one.kind in ("select", "radio"):
            yield f"{one.name} not offered", {**whole, one.name: "zebra"}
        if one.kind in TYPED:
            yield f"{one.name} unseen", {**whole, one.name: "Zebra\u202eend"}


def lost(form: Form, said: dict[str, Any], page: str) -> list[str]:
    """The fields whose words the page does not show."""
    seen = page.replace("\r\n", "\n")
    return [
        one.name
        for one in form.fields
        if one.kind in KEPT and not one.secret and said.get(one.name) and not shows(seen, str(said[one.name]))
    ]


def shows(page: str, text: str) -> bool:
    forms = {text, text.strip(), escape(text), escape(text.strip()), escape(text).replace("&#x27;", "&#39;")}
    return any(one in page for one in forms)


def forms_of(page: str, here: str) -> list[Form]:
    reader = Reader(here)
    reader.feed(page)
    return reader.forms


class Reader(HTMLParser):
    """Reads the forms of a page."""

    def __init__(self, here: str) -> None:
        super().__init__()
        self.here = here
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.writing: Field | None = None
        self.choosing: Field | None = None
        self.text = ""

    def handle_starttag(self, tag: str, found: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in found}
        if tag == "form":
            self.form = None
            if given.get("method") == "post":
                self.form = Form(given.get("action") or self.here)
                self.forms.append(self.form)
        elif self.form is not None and tag in ("input", "textarea", "select", "button"):
            self._field(tag, given)
        elif tag == "option" and self.choosing is not None:
            self.choosing = replace(self.choosing, options=(*self.choosing.options, given.get("value", "")))

    def _field(self, tag: str, given: dict[str, str]) -> None:
        if not given.get("name") or "disabled" in given:
            return
        most = given.get("maxlength", "")
        kind = {"input": given.get("type", "text"), "button": "submit"}.get(tag, tag)
        one = Field(
            name=given["name"],
            kind=kind,
            value=given.get("value", "yes" if kind == "checkbox" else ""),
            required="required" in given,
            most=int(most) if most.isdigit() else None,
            least=given.get("min", ""),
            secret=kind == "password" or given.get("autocomplete") == "one-time-code",
        )
        if tag == "textarea":
            self.writing, self.text = one, ""
        elif tag == "select":
            self.choosing = one
        else:
            assert self.form is not None
            self.form.fields.append(one)

    def handle_data(self, data: str) -> None:
        if self.writing is not None:
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "textarea" and self.writing is not None and self.form is not None:
            self.form.fields.append(replace(self.writing, value=self.text.removeprefix("\n")))
            self.writing = None
        elif tag == "select" and self.choosing is not None and self.form is not None:
            self.form.fields.append(self.choosing)
            self.choosing = None
