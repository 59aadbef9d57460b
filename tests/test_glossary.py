"""The glossary is in order, explains a word once, and names classes and fields that exist."""

import re
from pathlib import Path

import pytest

from bos_tournament.launch import home

ROOT = Path(home.CHECKOUT)
SECTIONS = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").split("\n## ")[1:]
SOURCES = [
    path.read_text(encoding="utf-8") for top in ("engine", "bos_tournament") for path in (ROOT / top).rglob("*.py")
]


def rows(section):
    """The word of each row, and the class or field it names, or nothing."""
    return re.findall(r"^\| ([^|]+) \| [^|]+ \| (?:`([\w.]+)` )?\|$", section, re.MULTILINE)


def exists(name):
    """Whether a class of this name is in the code, with the field that stands behind the dot."""
    kind, _, field = name.partition(".")
    body = re.compile(rf"^class {kind}\b.*?(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
    classes = [found for source in SOURCES if f"class {kind}" in source for found in body.findall(source)]
    return any(re.search(rf"^    {field}\b", found, re.MULTILINE) for found in classes)


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.partition("\n")[0])
def test_the_words_of_a_section_are_in_alphabetical_order_and_stand_there_once(section):
    words = [word for word, _ in rows(section)]

    assert len(words) == section.count("\n| ") - 1
    assert words == sorted(set(words))


def test_every_class_and_field_of_the_glossary_exists():
    named = [name for section in SECTIONS for _, name in rows(section) if name]

    assert len(named) > 60
    assert [name for name in named if not exists(name)] == []
