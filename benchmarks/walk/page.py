"""What can be done on a page: its links, its forms with what they would send, and what it warns of."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

Attributes = dict[str, str]
EMPTY = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "use", "wbr"})
ASKED_BY_THEMSELVES = ("hx-get",)
WARNS = ("summary", "warn", "bad", "errorlist")


@dataclass
class Field:
    """A field of a form, or a button; `values` are what a select or a group of radio buttons offers."""

    name: str
    """The key it is sent by; may be empty."""
    kind: str
    """The type of an input, or `textarea`, `select` or `submit`."""
    value: str = ""
    """What it would send."""
    chosen: bool = True
    """Whether it would send anything."""
    facts: Attributes = field(default_factory=dict)
    """The attributes of its tag."""
    values: list[str] = field(default_factory=list)


@dataclass
class Form:
    action: str
    """The address it is sent to; empty for that of the page."""
    method: str
    """`get` or `post`."""
    fields: list[Field] = field(default_factory=list)
    """In the order of the page, without its buttons."""
    buttons: list[Field] = field(default_factory=list)
    """Those that send it."""
    facts: Attributes = field(default_factory=dict)
    """The attributes of its tag."""

    def sent(self, button: Field) -> dict[str, list[str]]:
        """What a browser sends when this button is pressed and nothing was typed."""
        data: dict[str, list[str]] = {}
        for one in [*self.fields, button]:
            if one.name and one.chosen and one.kind != "file" and "disabled" not in one.facts:
                data.setdefault(one.name, []).append(one.value)
        return data


class Page(HTMLParser):
    """Reads a page, or a part of one."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.parts: list[str] = []
        self.forms: list[Form] = []
        self.warnings: list[str] = []
        self.lone: list[tuple[str, Field]] = []  # fields and buttons that name their form by id
        self.form: Form | None = None
        self.select: Field | None = None
        self.area: Field | None = None
        self.off = 0  # inside so many fieldsets that are switched off
        self.sets: list[bool] = []
        self.open: list[tuple[str, bool]] = []
        self.feed(html)
        self.close()
        for owner, one in self.lone:
            for form in self.forms:
                if form.facts.get("id") == owner:
                    (form.buttons if one.kind in ("submit", "image") else form.fields).append(one)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        if tag not in EMPTY:
            told = "hidden" not in facts and any(word in WARNS for word in facts.get("class", "").split())
            if told:
                self.warnings.append("")
            self.open.append((tag, told))
        for name in ASKED_BY_THEMSELVES:
            if name in facts:
                self.parts.append(facts[name])
        if tag in ("a", "link") and facts.get("href") and facts.get("rel") != "stylesheet":
            self.links.append(facts["href"])
        if tag == "fieldset":
            self.sets.append("disabled" in facts)
            self.off += "disabled" in facts
        if tag == "form":
            self.form = Form(facts.get("action", ""), facts.get("method", "get").lower(), facts=facts)
            self.forms.append(self.form)
        elif tag in ("input", "button", "select", "textarea") and not self._is_off(facts):
            self._field(tag, facts)
        elif tag == "option" and self.select is not None and "disabled" not in facts:
            value = facts.get("value", "")
            self.select.values.append(value)
            if "selected" in facts or len(self.select.values) == 1:
                self.select.value = value

    def _is_off(self, facts: Attributes) -> bool:
        return "disabled" in facts or facts.get("aria-disabled") == "true" or self.off > 0

    def _field(self, tag: str, facts: Attributes) -> None:
        kind = facts.get("type", {"button": "submit", "input": "text"}.get(tag, tag)).lower()
        one = Field(facts.get("name", ""), kind, facts.get("value", ""), facts=facts)
        if kind in ("checkbox", "radio"):
            one.chosen, one.value = "checked" in facts, facts.get("value", "on")
        self.select = one if tag == "select" else None
        self.area = one if tag == "textarea" else None
        if kind in ("button", "reset"):
            return
        if "form" in facts:
            self.lone.append((facts["form"], one))
        elif self.form is not None:
            (self.form.buttons if kind in ("submit", "image") else self.form.fields).append(one)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea":
            self.area = None
        elif tag == "fieldset" and self.sets:
            self.off -= self.sets.pop()
        while tag in [name for name, _ in self.open] and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.area.value += data if self.area.value else data.removeprefix("\r").removeprefix("\n")
        if self.warnings and any(told for _, told in self.open):
            self.warnings[-1] = " ".join(f"{self.warnings[-1]} {data}".split())
