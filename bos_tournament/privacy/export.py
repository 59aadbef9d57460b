"""A person's own data, as one JSON object."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import models

from bos_tournament.accounts.merged_accounts import former_accounts
from bos_tournament.accounts.models import Session, User
from bos_tournament.operations.models import Answered
from bos_tournament.privacy.named_people import erased_with
from bos_tournament.privacy.user_relations import of_the_trail, pointing_at_users, rows
from bos_tournament.tournaments.models import StandingsLine

# Never exported: what would open a door, what is sealed, and what belongs to others.
SECRET_WORDS = ("digest", "nonce", "box", "commitment", "mac", "password", "secret", "seed", "key", "session", "data")
SECRET_MODELS = (Session, Authenticator, Answered, LogEntry)
OWNED_BY = ("seat", "entrant", "game", "tree", "test")
FOLLOWING = (StandingsLine,)  # written anew from the results, which are there


def own_data(user: User) -> dict[str, Any]:
    """What the site keeps about this user: the account, the rows that are theirs, and marks of what they did.

    Words they wrote (a claim, an appeal, a call) and penalties given to them are theirs. Of a row that only names them
    as its maker (a list they amended, a result they entered) no more than its kind, id and moment is given, since its
    content belongs to others.
    """
    theirs: dict[str, list] = {}
    did: list[dict] = []
    merged = former_accounts(user)
    for person, relation in product((user, *merged), pointing_at_users()):
        model = relation.related_model
        if model in SECRET_MODELS:
            continue
        if relation.hidden and relation.field.name not in erased_with(model):
            did += [mark(row, relation.field.name) for row in rows(relation, person)]
        else:
            own = list(rows(relation, person))
            theirs.setdefault(model._meta.label_lower, []).extend(plain(row) for row in own)
            for further, more in rows_of_seats_and_entrants(model, own):
                theirs.setdefault(further, []).extend(more)
    return {
        "account": plain(user),
        "merged_accounts": [plain(account) for account in merged],
        "yours": theirs,
        "you_did": did,
        "what_it_means": meanings({*theirs}),
    }


def rows_of_seats_and_entrants(model: type[models.Model], own: list[models.Model]) -> Iterator[tuple[str, list[dict]]]:
    """What names one of these rows as its seat, entrant, practice game, analysis or deck test: bids (their amount once
    it is opened), swaps, reports, records, penalties, lines."""
    for relation in model._meta.get_fields(include_hidden=True):
        if not isinstance(relation, models.ForeignObjectRel) or relation.field.name not in OWNED_BY:
            continue
        if not of_the_trail(relation.related_model) and relation.related_model not in FOLLOWING:
            pointing = relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": own})
            yield relation.related_model._meta.label_lower, [plain(row) for row in pointing]


def meanings(labels: set[str]) -> dict[str, str]:
    """What each kind of row of a tournament is, in a sentence; the parts of the account speak for themselves."""
    explained = sorted(
        label for label in labels if label.split(".")[0] in ("decks", "matches", "play", "tournaments", "judging")
    )
    return {label: (apps.get_model(label).__doc__ or "").strip().split("\n")[0] for label in explained}


def plain(row: models.Model) -> dict[str, Any]:
    """A row without its secrets."""
    fields = [field for field in row._meta.concrete_fields if not is_secret(field)]
    return {field.name: field.value_from_object(row) for field in fields}


def is_secret(field: models.Field) -> bool:
    return isinstance(field, models.BinaryField) or any(word in field.name for word in SECRET_WORDS)


def mark(row: models.Model, role: str) -> dict[str, Any]:
    at = getattr(row, "made_at", None) or getattr(row, "at", None)
    return {"what": row._meta.label_lower, "id": row.pk, "as": role, "at": at}
