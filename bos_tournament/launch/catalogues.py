"""The catalogues of translations: `python -m bos_tournament.launch.catalogues` brings the kept texts up to date.

What is kept is bos_tournament/locale/LANGUAGE/LC_MESSAGES/django.po, one entry for each text that the site says, in the
order of the files that say it. What Django reads is compiled beside it whenever the site or its tests start, so nothing
but Python is needed for either.
"""

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog, mofile, pofile
from babel.messages.extract import extract
from django.utils.translation.template import templatize

from bos_tournament.launch import home
from engine.bos.decks import SENTENCES
from engine.bos.editions import EDITIONS
from engine.bos.rulebook import rulebook
from engine.bos.state import ENDING, MAIN, STARTUP, SUMMONING

FOLDER = home.CHECKOUT / "bos_tournament" / "locale"
LANGUAGES = ("de", "es")  # English is what the texts are written in
TEMPLATES = home.CHECKOUT / "templates"
SOURCES = home.CHECKOUT / "bos_tournament"
SILENT = {"migrations", "locale", "launch", "pairing", "static"}  # folders that say nothing on pages
ONE, SEVERAL, MEANT, SEVERAL_MEANT = None, (1, 2), ((1, "c"), 2), ((1, "c"), 2, 3)
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), ONE),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), SEVERAL),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), MEANT),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), SEVERAL_MEANT),
}
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


def texts_of(language: str) -> Path:
    """The file that people write in."""
    return FOLDER / language / "LC_MESSAGES" / "django.po"


def found() -> Catalog:
    """Every text that templates and code say, and what the engine leaves to the site to say, with its files."""
    catalog = Catalog(fuzzy=False)
    for path in sources():
        name = path.relative_to(home.CHECKOUT).as_posix()
        for _, text, notes, context in texts_in(path):
            catalog.add(text, locations=[(name, 1)], auto_comments=notes, context=context)
    for file, text, context in texts_of_the_engine():
        catalog.add(text, locations=[(file, 1)], context=context)
    return catalog


def texts_of_the_engine() -> Iterator[tuple[str, str, str | None]]:
    """What the engine says in English and each page in its reader's language: file, text, context."""
    for sentence in SENTENCES.values():
        yield "engine/bos/decks.py", sentence, None
    for rule in rulebook().values():
        yield "engine/bos/rulebook.toml", rule.chapter, "chapter of the rules"
        yield "engine/bos/rulebook.toml", rule.source, None
        yield "engine/bos/rulebook.toml", rule.text, None
    for edition in EDITIONS.values():
        yield "engine/bos/editions.py", edition.title, None
        for decided in edition.switches().values():
            if isinstance(decided, str):
                yield "engine/bos/editions.py", decided, "decision of an edition"
    for phase in (STARTUP, SUMMONING, MAIN, ENDING):
        yield "engine/bos/state.py", phase, "phase"


def sources() -> list[Path]:
    code = [path for path in SOURCES.rglob("*.py") if not SILENT & set(path.relative_to(SOURCES).parts)]
    return sorted(code) + sorted(path for path in TEMPLATES.rglob("*") if path.is_file())


def texts_in(path: Path) -> Iterator[tuple]:
    """What one file says: line, text (or one and several), notes for translators, context."""
    text = path.read_text()
    if path.suffix != ".py":
        # What templatize leaves is no Python, but reads like it word by word; its margins mean nothing.
        text = "\n".join(line.lstrip() for line in templatize(text, origin=str(path)).splitlines())
    yield from extract("python", io.BytesIO(text.encode()), KEYWORDS, comment_tags=["Translators:"])


def kept(language: str) -> Catalog:
    path = texts_of(language)
    if not path.exists():
        return Catalog(language, fuzzy=False)
    with path.open("rb") as file:
        return pofile.read_po(file, locale=language, abort_invalid=True)


def up_to_date(language: str, texts: Catalog) -> str:
    """What the language's file should hold: all of `texts`, translated as before; what nothing says now is gone."""
    before, after = kept(language), Catalog(language, fuzzy=False)
    for one in texts:
        if one.id:
            known = before.get(one.id, one.context)
            words = known.string if known and known.pluralizable == one.pluralizable else ""
            after.add(one.id, words, one.locations, auto_comments=one.auto_comments, context=one.context)
    written = io.BytesIO()
    pofile.write_po(written, after, width=0, omit_header=True, include_lineno=False)
    return HEADER.format(language=language) + written.getvalue().decode().strip() + "\n"


def update() -> None:
    texts = found()
    for language in LANGUAGES:
        path = texts_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(up_to_date(language, texts))


def compile_all() -> None:
    """Writes what Django reads, where the texts are newer. Raises LaunchError when that cannot be."""
    for language in LANGUAGES:
        texts = texts_of(language)
        compiled = texts.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime_ns == texts.stat().st_mtime_ns:
            continue
        try:
            write_compiled(language, compiled, texts.stat().st_mtime_ns)
        except (OSError, ValueError) as error:
            raise home.LaunchError(f"The translations in {texts} cannot be compiled: {error}.") from error


def write_compiled(language: str, path: Path, moment: int) -> None:
    """Whole or not at all: another process may be reading. It gets the time of the texts it was made from."""
    draft = path.with_suffix(f".{os.getpid()}.tmp")
    with draft.open("wb") as file:
        mofile.write_mo(file, kept(language))
    os.utime(draft, ns=(moment, moment))
    draft.replace(path)


if __name__ == "__main__":
    try:
        update()
        compile_all()
    except home.LaunchError as error:
        sys.exit(str(error))
