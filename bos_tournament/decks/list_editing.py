"""Editing a list as text: one more of a card, one fewer, a name put right. What else was written stays."""

import re

from engine.bos.game import Card, CardType, Entry, key, read_deck

HEADINGS: dict[CardType | None, str] = {
    CardType.BOSS: "Boss",
    CardType.WIZARD: "Wizards",
    CardType.SUMMON: "Summons",
    CardType.SPELL: "Spells",
}
RESERVES = "Reserves"
# What a stranger types may be one line of spaces: a run of them is looked at once, not again from each of its places.
COMMENT = re.compile(r"(?<!\s)\s+#")
LINE = re.compile(
    r"(?P<head>\s*(?:(?:boss|bosses|wizards?|summons?|spells?|reserves?)\s*(?:\([0-9]+\)\s*)?:\s*)?)"
    r"(?P<count>[0-9]+[x×]?\s+|[x×][0-9]+\s+)?"
    r"(?P<name>.*?)(?P<after>(?<!\s)\s+(?:[x×][0-9]+|[0-9]+[x×]|\([0-9]+\)))?",
    re.IGNORECASE | re.DOTALL,
)


def add_copies(text: str, card: Card, *, reserve: bool = False, copies: int = 1) -> str:
    """The list with so many more of a playable card, on its own line or on a new one under its heading."""
    if entry := _entry(text, card.name, reserve=reserve):
        return _counted(text, entry, copies)
    heading = RESERVES if reserve else HEADINGS[card.type]
    return _inserted(text, heading, f"{copies} {card.name}", reserve=reserve)


def remove_copy(text: str, name: str, *, reserve: bool = False) -> str:
    """The list with one fewer of a card, from the other pile when only that one holds it; else the same list."""
    entry = _entry(text, name, reserve=reserve) or _entry(text, name, reserve=not reserve)
    return _counted(text, entry, -1) if entry else text


def replace_name(text: str, line: int, name: str) -> str:
    """The list with the name in that line replaced, its count kept; the same list when there is no such line."""
    lines = text.splitlines()
    if not 1 <= line <= len(lines):
        return text
    lines[line - 1] = _rewritten(lines[line - 1], name=name)
    return _joined(lines)


def copies_of(text: str) -> tuple[dict[str, int], dict[str, int]]:
    """How often each card stands in the deck and in the reserves, by the card's key."""
    deck = read_deck(text)
    main, reserves = ({key(entry.name): entry.copies for entry in pile} for pile in (deck.main, deck.reserves))
    return main, reserves


def _entry(text: str, name: str, *, reserve: bool) -> Entry | None:
    deck = read_deck(text)
    pile = deck.reserves if reserve else deck.main
    return next((entry for entry in pile if key(entry.name) == key(name)), None)


def _counted(text: str, entry: Entry, more: int) -> str:
    lines = text.splitlines()
    raw = lines[entry.line - 1]
    alone = read_deck(raw)
    copies = (*alone.main, *alone.reserves)[0].copies + more
    head = _parts(raw)["head"].rstrip()
    rewritten = [_rewritten(raw, copies=copies)] if copies > 0 else [head] if head else []
    lines[entry.line - 1 : entry.line] = rewritten
    return _joined(lines)


def _rewritten(raw: str, *, copies: int | None = None, name: str | None = None) -> str:
    parts = _parts(raw)
    before, after = parts["count"], parts["after"]
    card_name = name or parts["name"] + (after if before else "")
    if copies is not None:
        before, after = f"{copies} ", ""
    return f"{parts['head']}{before}{card_name}{'' if parts['count'] else after}{parts['rest']}"


def _parts(raw: str) -> dict[str, str]:
    """A line as what stands before its card, the count there, the name, the count behind it, and the rest."""
    comment = COMMENT.search(raw)
    end = comment.start() if comment else len(raw.rstrip())
    hit = LINE.fullmatch(raw[:end])
    assert hit is not None, "the pattern fits every line"
    return {**hit.groupdict(""), "rest": raw[end:]}


def _inserted(text: str, heading: str, line: str, *, reserve: bool) -> str:
    """Under the last card of its heading, else under the bare heading, else in a block of its own."""
    lines, deck = text.splitlines(), read_deck(text)
    section = heading.casefold()
    pile = deck.reserves if reserve else deck.main
    if same := [entry.line for entry in pile if entry.section == section]:
        return _joined([*lines[: max(same)], line, *lines[max(same) :]])
    bare = re.compile(rf"{heading.rstrip('s')}(s|es)? ?(\(\d+\))? ?:?", re.IGNORECASE)
    if at := next((number for number, raw in enumerate(lines, 1) if bare.fullmatch(" ".join(raw.split()))), None):
        return _joined([*lines[:at], line, *lines[at:]])
    last = len(lines) if reserve else max((entry.line for entry in deck.main), default=0)
    before, after = lines[:last], lines[last:]
    return _joined([*before, *([""] if before else []), heading, line, *([""] if after and not before else []), *after])


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n" if lines else ""
