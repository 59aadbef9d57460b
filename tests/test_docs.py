"""What README and docs/ promise is there: links, commands, addresses, buttons, examples."""

import re
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import get_commands
from django.urls import Resolver404, resolve

from bos_tournament.api.conventions import docs
from bos_tournament.launch import home
from engine.bos import game as bos
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import Pool, sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Given
from engine.verdict import judge_text

ROOT = Path(home.CHECKOUT)
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXTS = {page: page.read_text(encoding="utf-8") for page in PAGES}
README = TEXTS[ROOT / "README.md"]
FIRST = TEXTS[ROOT / "docs" / "first-tournament.md"]

LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)")
FENCED = re.compile(r"^ *```\w*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
ADDRESS = re.compile(r"/[\w<>/.-]*")
LOCAL = re.compile(r"http://127\.0\.0\.1:8000(/[\w/]*)?")
PROGRAM = re.compile(r"python3? -m (engine|bos_tournament\.pairing) ([a-z-]+)")
MANAGE = re.compile(r"manage\.py ([a-z_]+)")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
PICTURE_BYTES = 300_000
WITH_BUTTONS = [
    "cards.md",
    "first-tournament.md",
    "judges.md",
    "operators.md",
    "organizers.md",
    "players.md",
    "webhooks.md",
]

names = {"ids": lambda page: page.name}


def shown(pattern):
    """Everything in code, in blocks or in a line, that this pattern finds."""
    code = [piece for text in TEXTS.values() for kind in (FENCED, INLINE) for piece in kind.findall(text)]
    return sorted({found for piece in code for found in pattern.findall(piece)})


def answers(address):
    """Whether the site has a page there; an address that ends early stands for those that begin so."""
    filled = address.replace("<attempt>", "1").replace("<match>", str(uuid4()))
    filled = re.sub(r"<\w+>", "x", filled)
    for tried in (filled, f"{filled}x/"):
        try:
            resolve(tried)
            return True
        except Resolver404:
            continue
    return False


@pytest.fixture(scope="module")
def site():
    """Every text of the site, in templates and in Python, on one line."""
    sources = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "bos_tournament").rglob("*.py")]
    return " ".join(word for source in sources for word in source.read_text(encoding="utf-8").split())


def as_written(label):
    """What a label looks like in a template or in Python, where a page fills in numbers and names of rounds."""
    filled = re.sub(r"([Rr]ound )?\d+|…", lambda _: r"(\{\{[^}]+\}\}|%\(\w+\)s)", re.escape(label).replace(r"\ ", " "))
    return rf"[\"'>}}] ?{filled} ?[\"'<{{:]"


@pytest.mark.parametrize("page", PAGES, **names)
def test_every_link_of_a_page_leads_somewhere(page):
    broken = [link for link in LINK.findall(TEXTS[page]) if not (page.parent / link).exists()]

    assert broken == []


def test_every_page_of_docs_is_named_in_the_readme():
    linked = {Path(link).name for link in LINK.findall(README)}

    assert {page.name for page in PAGES} - {"README.md"} <= linked


def test_the_game_on_the_first_screen_is_judged_as_the_readme_says():
    script, answer = FENCED.findall(README)[:2]

    script = script.replace("python3", sys.executable, 1)
    judged = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True)
    findings = [re.findall(r"^illegal.*?:|^  [\d.]+", said, re.MULTILINE) for said in (answer, judged.stdout)]

    assert len(script.splitlines()) == 6
    assert (judged.returncode, findings[1]) == (1, findings[0])
    assert findings[0] == ["illegal, line 2, rule 8.1.1:", "  8.1.1"]


def test_the_picture_is_small():
    pictures = list((ROOT / "docs" / "pictures").glob("*.png"))

    assert [picture.name for picture in pictures] == ["desk-and-match.png"]
    assert all(picture.stat().st_size <= PICTURE_BYTES for picture in pictures)


@pytest.mark.parametrize("command", ["run", "check"])
def test_the_two_commands_can_be_called(command):
    assert f"./{command}\n" in README
    assert (ROOT / command).stat().st_mode & 0o111


def test_every_management_command_that_is_shown_exists():
    called = shown(MANAGE)

    assert {"code", "backup", "restore"} <= set(called)
    assert set(called) <= set(get_commands())


@pytest.mark.parametrize(("program", "command"), shown(PROGRAM))
def test_every_program_that_is_shown_knows_its_command(program, command):
    told = subprocess.run([sys.executable, "-m", program, command, "--help"], cwd=ROOT, capture_output=True, text=True)

    assert told.returncode == 0, told.stderr


