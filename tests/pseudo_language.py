"""A language made up for tests, in which each message is itself between marks: ‹Sit down›.

Whatever is shown in it without marks was never looked up; whatever is kept with marks would be in the language of
whoever did it.
"""

import re
from functools import cache

import pytest
from django.apps import apps
from django.db import connection, models
from django.utils.safestring import SafeData, mark_safe
from django.utils.translation import trans_real

from bos_tournament.messages import ERASED
from tests.test_words import words_in

MADE_UP = "lb"  # the site does not speak it, and Django writes moments in it without words of their own
OPEN, SHUT = "‹", "›"


class Marked(trans_real.DjangoTranslation):
    """Says each message itself, between marks; its context is left out."""

    def gettext(self, message):
        said = f"{OPEN}{str(message).rpartition(trans_real.CONTEXT_SEPARATOR)[2]}{SHUT}"
        return mark_safe(said) if isinstance(message, SafeData) else said

    def ngettext(self, singular, plural, number):
        return self.gettext(singular if number == 1 else plural)


@pytest.fixture
def pseudo_language(settings, monkeypatch):
    """The site speaks the made-up language too; gives its code."""
    settings.LANGUAGES = [*settings.LANGUAGES, (MADE_UP, "Made up")]
    monkeypatch.setitem(trans_real._translations, MADE_UP, Marked(MADE_UP))
    return MADE_UP


def outside(text, depth=0):
    """The pieces of a text that stand outside all marks, and how many marks are open at its end."""
    found = []
    for at, part in enumerate(re.split(f"([{OPEN}{SHUT}])", text)):
        if at % 2:
            depth += 1 if part == OPEN else -1
        elif part and depth == 0:
            found.append(part)
    return found, depth


def kept_with_marks():
    """The rows of all tables in which something stands in the made-up language, as text."""
    with connection.cursor() as cursor:
        cursor.execute(_search(), {"mark": f"%{OPEN}%"})
        return [row for (row,) in cursor.fetchall()]


@cache
def _search():
    tables = sorted({model._meta.db_table for model in apps.get_models() if model.__module__.startswith("bos_")})
    return " UNION ALL ".join(
        f'SELECT kept::text FROM "{table}" kept WHERE kept::text LIKE %(mark)s' for table in tables
    )


def typed():
    """What people wrote: no code, which is one small word."""
    texts = {" ".join(text.split()) for text in _kept_texts()}
    return {text for text in texts if words_in(text) and text != ERASED}


def _kept_texts():
    for model in apps.get_models():
        if model.__module__.startswith("bos_tournament.") and not model.__name__.endswith("Event"):
            kinds = models.CharField | models.TextField
            names = [one.name for one in model._meta.fields if isinstance(one, kinds) and not one.choices]
            for row in model.objects.only(*names) if names else ():  # what is sealed opens in its row
                kept = [getattr(row, name) for name in names]
                for text in (text for text in kept if text and isinstance(text, str)):  # a sealed file is no text
                    yield from [text] if not re.fullmatch("[a-z_]+", text) else []
                    yield from re.split(r"[*#\n]+|^- |^\d+\. ", text, flags=re.MULTILINE)[1:]


def left(piece, may_stand):
    """What is left of a piece without the texts that may stand there, the longest first."""
    piece = " ".join(piece.split())
    for text in may_stand:
        if not words_in(piece):
            return ""
        if text in piece:
            piece = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", "", piece)
    return piece if words_in(piece) else ""
