"""What most pages need comes in one style sheet and one script, made of parts that know nothing of one another."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import expect

from bos_tournament.launch import asset_bundles


def text_of(name):
    return Path(finders.find(name)).read_text()


@pytest.fixture
def parts(tmp_path, settings, monkeypatch):
    """A folder of parts that a test writes, joined to one `all.js`."""
    settings.BOS_HOME = tmp_path
    monkeypatch.setattr(asset_bundles, "PARTS", tmp_path)
    monkeypatch.setitem(asset_bundles.JOINED, "all.js", ("one.js", "two.js"))
    (tmp_path / "one.js").write_text("const word = 1;\n")
    (tmp_path / "two.js").write_text("const word = 2;\ndocument.title = String(word);\n")
    return tmp_path


@pytest.mark.parametrize("name", asset_bundles.JOINED)
def test_every_part_stands_in_its_joined_file_once_and_in_order(name):
    whole = text_of(name)

    places = [whole.find(asset_bundles.wrapped(asset_bundles.PARTS / part)) for part in asset_bundles.JOINED[name]]

    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize("entry", sorted(asset_bundles.ENTRIES.iterdir()), ids=lambda entry: entry.name)
def test_an_entry_imports_parts_that_are_there_and_does_nothing_else(entry):
    about, *imports = entry.read_text().splitlines()

    assert about.startswith("/* ")
    assert len(imports) == len(asset_bundles.JOINED[entry.name]) == len(set(imports))
    assert [part for part in asset_bundles.JOINED[entry.name] if not (asset_bundles.PARTS / part).is_file()] == []


def test_what_is_meant_for_paper_stays_on_paper():
    screen, paper = text_of("site.css").split("@media print {\n")

    assert "@page" in paper
    assert "@page" not in screen


@pytest.mark.parametrize("name", [name for name in asset_bundles.JOINED if name.endswith(".js")])
def test_a_script_imports_only_from_parts_before_it_what_they_export(name):
    exported = {}
    for part in asset_bundles.JOINED[name]:
        text = (asset_bundles.PARTS / part).read_text()
        taken = asset_bundles.IMPORTS.findall(text)
        assert [names for names, of in taken if not names_in(names) <= exported[of]] == []
        exported[Path(part).stem] = {word for names in asset_bundles.EXPORTS.findall(text) for word in names_in(names)}
        joined = asset_bundles.wrapped(asset_bundles.PARTS / part)
        assert re.search(r"^\s*(import|export)\b", joined, re.M) is None, "no other way to write them is understood"


def names_in(braces):
    return set(re.findall(r"\w+", braces))


def test_a_changed_part_changes_the_joined_file_and_nothing_else_does(parts):
    made = asset_bundles.join("all.js")
    before = made.stat().st_mtime_ns
    assert asset_bundles.join("all.js").stat().st_mtime_ns == before

    (parts / "one.js").write_text("const word = 3;\n")

    assert "const word = 3;" in asset_bundles.join("all.js").read_text()
    assert [file.name for file in (parts / "joined").iterdir()] == ["all.js"]


def test_a_part_uses_what_one_before_it_exports(parts, browser):
    (parts / "one.js").write_text('const word = "Anna";\nexport { word };\n')
    (parts / "two.js").write_text('import { word } from "./one.js";\ndocument.title = word;\n')
    page = browser.new_page()
    page.set_content("<title>0</title>")

    page.add_script_tag(content=asset_bundles.join("all.js").read_text(), type="module")

    expect(page).to_have_title("Anna")
    page.close()


def test_parts_use_one_name_twice_and_one_that_fails_leaves_the_others_to_work(parts, browser):
    (parts / "one.js").write_text("const word = 1;\nnobody.speaks();\n")
    page = browser.new_page()
    page.set_content("<title>0</title>")

    page.add_script_tag(content=asset_bundles.join("all.js").read_text(), type="module")

    expect(page).to_have_title("2")
    page.close()
