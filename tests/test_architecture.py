"""What the page about the architecture tells is so: its files are there, and its order is the one that is kept."""

import re
import tomllib
from pathlib import Path

import pytest

from bos_tournament.launch import home

ROOT = Path(home.CHECKOUT)
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FILES = sorted(set(re.findall(r"`((?:bos_tournament|engine|templates|tests)/[\w./]+\.\w+)`", TEXT)))
SUBJECTS = ["a bid", "a deck list", "a result", "a dispute", "a round"]


def section(title):
    return TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def contract(container):
    """The layers that are kept in a package, from the first that may be known by all others."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(kept["layers"] for kept in contracts if kept.get("containers") == [container])
    return [name for layer in reversed(layers) for name in re.findall(r"\w+", layer)]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_life_of_a_thing_is_told_as_its_files_in_order(subject):
    steps = re.findall(r"^(\d+)\. `([\w./]+)`: ", section(f"Life of {subject}"), re.MULTILINE)

    assert len(steps) >= 10
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))


@pytest.mark.parametrize("path", FILES)
def test_every_file_that_the_architecture_names_is_there(path):
    assert (ROOT / path).is_file()


@pytest.mark.parametrize(
    ("title", "container"),
    [
        ("The apps", "bos_tournament"),
        ("The rooms of tournaments", "bos_tournament.tournaments"),
        ("The rooms of judging", "bos_tournament.judging"),
        ("The rooms of the engine", "engine.bos"),
    ],
)
def test_the_order_that_is_told_is_the_order_that_is_kept(title, container):
    told = re.findall(r"^\| `(\w+)` \|", section(title), re.MULTILINE)
    kept = contract(container)
    rooms = {path.parent.name for path in (ROOT / container.replace(".", "/")).glob("*/__init__.py")}

    assert told == [name for name in kept if name in told]
    assert rooms & set(kept) <= set(told)


def test_the_overview_shows_the_apps_from_the_last_to_the_first():
    drawn = re.findall(r"^ │   ([a-z, ]+?)(?: {2,}|\n)", section("Overview"), re.MULTILINE)
    kept = contract("bos_tournament")

    assert [name for line in drawn for name in line.split(", ") if name in kept][:-2] == kept[:1:-1]


def test_the_page_ends_with_what_would_be_done_differently():
    assert re.findall(r"^## (.*)", TEXT, re.MULTILINE)[-1] == "Regrets"
