"""What CONTRIBUTING tells newcomers is so: its files are there, and one place is enough where it says so."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from bos_tournament.launch import home
from bos_tournament.pairing.tie_breaks import TIE_BREAKS

ROOT = Path(home.CHECKOUT)
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = sorted(set(re.findall(r"`([\w./]+/[\w.]*)`", TEXT)) - {"./run", "./check"})


@pytest.mark.parametrize("path", FILES)
def test_every_file_that_is_named_is_there(path):
    assert (ROOT / path).exists()


def test_a_tie_break_says_its_words_in_one_file():
    said = str(TIE_BREAKS["sonneborn_berger"].label), str(TIE_BREAKS["sonneborn_berger"].meaning)

    code = [path for top in ("bos_tournament", "engine", "templates") for path in (ROOT / top).rglob("*.*")]
    now = [path for path in code if path.parent.name != "upgrading"]  # what lies there is as it was said once
    texts = {path: path.read_text(encoding="utf-8") for path in now if path.suffix in (".py", ".html", ".toml")}

    for words in said:
        assert [path.name for path, text in texts.items() if words in text] == ["messages.toml"]


DRAWS = """        TieBreak(
            key="draws",
            column=lambda figures: ([counts.drawn for counts in figures.tallies.counts], 1),
            is_share=False,
        ),
"""
DRAWS_WORDS = {"tie_break_short": "Draws", "tie_break": "draws", "tie_break_meaning": "the number of matches drawn"}
ASK = """
import json, django
django.setup()
from bos_tournament.api.tournaments import TournamentUpdateRequestSerializer
from bos_tournament.pairing.event import Event, Pairing, Player, Points
from bos_tournament.pairing.standings import standings
from bos_tournament.tournaments.planning.forms import TieBreaksField

rounds = (
    (Pairing(("Anna", "Ben"), games=(2, 0, 0)), Pairing(("Cleo", "Dan"), games=(1, 1, 0))),
    (Pairing(("Dan", "Anna"), games=(2, 0, 0)), Pairing(("Cleo", "Ben"), games=(1, 1, 0))),
)
people = tuple(map(Player, ("Anna", "Ben", "Cleo", "Dan")))
event = Event(people, rounds, points=Points(2, 1, 0), tie_breaks=("draws",))
print(json.dumps({
    "ranked": [[rank.id, rank.figures["draws"]] for rank in standings(event)],
    "form": "draws" in dict(TieBreaksField().fields[0].choices),
    "heading": "Draws: draws" in str(TieBreaksField().widget.render("tie_breaks", None)),
    "api": "draws" in TournamentUpdateRequestSerializer().fields["tie_breaks"].child.choices,
}))
"""


def test_a_new_tie_break_is_ranked_and_offered_once_its_entry_and_its_words_are_written(tmp_path):
    for folder in ("bos_tournament", "engine", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "static"))
    add_draws(tmp_path / "bos_tournament" / "pairing")

    asked = subprocess.run([sys.executable, "-c", ASK], cwd=tmp_path, capture_output=True, text=True)

    assert asked.returncode == 0, asked.stderr
    assert json.loads(asked.stdout) == {
        "ranked": [["Dan", "1"], ["Cleo", "2"], ["Anna", "0"], ["Ben", "1"]],
        "form": True,
        "heading": True,
        "api": True,
    }


def add_draws(folder):
    code, words = folder / "tie_breaks.py", folder / "messages.toml"
    first = '        TieBreak(\n            key="omw",'
    code.write_text(code.read_text().replace(first, DRAWS + first))
    text = words.read_text()
    for table, word in DRAWS_WORDS.items():
        text = text.replace(f"[{table}]\n", f'[{table}]\ndraws = "{word}"\n')
    words.write_text(text)


def test_the_commands_of_the_project_lead_to_functions():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert sorted(project["scripts"]) == ["bos-engine", "bos-pairing"]
    for place in project["scripts"].values():
        module, name = place.split(":")
        assert callable(getattr(import_module(module), name))


def test_the_licence_and_the_readme_that_the_project_names_are_there():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert [(ROOT / name).is_file() for name in (project["readme"], *project["license-files"])] == [True, True]
    assert project["authors"][0]["name"] in (ROOT / "LICENSE").read_text(encoding="utf-8")
