"""Sends every form of every page of a place as somebody whose fields are wrong, or who comes too late, and tells whose
words are lost. Each deed is undone at once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from benchmarks.forms.filling import Form, forms_of, lost, spoiled
from bos_tournament.judging.models import Appeal, DeckCheck, Dispute, Penalty
from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Entrant, Round, Tournament

FOUND = (200, 422)


@dataclass(frozen=True)
class Sheet:
    """A form as somebody found it."""

    who: str
    """A key of the browsers it was looked for with."""
    door: str
    """A key of the addresses it was looked for at."""
    form: Form
    """What stands on the page."""


def sheets(browsers: dict[str, Client], addresses: dict[str, list[str]]) -> Iterator[Sheet]:
    """Every form with words of one's own, once for each place it goes to and each who."""
    seen = set()
    for who, browser in browsers.items():
        for door, places in addresses.items():
            for here in places:
                answer = browser.get(here)
                if answer.status_code not in FOUND or "html" not in answer.get("Content-Type", ""):
                    continue
                for form in forms_of(answer.content.decode(), here):
                    names = tuple(sorted({one.name for one in form.fields}))
                    if (form.action, names) in seen or not form.own:
                        continue
                    seen.add((form.action, names))
                    yield Sheet(who, door, form)


def wrongly(browser: Client, sheet: Sheet) -> Iterator[str]:
    """A field is wrong: the page comes back with a sentence and all other words."""
    for how, said in spoiled(sheet.form):
        answer = post(browser, sheet.form.action, said)
        if answer.status_code >= 500:
            yield f"{sheet.who} {sheet.door}: {how}: {answer.status_code}"
        elif answer.status_code >= 400:
            page = answer.content.decode()
            gone = [name for name in lost(sheet.form, said, page) if not how.startswith(f"{name} no")]
            if gone:
                yield f"{sheet.who} {sheet.door} {sheet.form.action}: {how}: lost {', '.join(gone)}"
            if 'role="alert"' not in page and 'class="errors"' not in page:
                yield f"{sheet.who} {sheet.door} {sheet.form.action}: {how}: no sentence"
        elif answer.status_code >= 300 and "bad" in notes(answer.after):
            gone = lost(sheet.form, said, answer.after)
            if gone:
                yield f"{sheet.who} {sheet.door} {sheet.form.action}: {how}: refused elsewhere, lost {', '.join(gone)}"


def too_late(browser: Client, sheet: Sheet) -> Iterator[str]:
    """Something happened while it was filled in: what was typed still stands there."""
    said = sheet.form.filled()
    for name, move in MOVES.items():
        try:
            answer = post(browser, sheet.form.action, said, after=move)
        except DatabaseError:
            continue  # nothing like that can happen here
        where = f"{sheet.who} {sheet.door} {sheet.form.action}: {name}"
        if answer.status_code >= 500:
            yield f"{where}: {answer.status_code}"
        elif answer.status_code >= 400 or (answer.status_code >= 300 and "bad" in notes(answer.after)):
            page = answer.content.decode() if answer.status_code >= 400 else answer.after
            words = {one.name for one in sheet.form.words}
            gone = [one for one in lost(sheet.form, said, page) if one in words]
            if gone:
                yield f"{where}: {answer.status_code}, lost {', '.join(gone)}"
            elif 'role="alert"' not in page and 'class="errors"' not in page and "data-not-arrived" not in page:
                yield f"{where}: {answer.status_code}, no sentence"


def notes(page: str) -> str:
    """The kinds of the notes that a deed left behind."""
    found = page.partition("data-told")[2].partition("</ul>")[0]
    return "bad" if 'class="note bad"' in found else ""


def post(browser: Client, action: str, said: dict[str, Any], after: Callable[[], object] = lambda: None):
    with transaction.atomic():
        after()
        answer = browser.post(action, said)
        answer.after = ""
        if 300 <= answer.status_code < 400 and answer["Location"].startswith("/"):
            shown = browser.get(answer["Location"].partition("#")[0])
            answer.after = shown.content.decode() if "html" in shown.get("Content-Type", "") else ""
        transaction.set_rollback(True)
    return answer


def _now(rows, **facts):
    return lambda: rows.update(**facts)


MOVES: dict[str, Callable[[], object]] = {
    "the tournament is over": lambda: Tournament.objects.update(state="finished", finished_at=timezone.now()),
    "it is cancelled": lambda: Tournament.objects.update(state="cancelled", finished_at=timezone.now()),
    "it has started": lambda: Tournament.objects.filter(state="open").update(
        state="running", started_at=timezone.now()
    ),
    "the round is closed": lambda: Round.objects.update(closed_at=timezone.now()),
    "the draft is published": lambda: Round.objects.filter(state="draft").update(state="published"),
    "the match is called off": lambda: Match.objects.update(called_off_at=timezone.now()),
    "the match is over": lambda: Match.objects.update(step="finished", finished_at=timezone.now(), reason="played"),
    "the dispute is ruled on": lambda: Dispute.objects.update(state="ruled"),
    "the dispute is withdrawn": lambda: Dispute.objects.update(state="withdrawn"),
    "the appeal is answered": lambda: Appeal.objects.update(answer="upheld"),
    "the check is over": lambda: DeckCheck.objects.update(state="finished", ended_at=timezone.now()),
    "the penalty is taken back": lambda: Penalty.objects.update(state="taken_back"),
    "the player is gone": lambda: Entrant.objects.update(state="withdrawn"),
}
