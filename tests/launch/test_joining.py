"""What most pages need comes in one style sheet and one script, made of parts that know nothing of one another."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import expect

from bos_tournament.launch import joining


def text_of(name):
    return Path(finders.find(name)).read_text()


@pytest.fixture
def parts(tmp_path, settings, monkeypatch):
    """A folder of parts that a test writes, joined to one `all.js`."""
    settings.BOS_HOME = tmp_path
    monkeypatch.setattr(joining, "PARTS", tmp_path)
    monkeypatch.setitem(joining.JOINED, "all.js", ("one.js", "two.js"))
    (tmp_path / "one.js").write_text("const word = 1;\n")
    (tmp_path / "two.js").write_text("const word = 2;\ndocument.title = String(word);\n")
    return tmp_path


@pytest.mark.parametrize("name", joining.JOINED)
def test_every_part_stands_in_its_joined_file_once_and_in_order(name):
    whole = text_of(name)

    places = [whole.find((joining.PARTS / part).read_text()) for part in joining.JOINED[name]]

    assert -1 not in places
    assert places == sorted(places)


def test_what_is_meant_for_paper_stays_on_paper():
    screen, paper = text_of("site.css").split("@media print {\n")

    assert "@page" in paper
    assert "@page" not in screen


def test_a_script_that_others_are_joined_with_imports_and_exports_nothing():
    scripts = {part for name, parts in joining.JOINED.items() if name.endswith(".js") for part in parts}

    assert [one for one in scripts if re.search(r"^(import|export)\b", (joining.PARTS / one).read_text(), re.M)] == []


def test_a_changed_part_changes_the_joined_file_and_nothing_else_does(parts):
    made = joining.join("all.js")
    before = made.stat().st_mtime_ns
    assert joining.join("all.js").stat().st_mtime_ns == before

    (parts / "one.js").write_text("const word = 3;\n")

    assert "const word = 3;" in joining.join("all.js").read_text()
    assert [file.name for file in (parts / "joined").iterdir()] == ["all.js"]


def test_parts_use_one_name_twice_and_one_that_fails_leaves_the_others_to_work(parts, browser):
    (parts / "one.js").write_text("const word = 1;\nnobody.speaks();\n")
    page = browser.new_page()
    page.set_content("<title>0</title>")

    page.add_script_tag(content=joining.join("all.js").read_text(), type="module")

    expect(page).to_have_title("2")
    page.close()
