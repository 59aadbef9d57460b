"""The house keeps its walls: who may know whom, what files are called, and that each says what it is about."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
APPS = ("accounts", "history", "cards", "decks", "matches", "tournaments", "judging", "api")
SOURCES = sorted(
    path
    for folder in ("engine", "bos_tournament", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts and path.stat().st_size
)
TESTS = sorted(path for path in (ROOT / "tests").rglob("*.py") if path.stat().st_size)
MOST_LINES = 600

# Inside an app a module knows its own row and those before it: models, deeds and access, forms and tasks, views, urls.
ROWS = ("models", "deeds", "doors", "views", "urls")


def row(module: str) -> int:
    name = module.split(".")[0]
    if name == "urls":
        return ROWS.index(name)
    if name == "models" or name.startswith("models_"):
        return ROWS.index("models")
    if name == "views" or name.startswith("views_"):
        return ROWS.index("views")
    if name in ("forms", "tasks", "admin", "management") or name.startswith("forms_"):
        return ROWS.index("doors")
    return ROWS.index("deeds")


def imports(path: Path):
    """Every module this file imports when it is loaded, by its full name."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_apps_know_only_those_to_their_left_and_the_pure_hearts_know_nobody():
    command = Path(sys.executable).with_name("lint-imports")

    done = subprocess.run([command, "--no-cache"], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout


def test_the_package_of_the_site_imports_nothing():
    assert list(imports(ROOT / "bos_tournament" / "__init__.py")) == []


@pytest.mark.parametrize("app", APPS[:-1])
def test_inside_an_app_deeds_do_not_know_forms_nor_forms_views(app):
    prefix = f"bos_tournament.{app}."
    wrong = [
        f"{path.name} imports {name}"
        for path in (ROOT / "bos_tournament" / app).glob("*.py")
        for name in imports(path)
        if name.startswith(prefix) and row(name.removeprefix(prefix)) > row(path.stem)
    ]

    assert wrong == []


def test_no_file_has_a_name_that_says_nothing():
    nothing = {"services", "utils", "util", "helpers", "helper", "common", "core", "mixins", "misc", "selectors"}

    assert [path for path in SOURCES if nothing & {path.stem, *path.parts}] == []


@pytest.mark.parametrize("path", [*SOURCES, *TESTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_begins_with_what_it_is_about_and_stays_on_one_subject(path):
    text = path.read_text()

    assert ast.get_docstring(ast.parse(text)), "the first line says what the file is about"
    assert len(text.splitlines()) <= MOST_LINES


def test_migrations_have_names_given_by_hand():
    found = [path.stem for path in (ROOT / "bos_tournament").glob("*/migrations/0*.py")]

    assert [name for name in found if "auto" in name or name.endswith("initial")] == []
