"""Presses every button that is shown, and follows every link: neither may fail because of who presses it, and when."""

import re
from collections.abc import Iterator
from urllib.parse import urljoin

from django.contrib.messages import get_messages
from django.db import transaction
from django.http import HttpResponse

from benchmarks.walk.page import Field, Form, Page
from benchmarks.walk.visit import Finding, Visit, kind_of
from engine.bos.decks.deck_lists import starter_decks

FAILS = (400, 403, 404, 405)
TYPED = "Seen at the table."
SIGNS_OUT = re.compile(r"^/(accounts/logout|language|account/language)")


def links_open(visit: Visit) -> Iterator[Finding]:
    status = visit.answer.status_code
    if status in FAILS or status >= 500:
        yield visit.found("dead link", f"{status}, linked from {kind_of(visit.linked_from)}")


def buttons_work(visit: Visit) -> Iterator[Finding]:
    """A button that fails as the page filled its form, and once more with everything typed that can be."""
    for form in visit.page.forms:
        action = urljoin(visit.url, form.action or visit.url)
        for button in form.buttons if form.method == "post" else ():
            there = urljoin(visit.url, button.facts.get("formaction", action))
            name = f"{kind_of(there)} [{button.name}={button.value if button.name == 'do' else ''}]"
            name += "".join(sorted({one.name for one in form.fields}))
            if SIGNS_OUT.match(there) or visit.pressed[name] >= visit.world.alike:
                continue
            visit.pressed[name] += 1
            if said := _fails(visit, form, button, there):
                yield visit.found("button", said, f"{kind_of(visit.url)} -> {kind_of(there)}")


def _fails(visit: Visit, form: Form, button: Field, there: str) -> str:
    """What it says when nothing is typed, when what is asked for is, and when all that can be is; unless one works."""
    said = []
    for typed in ({}, _typed(visit, form, button, required=True), _typed(visit, form, button)):
        said.append(_press(visit, there, {**form.sent(button), **typed}))
        if not said[-1]:
            return ""
    return " // ".join(dict.fromkeys(said))


def _press(visit: Visit, there: str, data: dict[str, list[str]]) -> str:
    """What was wrong, in a few words; nothing if it worked. It is as if it had never been pressed."""
    cookies = visit.browser.cookies.copy()
    with transaction.atomic():
        answer = visit.browser.post(there, data, headers={"referer": f"http://testserver{visit.url}"})
        said = _wrong(visit, answer)
        transaction.set_rollback(True)
    visit.browser.cookies = cookies
    return said


def _wrong(visit: Visit, answer: HttpResponse) -> str:
    status = answer.status_code
    if status in (301, 302, 303):
        there = answer["Location"]
        if there.startswith("/accounts/"):
            return f"is sent to {there.partition('?')[0]}"
        told = getattr(get_messages(answer.wsgi_request), "_queued_messages", [])
        if bad := [str(one) for one in told if "error" in one.tags]:
            return f"302: {' / '.join(bad)}"
        if there.partition("#")[0] == visit.url:
            return ""
        shown = visit.browser.get(there)
        if shown.status_code in FAILS or shown.status_code >= 500:
            return f"leads to {kind_of(there)}, which answers {shown.status_code}"
        return ""
    if status in FAILS or status in (409, 422, 429) or status >= 500:
        new = [said for said in _warnings(answer) if said not in visit.page.warnings]
        return f"{status}: {' / '.join(new)[:300]}"
    return ""


def _warnings(answer: HttpResponse) -> list[str]:
    html = answer.content.decode(errors="replace") if not answer.streaming else ""
    found = re.findall(r"<p>([^<]*)</p>", html)[:1] if answer.status_code in FAILS else []
    return [*filter(None, Page(html).warnings), *found]


def _typed(visit: Visit, form: Form, button: Field, *, required: bool = False) -> dict[str, list[str]]:
    """What somebody types into the empty fields of a form: into all, or where the page says that it must be."""
    sent = form.sent(button)
    data: dict[str, list[str]] = {}
    for one in form.fields:
        if any(sent.get(one.name, [])) or not one.name or (required and "required" not in one.facts):
            continue
        if one.kind in ("radio", "checkbox"):
            data.setdefault(one.name, [one.value])
        elif one.kind not in ("hidden", "file", "search"):
            data[one.name] = [_value(visit, one)]
    return data


def _value(visit: Visit, one: Field) -> str:
    """Something that fits."""
    reader = visit.world.who(visit.role)
    kinds = {"url": "https://club.example/hook", "email": "new@example.org", "date": "2030-01-01"}
    names = {"confirmation": visit.world.cup.name, "one": "Anna", "other": "Dora"}
    names |= {"text": starter_decks()["Open Meadow"], "url": kinds["url"], "table": "handle\nYara"}
    kinds |= {"datetime-local": "2030-01-01T10:00", "number": one.facts.get("min", "1"), "select": ""}
    names |= {"tables": "1"} | ({"handle": str(reader)} if "erase" in visit.url else {})
    if one.kind == "select":
        return next((value for value in one.values if value), "")
    numeric = one.facts.get("inputmode") == "numeric"
    return names.get(one.name) or kinds.get(one.kind) or (one.facts.get("min", "1") if numeric else TYPED)
