"""The house keeps its walls: who may know whom, what files are called, and that each says what it is about."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from engine.bos.model.state import State

ROOT = Path(__file__).parent.parent
APPS = (
    "accounts",
    "audit",
    "operations",
    "cards",
    "decks",
    "matches",
    "play",
    "tournaments",
    "judging",
    "privacy",
    "api",
)
SOURCES = sorted(
    path
    for folder in ("engine", "bos_tournament", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.relative_to(ROOT).parts and path.stat().st_size
)
TESTS = sorted(path for path in (ROOT / "tests").rglob("*.py") if path.stat().st_size)
MOST_LINES = {True: 500, False: 600}
"""Of a file of the product, and of a test."""
MOST_OF_A_FUNCTION = 40
MOST_MODULES = 35

# Inside an app a module knows its own row and those before it: models, deeds and access, forms and tasks, views, urls.
ROWS = ("models", "deeds", "doors", "views", "urls")
WORDS = {
    "models": ("models",),
    "doors": ("forms", "tasks", "admin", "management"),
    "views": ("views",),
    "urls": ("urls",),
}


def row(module: str) -> int:
    """The row of a module of an app or of one of its rooms, by the first of its words that tells it."""
    return next((ROWS.index(told) for told in map(told_by, module.split(".")) if told), ROWS.index("deeds"))


def told_by(name: str) -> str | None:
    for told, names in WORDS.items():
        if name in names or name.startswith(tuple(f"{each}_" for each in names)):
            return told
    return None


def module_of(path: Path, app: str) -> str:
    return ".".join(path.relative_to(ROOT / "bos_tournament" / app).with_suffix("").parts)


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


def test_whatever_all_games_share_is_kept_from_knowing_a_game_and_from_counting_on_two_seats():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    kept = next(each for each in contracts if each["name"] == "What all games share knows no game")
    shared = [path for path in (ROOT / "engine").glob("*.py") if path.stem not in ("__init__", "__main__")]
    bots = (ROOT / "engine" / "bots").glob("*.py")

    assert kept["source_modules"] == sorted(["engine.bots", *(f"engine.{path.stem}" for path in shared)])
    assert [path.name for path in (*shared, *bots) if re.search(r"1 - seat|seat ^ 1|\"P[12]\"", path.read_text())] == []


def test_no_file_knows_itself_by_way_of_others():
    known = {name_of(path): path for path in SOURCES}
    graph = {name: set(run_imports(path, known)) & known.keys() - {name} for name, path in known.items()}

    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        pytest.fail(" → ".join(circle.args[1]))


def run_imports(path: Path, known):
    """Every module that this file imports, wherever it does; what only the type checker reads is no import."""
    tree = ast.parse(path.read_text())
    unread = {
        id(node)
        for check in ast.walk(tree)
        if isinstance(check, ast.If) and ast.unparse(check.test).endswith("TYPE_CHECKING")
        for node in ast.walk(check)
    }
    for node in ast.walk(tree):
        if id(node) in unread:
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            named = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in known else node.module for name in named)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_the_package_of_the_site_imports_nothing():
    assert list(imports(ROOT / "bos_tournament" / "__init__.py")) == []


@pytest.mark.parametrize("app", APPS[:-1])
def test_inside_an_app_deeds_do_not_know_forms_nor_forms_views(app):
    prefix = f"bos_tournament.{app}."
    wrong = [
        f"{path.name} imports {name}"
        for path in (ROOT / "bos_tournament" / app).rglob("*.py")
        if path.parent.name != "migrations"
        for name in imports(path)
        if name.startswith(prefix) and row(name.removeprefix(prefix)) > row(module_of(path, app))
    ]

    assert wrong == []


def test_not_modified_is_answered_in_one_place_and_refusals_are_shown_in_one_way():
    by_hand = re.compile(r"If-None-Match|get_conditional_response|conditional_page|status=304|NotModified|ETag")
    at_forms = re.compile(r"add_error\([^)]*refus")
    site = {path: path.read_text() for path in SOURCES if "bos_tournament" in path.parts}
    pages = {path: path.read_text() for path in (ROOT / "templates").rglob("*.html")}

    assert {path.name for path, text in (site | pages).items() if by_hand.search(text)} == {"conditional.py"}
    assert {path.name for path, text in site.items() if at_forms.search(text)} == {"refusals.py"}


def test_what_allauth_does_not_promise_is_used_in_one_file():
    private = {path.name for path in SOURCES for name in imports(path) if ".internal" in name}

    assert private == {"allauth_internals.py"}


def test_no_file_has_a_name_that_says_nothing():
    nothing = {"services", "utils", "util", "helpers", "helper", "common", "core", "mixins", "misc", "selectors"}

    assert [path for path in SOURCES if nothing & {path.stem, *path.parts}] == []


@pytest.mark.parametrize("path", [*SOURCES, *TESTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_begins_with_what_it_is_about_and_stays_on_one_subject(path):
    text = path.read_text()

    assert ast.get_docstring(ast.parse(text)), "the first line says what the file is about"
    assert len(text.splitlines()) <= MOST_LINES[path in SOURCES]


def test_a_folder_holds_at_most_as_many_modules_as_a_newcomer_can_look_through():
    folders = Counter(path.parent.relative_to(ROOT) for path in SOURCES if path.name != "__init__.py")

    assert {str(folder): count for folder, count in folders.items() if count > MOST_MODULES} == {}


def test_an_app_begins_with_one_migration_and_later_ones_have_names_given_by_hand():
    found = list((ROOT / "bos_tournament").glob("*/migrations/0*.py"))
    first = {path for path in found if path.stem == "0001_initial"}

    assert {path.parent for path in first} == {path.parent for path in found}
    assert [path for path in found if path not in first and re.search("^0001|auto|initial", path.stem)] == []


def test_no_function_is_longer_than_a_page():
    long = [
        f"{path.name}: {node.name}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno + 1 > MOST_OF_A_FUNCTION
    ]

    assert long == []


def test_no_module_and_no_line_is_exempt_from_the_type_checker():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]
    exempt = re.compile(r"# (?:mypy: |type: ignore)")

    assert settings["disallow_untyped_defs"]
    assert [part for part in (settings, *settings["overrides"]) if "ignore_errors" in part] == []
    assert [path for path in SOURCES if exempt.search(path.read_text())] == []


def records(path: Path):
    """The public dataclasses and named tuples of a file, each with the lines of the file."""
    text = path.read_text()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            said = [ast.unparse(part) for part in (*node.decorator_list, *node.bases)]
            if any(part.startswith(("dataclass", "NamedTuple")) for part in said):
                yield node, text.splitlines()


def undocumented(record: ast.ClassDef, lines: list[str]):
    """The attributes of a record with no line below or beside them, and no name quoted, or with a colon, above all."""
    above = ast.get_docstring(record) or ""
    for node, below in zip(record.body, [*record.body[1:], None], strict=True):
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name) or node.target.id[0] == "_":
            continue
        said = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        said = said or "#: " in lines[node.lineno - 1] or has_help(node)
        if not said and not re.search(rf"`{node.target.id}`|\b{node.target.id}: ", above):
            yield f"{record.name}.{node.target.id}"


def has_help(attribute: ast.AnnAssign) -> bool:
    """Whether the metadata of a setting holds the sentence that its page shows for it."""
    return any(part.arg == "help" for part in ast.walk(attribute) if isinstance(part, ast.keyword))


def test_every_attribute_of_a_record_has_a_line_that_says_what_it_holds():
    missing = [name for path in SOURCES for record in records(path) for name in undocumented(*record)]

    assert missing == []


def test_what_a_draft_has_and_a_state_has_not_is_documented_too():
    text = (ROOT / "engine" / "bos" / "model" / "state.py").read_text()
    draft = next(node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == "Draft")
    slots = next(ast.literal_eval(node.value) for node in draft.body if isinstance(node, ast.Assign))
    own = {name for name in slots if name[0] != "_"} - set(State._fields)

    assert own <= {node.target.id for node in draft.body if isinstance(node, ast.AnnAssign)}
    assert list(undocumented(draft, text.splitlines())) == []


# Public names that more than three modules may define, and why.
REPEATED = {
    "main": "what a command line runs",
    "Command": "Django looks for a management command by this name",
    "start": "the contract of a game, and what begins a server or a process",
}


def test_a_public_name_is_defined_in_at_most_three_modules():
    places = defaultdict(set)
    for path in SOURCES:
        if "benchmarks" in path.parts:
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].add(path.relative_to(ROOT).as_posix())

    repeated = {name: sorted(found) for name, found in places.items() if len(found) > 3}
    assert {name: found for name, found in repeated.items() if name not in REPEATED} == {}
