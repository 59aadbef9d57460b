"""Every word that people read can be translated: none stands outside the catalogues, and these are up to date."""

import ast
import io
import re
import string
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings as site
from django.template.base import DebugLexer, TokenType

from bos_tournament.launch import home, translations

ROOT = home.CHECKOUT
OTHERS = [code for code, _ in site.LANGUAGES if code != site.LANGUAGE_CODE]
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".txt"))
CODE = [path for path in (ROOT / "bos_tournament").rglob("*.py") if "migrations" not in path.parts]

# Names, units and signs that are the same in every language, and what the API calls itself by.
SAME_EVERYWHERE = {
    "BOS",
    "Tournament",
    "UTC",
    "API",
    "JSON",
    "CSV",
    "PDF",
    "OpenAPI",
    "QR",
    "BLN",
    "P1",
    "P2",
    "P3",
    "P4",
    "ms",
    "min",
}
SPOKEN = ("alt", "title", "aria-label", "aria-description", "placeholder", "label", "content")
META = {"og:title", "og:description", "og:image:alt", "description"}
# Arguments of includes that are shown; others are names of icons and kinds.
SHOWN = re.compile(r"""\b(?:text|title|action|heading|label|empty|said|what|place)=("[^"]*"|'[^']*')""")
# Filters that say something, but for the names of icons, kinds and forms.
GLUED = re.compile(r"""\|pluralize|\|yesno:"[A-Za-z]|\|default:(?!'form'|'bad'|"stone")["'][^"']*[A-Za-z]{2}""")
# What holds several codes for scripts, or names of cards, with spaces between.
CODES = {"data-live", "data-path"}
WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{2,}")
PLACE = re.compile(r"%\((\w+)\)[sd]|(?<!%)%[sd]")
# A gap of a phrase that bends: what it asks of its argument stands behind the name, and each language asks otherwise.
BENT = re.compile(r"%\((\w*)[^)]*\)s")


def words_in(text):
    return [word for word in WORD.findall(re.sub(r"&\w+;", " ", text)) if word not in SAME_EVERYWHERE]


class Page(HTMLParser):
    """Collects words of a page that stand in its text and in attributes that are read aloud or shown."""

    def __init__(self):
        super().__init__()
        self.found, self.silent = [], []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag in ("script", "style", "code", "pre"):
            self.silent.append(tag)
        for name, value in attrs:
            read = name in SPOKEN and (name != "content" or given.get("property", given.get("name")) in META)
            # What a script shows is handed to it as a sentence; other data are codes without spaces.
            sentence = (
                name.startswith("data-") and name not in CODES and " " in (value or "").strip() and words_in(value)
            )
            button = tag == "input" and name == "value" and given.get("type") in ("submit", "button")
            if (read or sentence or button) and words_in(value or ""):
                self.found.append(f"{name}={value}")

    def handle_endtag(self, tag):
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data):
        if not self.silent and words_in(data):
            self.found.append(data.strip())


def untranslated(source):
    """What a template says outside `translate` and `blocktranslate`."""
    kept, inside, found = [], False, []
    for token in DebugLexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            name = token.contents.split()[0]
            inside = name == "blocktranslate" or (inside and name != "endblocktranslate")
            found += [f"{{% {token.contents} %}}" for said in SHOWN.findall(token.contents) if words_in(said)]
            found += GLUED.findall(token.contents)
            kept.append(" " if name in ("include", "url", "if", "elif", "else", "endif", "for") else "")
        elif token.token_type == TokenType.VAR:
            found += GLUED.findall(token.contents)
            kept.append("")
        elif token.token_type == TokenType.TEXT and not inside:
            kept.append(token.contents)
    page = Page()
    page.feed("".join(kept))
    page.close()
    return found + page.found


