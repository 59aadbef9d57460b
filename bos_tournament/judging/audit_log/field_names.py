"""What a changed field of a tracked row is called in the trail, and how its values read."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime

from django.db import models
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from bos_tournament.judging.models import Appeal, Penalty
from bos_tournament.judging.penalties.infractions import name_of
from bos_tournament.messages import localize_kept, or_erased
from bos_tournament.tournaments.models import Entrant, KeptApart, Pairing, Round, Staff, Stage, Timer, Tournament
from bos_tournament.tournaments.models.webhooks import Webhook
from bos_tournament.tournaments.planning.tournament_settings import SETTINGS

MODELS: Mapping[str, type[models.Model]] = {
    "tournament": Tournament,
    "staff": Staff,
    "webhook": Webhook,
    "entrant": Entrant,
    "stage": Stage,
    "round": Round,
    "pairing": Pairing,
    "apart": KeptApart,
    "time": Timer,
    "appeal": Appeal,
    "penalty": Penalty,
}
# By the columns of the rows; the settings of a tournament are called as their form calls them.
NAMES: Mapping[str, str | Promise] = {
    "slug": _("Address"),
    "announcement": _("Announcement"),
    "state": _("State"),
    "pool": _("Cards"),
    "meeting_at": _("Player meeting"),
    "opened_at": _("Registration opened"),
    "started_at": _("Started"),
    "finished_at": _("Finished"),
    "role": _("Role"),
    "host": _("Address"),
    "topics": _("Topics"),
    "rotated_at": _("New secret"),
    "off_at": _("Paused"),
    "off_why": _("Why it is paused"),
    "place": _("Position in the field"),
    "waits_since": _("Waiting since"),
    "checked_in_at": _("Checked in"),
    "dropped_after": _("Dropped after round"),
    "fixed_table": _("Fixed table"),
    "seeding": _("Seeding"),
    "earned_byes": _("Earned byes"),
    "note": _("Note"),
    "added_by": _("Added by"),
    "number": _("Number"),
    "format": _("Format"),
    "rounds_planned": _("Rounds"),
    "size": _("Size"),
    "seeds": _("Seeding"),
    "group_sizes": _("Players in each group"),
    "go_on": _("Advance from each group"),
    "third_place": _("Match for third place"),
    "published_at": _("Published"),
    "closed_at": _("Closed"),
    "drawn_with": _("Drawn with"),
    "table": pgettext_lazy("where a match is played", "Table"),
    "bracket_id": _("Match of the bracket"),
    "match": _("Match"),
    "unplayed": _("Not played"),
    "why": _("Reason"),
    "by_hand": _("Set by hand"),
    "never": _("Never"),
    "one": _("One player"),
    "other": _("The other player"),
    "seconds": _("Seconds"),
    "ends_at": _("Ends"),
    "left": _("Seconds left"),
    "infraction": _("Infraction"),
    "level": _("Penalty"),
    "proposed": _("Proposed penalty"),
    "rule": _("Rule"),
    "game": _("Game"),
    "taken_back_by": _("Undone by"),
    "taken_back_at": _("Undone at"),
    "taken_back_why": _("Reason"),
    "answer": _("Answer"),
    "answered_by": _("Answered by"),
    "answered_at": _("Answered"),
    "reason": _("Reason"),
}
MOST_SHOWN = 400


def name(kind: str, column: str) -> str:
    """What the column of such a row is called; one that has no word goes by its own."""
    field = column.removesuffix("_id").removesuffix("_message")
    if kind == "tournament" and field in SETTINGS:
        return str(SETTINGS[field].label)
    return str(NAMES.get(field, field.replace("_", " ")))


def value(kind: str, column: str, stored: object) -> str:
    """A value as people read it: choices and moments in the language of this moment."""
    if stored is None or stored == "":
        return gettext("nothing")
    if isinstance(stored, bool):
        return gettext("yes") if stored else gettext("no")
    if isinstance(stored, dict) and column.endswith("_message"):
        return localize_kept(stored)
    if isinstance(stored, dict | list):
        return json.dumps(stored, ensure_ascii=False)[:MOST_SHOWN]
    fields = MODELS[kind]._meta.fields if kind in MODELS else ()
    field = next((model_field for model_field in fields if model_field.attname == column), None)
    if column == "infraction":
        return name_of(str(stored))
    if field is not None and field.choices:
        return str(dict(field.flatchoices).get(stored, stored))
    if isinstance(field, models.DateTimeField) and isinstance(stored, str):
        return f"{date_format(datetime.fromisoformat(stored).astimezone(UTC), 'DATETIME_FORMAT')} UTC"
    return or_erased(str(stored))[:MOST_SHOWN]
