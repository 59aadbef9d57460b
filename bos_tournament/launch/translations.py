"""The catalogues of translations: `python -m bos_tournament.launch.translations` brings the kept texts up to date.

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
from django.conf import settings
from django.utils.translation.template import templatize

from bos_tournament.launch import home
from bos_tournament.messages import context_of, sentences_of_the_site
from bos_tournament.pairing import messages as of_pairing
from bos_tournament.pairing.event import Unplayed
from bos_tournament.pairing.ranking_presets import FAMILIES
from engine.bos.game import EDITIONS, ENDING, MAIN, STARTUP, SUMMONING, rulebook
from engine.hosting import phrases, sentences

FOLDER = home.CHECKOUT / "bos_tournament" / "locale"
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
    for file, text, context in (*texts_of_the_engine(), *texts_of_the_site()):
        catalog.add(text, locations=[(file, 1)], context=context)
    return catalog


def texts_of_the_engine() -> Iterator[tuple[str, str, str | None]]:
    """What the engine says in English and each page in its reader's language: file, text, context."""
    for code, sentence in sentences().items():
        folder, file = "bos/" if code.startswith("bos.") else "", "phrases" if code in phrases() else "messages"
        yield f"engine/{folder}{file}.toml", sentence, context_of(code)
    for rule in rulebook().values():
        yield "engine/bos/rulebook.toml", rule.chapter, "chapter of the rules"
        yield "engine/bos/rulebook.toml", rule.source, None
        yield "engine/bos/rulebook.toml", rule.text, None
    for edition in EDITIONS.values():
        yield "engine/bos/model/editions.py", edition.title, None
        for decided in edition.switches().values():
            if isinstance(decided, str):
                yield "engine/bos/model/editions.py", decided, "decision of an edition"
    for phase in (STARTUP, SUMMONING, MAIN, ENDING):
        yield "engine/bos/model/state.py", phase, "phase"


def texts_of_the_site() -> Iterator[tuple[str, str, str | None]]:
    """What the site keeps as messages, and what the pairing package says: file, text, context."""
    for code, sentence in sentences_of_the_site().items():
        yield "bos_tournament/messages.toml", sentence, context_of(code)
    for code, sentence in of_pairing.sentences().items():
        yield "bos_tournament/pairing/messages.toml", sentence, context_of(code)
    for kind in Unplayed:
        yield "bos_tournament/pairing/event.py", kind.label, None
    for family in FAMILIES.values():
        yield "bos_tournament/pairing/ranking_presets.py", family.title, None


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


def kept_texts(language: str) -> Catalog:
    path = texts_of(language)
    if not path.exists():
        return Catalog(language, fuzzy=False)
    with path.open("rb") as file:
        return pofile.read_po(file, locale=language, abort_invalid=True)


def up_to_date(language: str, texts: Catalog) -> str:
    """What the language's file should hold: all of `texts`, translated as before; what nothing says now is gone."""
    before, after = kept_texts(language), Catalog(language, fuzzy=False)
    for text in texts:
        if text.id:
            earlier = before.get(text.id, text.context)
            words = earlier.string if earlier and earlier.pluralizable == text.pluralizable else ""
            after.add(text.id, words, text.locations, auto_comments=text.auto_comments, context=text.context)
    written = io.BytesIO()
    pofile.write_po(written, after, width=0, omit_header=True, include_lineno=False)
    return HEADER.format(language=language) + written.getvalue().decode().strip() + "\n"


def update() -> None:
    """Brings every language of the settings up to date, but the one that the texts are written in."""
    texts = found()
    for language in (code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE):
        path = texts_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(up_to_date(language, texts))


def compile_all() -> None:
    """Writes what Django reads, where the texts are newer. Raises LaunchError when that cannot be."""
    for language in sorted(path.name for path in FOLDER.iterdir()):
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
        mofile.write_mo(file, kept_texts(language))
    os.utime(draft, ns=(moment, moment))
    draft.replace(path)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bos_tournament.settings")
    try:
        update()
        compile_all()
    except home.LaunchError as error:
        sys.exit(str(error))