def name_of(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("template", TEMPLATES, ids=name_of)
def test_a_template_says_nothing_that_cannot_be_translated(template):
    assert untranslated(template.read_text()) == []


@pytest.mark.parametrize(
    ("template", "heard"),
    [
        ("<p>Sit down</p>", ["Sit down"]),
        ('<p>{% translate "Sit down" %}</p>', []),
        ("{% blocktranslate trimmed %}Sit <b>down</b>{% endblocktranslate %}", []),
        ('<img alt="A table">', ["alt=A table"]),
        ('<b data-over="time is up"></b>', ["data-over=time is up"]),
        ('<b data-live="tournament:{{ pk }}" hx-get="/now/"></b>', []),
        (
            '{% include "_c.html" with text="paused" icon="clock" %}',
            ['{% include "_c.html" with text="paused" icon="clock" %}'],
        ),
        ('{% include "_c.html" with text=_("paused") icon="clock" %}', []),
        ("{{ count }}{{ count|pluralize }}", ["|pluralize"]),
        ("<h1>BOS {{ name }} UTC</h1>", []),
    ],
)
def test_the_search_for_untranslated_words_hears_them(template, heard):
    assert untranslated(template) == heard


def calls(path):
    """Every call of a function that translates, in one file."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in translations.KEYWORDS:
                yield node


def test_no_message_is_put_together_before_it_is_looked_up():
    wrong = [
        f"{name_of(path)}:{call.lineno}"
        for path in CODE
        for call in calls(path)
        if any(isinstance(part, ast.JoinedStr | ast.BinOp) for part in call.args[:1])
    ]

    assert wrong == []


def test_every_message_of_the_code_is_found():
    """What stands inside an f-string would be looked up but never found, and so never be translated."""
    found = {message.id[0] if isinstance(message.id, tuple) else message.id for message in translations.found()}

    lost = [
        f"{name_of(path)}:{call.lineno}"
        for path in CODE
        for call in calls(path)
        for said in [call.args[1 if "pgettext" in ast.unparse(call.func) else 0]]
        if isinstance(said, ast.Constant) and said.value not in found
    ]

    assert lost == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_kept_texts_are_those_that_templates_and_code_say(language):
    kept = translations.texts_of(language).read_text()

    assert kept == translations.up_to_date(language, translations.found()), (
        "the texts changed; bring the catalogues up to date: .venv/bin/python -m bos_tournament.launch.translations"
    )


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_says_nothing_of_where_and_when_it_was_written(language):
    head, _, rest = translations.texts_of(language).read_text().partition("\n\n")

    assert not re.search(r"Date|Generated|Translator|Version|\d{4}", head.replace("MIME-Version", ""))
    assert not re.search(r"^#: .*:\d+", rest, re.MULTILINE)


def places(text):
    """What is put into a message: names in %(…)s and {…}, and plain %s."""
    braces = [name for _, name, _, _ in string.Formatter().parse(text) if name] if "{" in text else []
    return sorted([name or "%" for name in PLACE.findall(text)] + braces)


def is_phrase(message):
    return any(file == "engine/bos/phrases.toml" for file, _ in message.locations)


def bent(text):
    """The arguments that a phrase names, however often."""
    return {name for name in BENT.findall(text) if name}


def forms(message):
    """Pairs of what English says and what the language says; the plural for whatever is not one."""
    if not message.pluralizable:
        return [(message.id, message.string)]
    one, several = message.id
    return [(several if places(one) != places(text) else one, text) for text in message.string[:1]] + [
        (several, text) for text in message.string[1:]
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_with_the_same_places_for_names_and_figures(language):
    messages = [message for message in translations.kept_texts(language) if message.id]
    plain = [message for message in messages if not is_phrase(message)]

    assert [message.id for message in messages if not all(text.strip() for _, text in forms(message))] == []
    assert [message.id for message in plain for said, text in forms(message) if places(said) != places(text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_phrase_is_translated_with_the_same_arguments(language):
    told = [message for message in translations.kept_texts(language) if is_phrase(message)]

    assert len(told) > 300
    assert [message.id for message in told if bent(message.id) != bent(message.string)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_translated_keeps_its_places_and_its_markup(language):
    tags = re.compile(r"</?(\w+)")
    kept = [message for message in translations.kept_texts(language) if not is_phrase(message)]
    told = [message for message in kept if message.id and any(message.string)]
    pairs = [(message.id, said, text) for message in told for said, text in forms(message) if text]

    assert [key for key, said, text in pairs if places(said) != places(text)] == []
    assert [key for key, said, text in pairs if sorted(tags.findall(said)) != sorted(tags.findall(text))] == []


def test_a_text_that_is_new_is_found_where_it_stands(tmp_path):
    page = tmp_path / "page.html"
    page.write_text(
        '{% load i18n %}\n<p>{% translate "Sit down" %}</p>\n'
        "  <b>{% blocktranslate count n=n %}one seat{% plural %}{{ n }} seats{% endblocktranslate %}</b>"
    )
    code = tmp_path / "deed.py"
    code.write_text(
        'from x import gettext as _\n\nprint(_("Sit %(who)s") % {})\n'
        'ngettext("one", "many", 2)\npgettext("a seat", "place")\n'
    )

    assert [text for _, text, _, _ in translations.texts_in(page)] == ["Sit down", ("one seat", "%(n)s seats")]
    assert [(text, context) for _, text, _, context in translations.texts_in(code)] == [
        ("Sit %(who)s", None),
        (("one", "many"), None),
        ("place", "a seat"),
    ]


def test_compiled_texts_are_read_back_by_django(tmp_path):
    from gettext import GNUTranslations

    catalogue = translations.Catalog("de", fuzzy=False)
    catalogue.add("Sit down", "Setz dich")
    written = io.BytesIO()
    translations.mofile.write_mo(written, catalogue)

    assert GNUTranslations(io.BytesIO(written.getvalue())).gettext("Sit down") == "Setz dich"


def test_the_languages_of_the_site_are_those_that_have_a_catalogue(settings):
    assert [code for code, _ in settings.LANGUAGES] == [settings.LANGUAGE_CODE, *OTHERS]
    assert sorted(OTHERS) == sorted(path.name for path in translations.FOLDER.iterdir())
    assert all(Path(translations.texts_of(language)).exists() for language in OTHERS)
