"""What each table holds, told so that it can be compared: how many rows, and of each field a digest of its values.

A field that keeps sentences may be kept otherwise later; what it tells is compared on pages (`pages.py`).
"""

import hashlib
import json
from datetime import UTC, datetime

from django.apps import apps

from bos_tournament.accounts.models import Session
from bos_tournament.accounts.models_rate_limits import KeptValue, RateLimit
from bos_tournament.operations.encrypted_text import SealedTextField
from bos_tournament.operations.models import BeatLease, Letter

# Who is signed in, letters on their way, a lease, counts and values of minutes: a backup leaves them out.
PASSING = {one.__name__ for one in (Session, Letter, RateLimit, KeptValue, BeatLease)}
# Follow from the code, not from what happened; how many there are is nobody's promise.
FROM_THE_CODE = {"ContentType", "Permission"}
# Fields that keep sentences of the site, or JSON with such sentences in it. The twins of the trail keep them too.
SENTENCES = {
    "BidAttempt": {"void_reason"},
    "Comparison": {"data", "told"},
    "Correction": {"reason", "before", "after"},
    "DeckCheck": {"note"},
    "DeckLook": {"purpose"},
    "Entrant": {"note"},
    "Extension": {"why"},
    "Finding": {"message", "data", "repairs", "told", "table"},
    "Meaning": {"said"},
    "Pairing": {"why"},
    "Penalty": {"note", "told", "taken_back_why"},
    "Snapshot": {"board", "event", "workings"},
}

# What is called otherwise now, or went on purpose (None): models, and fields as "Model.field" by their names of then.
RENAMED: dict[str, str | None] = {}


def tables():
    """Every table by the name of its model, wherever that lives."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy and model.__name__ not in PASSING | FROM_THE_CODE:
            found.setdefault(model.__name__, model)
    return found


def told_of(model):
    """How many rows there are, and by field what stands in them."""
    fields = [one for one in model._meta.concrete_fields if one.name not in kept_as_sentences(model)]
    rows = list(model._base_manager.order_by("pk").only(*(one.attname for one in fields)))
    digests = {one.name: digest([value_of(row, one) for row in rows]) for one in fields}
    return {"rows": len(rows), "fields": digests}


def changed(before):
    """What is another than it was written down: tables with another number of rows, fields with other values."""
    found = tables()
    for name, then in before.items():
        if (model_name := RENAMED.get(name, name)) is None:
            continue
        now = told_of(found[model_name]) if model_name in found else {"rows": 0, "fields": {}}
        if now["rows"] != then["rows"]:
            yield f"{name}: {now['rows']} rows, had {then['rows']}"
        for field, told in then["fields"].items():
            called = RENAMED.get(f"{name}.{field}", field)
            if called and now["fields"].get(called) != told:
                yield f"{name}.{field}"


def kept_as_sentences(model):
    tracked = getattr(model, "pgh_tracked_model", None) or model
    return SENTENCES.get(tracked.__name__, set())


def value_of(row, field):
    value = getattr(row, field.attname)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return value


def digest(values):
    written = json.dumps(values, sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()[:12]


def sealed_fields():
    """Every field whose values lie sealed, with its model."""
    return [
        (model, field)
        for model in tables().values()
        for field in model._meta.concrete_fields
        if isinstance(field, SealedTextField)
    ]
