"""What only an app to the right knows, an app does not name by a string either: no relation, page, template or address.

What it shows of others they set when the site starts: `page_links`, `surroundings`, `judge_work`.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps
from django.urls import get_resolver

from tests.test_house import APPS, ROOT

# Words that are called like something to the right and mean something else, or cannot be had in another way.
ALIKE = {
    "accounts/languages.py": {"/api/"},  # the language of a program is chosen before its address is looked up
    "operations/serving/request_limits.py": {"/api/"},  # so is the kind of answer to a request that is too large
    "operations/serving/kept_pages.py": {"/api/"},  # and that what programs ask for is not kept
    "operations/serving/door.py": {"/health/"},  # and that whoever looks after the site does not wait
    "operations/conditional.py": {"templates"},  # the folder
    "matches/presenter.py": {"disputes", "penalties"},  # names of what is shown
    "matches/match_context.py": {"disputes", "penalties"},  # functions of `surroundings.judging`
    "matches/_games.html": {"disputes"},
    "matches/_penalties.html": {"penalties"},
    "tournaments/rounds/views_desk.py": {"calls", "disputes", "penalties"},  # arguments that say what waits
    "tournaments/rounds/views_participation.py": {"penalties"},  # a name in the context of its page
    "tournaments/rounds/views_tables.py": {"disputes"},  # a name in the context of its page
    "tournaments/standings/table_status.py": {"calls"},  # the state of a table
    "tournaments/table.html": {"calls"},
}
LOOKUP = re.compile(r"-?[a-z]+(_[a-z]+)*(__[a-z]+(_[a-z]+)*)*")
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}")


def right_of(app: str) -> tuple[str, ...]:
    return APPS[APPS.index(app) + 1 :]


def app_of(module: str) -> str | None:
    return next((app for app in APPS if f"{module}.".startswith(f"bos_tournament.{app}.")), None)


@cache
def relations() -> set[tuple[str, str, str]]:
    """(app that is asked, app that brings the relation, name of the relation), of each that leads to the right."""
    found = set()
    for model in apps.get_models():
        for field in model._meta.get_fields() if (app := app_of(model.__module__)) else ():
            brings = app_of(field.related_model.__module__) if field.auto_created and field.is_relation else None
            if brings in right_of(app):
                found |= {(app, brings, name) for name in (field.name, field.get_accessor_name()) if name}
    return found


@cache
def addresses() -> dict[str, set[str]]:
    """By each app the first words of its addresses and, with a colon, what their names begin with."""
    found: dict[str, set[str]] = {app: set() for app in APPS}
    for included in get_resolver().url_patterns:
        app = app_of(getattr(included.urlconf_name, "__name__", "")) if hasattr(included, "urlconf_name") else None
        for pattern in included.url_patterns if app else ():
            first = str(pattern.pattern).partition("/")[0]
            found[app] |= {f"/{first}/"} if re.fullmatch(r"[a-z-]+", first) else set()
        if app and included.namespace:
            found[app].add(f"{included.namespace}:")
    return found


@cache
def strange_to(app: str) -> tuple[set[str], tuple[str, ...]]:
    """The names of relations that this app does not know, and what strings that lead to the right begin with."""
    right, left = right_of(app), [*APPS[: APPS.index(app)], app]
    names = {name for _asked, brings, name in relations() if brings in right}
    known = {start for each in left for start in addresses()[each]}
    starts = {start for each in right for start in addresses()[each]} - known
    folders = {f"{each}/" for each in right}
    labels = {f"{config.label}." for config in apps.get_app_configs() if app_of(config.name) in right}
    return names, (*starts, *folders, *labels)


def told(text: str, app: str) -> Iterator[str]:
    """What this string names to the right of the app."""
    names, starts = strange_to(app)
    if LOOKUP.fullmatch(text):
        yield from names & set(text.removeprefix("-").split("__"))
    yield from (start for start in starts if text.startswith(start) and re.match(r"[\w<{/]|$", text[len(start) :]))


def told_in_code(path: Path, app: str) -> Iterator[str]:
    tree = ast.parse(path.read_text())
    sentences = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg and "__" in node.arg:
            yield from told(node.arg, app)
        elif isinstance(node, ast.Attribute):
            yield from told(node.attr, app)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in sentences:
            yield from told(node.value, app)


def told_in_template(path: Path, app: str) -> Iterator[str]:
    libraries = {
        file.stem for each in right_of(app) for file in (ROOT / "bos_tournament" / each).glob("templatetags/*")
    }
    text = path.read_text()
    for tag in TAG.findall(text):
        words = re.sub(r"(?<=link_to )['\"][\w.]+['\"]", "", tag)
        yield from libraries & set(tag.split()) if "{% load " in tag else ()
        for word in [*re.findall(r"(?<=[\w]\.)\w+", words), *re.findall(r"['\"]([^'\"]+)['\"]", words)]:
            yield from told(word, app)
    for address in re.findall(r"(?:href|action|hx-get|hx-post)=\"(/[^\"]*)", text):
        yield from told(address, app)


def told_to_the_right(app: str) -> Iterator[tuple[str, str]]:
    code, pages = ROOT / "bos_tournament" / app, ROOT / "templates" / app
    files = [(path, code, told_in_code) for path in code.rglob("*.py") if "migrations" not in path.parts]
    files += [(path, pages, told_in_template) for path in pages.rglob("*.html")]
    for path, folder, read in files:
        name = f"{app}/{path.relative_to(folder)}"
        yield from ((name, each) for each in sorted(set(read(path, app)) - ALIKE.get(name, set())))


@pytest.mark.parametrize("app", APPS[:-1])
def test_an_app_names_nothing_to_its_right(app):
    assert list(told_to_the_right(app)) == []


def test_the_relations_and_addresses_that_are_refused_are_those_of_the_site():
    names, starts = strange_to("matches")

    assert {"pairing", "disputes", "comparison"} <= names
    assert {"judging:", "tournaments:", "/tournaments/", "/disputes/", "judging/", "tournaments."} <= set(starts)
    assert list(told("pairing__round__stage", "matches")) == ["pairing"]
    assert list(told("games__disputes__state", "judging")) == []