def test_every_address_that_is_shown_is_a_page():
    inline = {piece for text in TEXTS.values() for piece in INLINE.findall(FENCED.sub("", text))}
    addresses = {piece for piece in inline if ADDRESS.fullmatch(piece)}
    addresses |= {path or "/" for path in LOCAL.findall(README + FIRST)}

    assert {"/join/", "/account/", "/rules/", "/verify/<match>/<attempt>/"} <= addresses
    assert [address for address in sorted(addresses) if not answers(address)] == []


@pytest.mark.parametrize("name", WITH_BUTTONS)
def test_every_button_that_a_page_of_the_docs_names_is_on_the_site(name, site):
    # A bold word that ends like a sentence begins a paragraph; every other is a button, a link or a field.
    labels = {label for label in BOLD.findall(TEXTS[ROOT / "docs" / name]) if label[-1] not in ".:?"}

    assert labels
    assert [label for label in sorted(labels) if not re.search(as_written(label), site)] == []


def test_the_written_game_of_the_docs_is_what_they_say():
    page = TEXTS[ROOT / "docs" / "notation.md"]
    game = re.search(r"```bln\n(.*?)```", page, re.DOTALL)[1]
    decks = starter_decks()

    found = judge_text(
        bos, game, Given({"P1": decks["First Sparks"], "P2": decks["Open Meadow"]}, sample_pool(), DEFAULT_EDITION)
    )

    assert (found["finding"], found["winner"]) == ("legal", "P2")


def test_the_game_with_abilities_of_the_docs_is_what_they_say():
    page = TEXTS[ROOT / "docs" / "notation.md"].partition("## Targets, numbers and abilities")[2]
    game = re.search(r"```bln\n(.*?)```", page, re.DOTALL)[1]
    decks = starter_decks()

    found = judge_text(
        bos, game, Given({"P1": decks["Deep Grove"], "P2": decks["Open Meadow"]}, sample_pool(), DEFAULT_EDITION)
    )

    assert (found["finding"], found["winner"], found["reason"]) == ("legal", "P1", "concession")


def test_the_game_written_in_a_hurry_is_read_as_the_docs_say():
    section = TEXTS[ROOT / "docs" / "notation.md"].partition("## Shorthand")[2]
    game = re.search(r"```bln\n(.*?)```", section, re.DOTALL)[1]
    decks = starter_decks()

    found = judge_text(
        bos, game, Given({"P1": decks["First Sparks"], "P2": decks["Open Meadow"]}, sample_pool(), DEFAULT_EDITION)
    )

    assert (found["finding"], found["winner"], found["reason"]) == ("legal", "P2", "concession")
    assert all(
        written in game for written in ("S a: ", "; S Lava", "\n3. end", "pass", "End of turn", "> B a, E", "concede")
    )


def test_the_game_of_three_of_the_docs_is_what_they_say():
    section = TEXTS[ROOT / "docs" / "notation.md"].partition("## More than two players")[2]
    game = re.search(r"```bln\n(.*?)```", section, re.DOTALL)[1]
    decks = starter_decks()
    lists = {f"P{seat}": decks[name] for seat, name in enumerate(("First Sparks", "Open Meadow", "Clear Ice"), 1)}

    found = judge_text(bos, game, Given(lists, sample_pool(), DEFAULT_EDITION))

    assert (found["finding"], found["winner"], found["places"]) == ("legal", "P1", {"P1": 1, "P2": 3, "P3": 2})


def test_the_docs_explain_every_finding():
    page = TEXTS[ROOT / "docs" / "notation.md"]

    for finding in ("legal", "unfinished", "illegal", "contradicted", "unproven", "unreadable"):
        assert f"| {finding} |" in page


def test_the_catalogue_of_the_docs_can_be_read():
    page = TEXTS[ROOT / "docs" / "cards.md"]

    pool = Pool.read(re.search(r"```json\n(.*?)```", page, re.DOTALL)[1])

    assert [card.name for card in pool.cards] == ["Cinder Imp"]


def test_every_address_of_the_api_that_is_shown_answers_that_method():
    page = TEXTS[ROOT / "docs" / "api.md"]
    calls = re.findall(r"^curl (.*)\"\$SITE(/[^\"?]*)", page, re.MULTILINE)
    paths = {re.sub(r"\{\w+\}", "x", path): methods for path, methods in docs.schema()["paths"].items()}

    assert len(calls) > 12
    for options, path in calls:
        known = re.sub(r"\$MATCH|\$GAME|autumn-cup|winter-cup|(?<=rounds/)\d+", "x", f"/api/v1{path}")
        assert ("post" if "--json" in options else "get") in paths[known], path
