"""What a changed field of a tracked row is called in the trail, and how its values read."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime

from django.db import models
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from bos_tournament.judging.infractions import name_of
from bos_tournament.judging.models import Appeal, Penalty
from bos_tournament.tournaments.forms_planning import PlanForm
from bos_tournament.tournaments.kept_words import in_words
from bos_tournament.tournaments.models import Entrant, KeptApart, Pairing, Round, Staff, Stage, Timer, Tournament
from bos_tournament.tournaments.models_webhooks import Webhook

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
    "off_at": _("Switched off"),
    "off_why": _("Why it is switched off"),
    "place": _("Place in the field"),
    "waits_since": _("Waits since"),
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
    "go_on": _("Go on from each group"),
    "third_place": _("Play for third place"),
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
    "taken_back_by": _("Taken back by"),
    "taken_back_at": _("Taken back"),
    "taken_back_why": _("Reason"),
    "answer": _("Answer"),
    "answered_by": _("Answered by"),
    "answered_at": _("Answered"),
    "reason": _("Reason"),
}
MOST_SHOWN = 400


def name(kind: str, column: str) -> str:
    """What the column of such a row is called; one that has no word goes by its own."""
    field = column.removesuffix("_id")
    if kind == "tournament" and field in PlanForm.base_fields:
        return str(PlanForm.base_fields[field].label)
    return str(NAMES.get(field, field.replace("_", " ")))


def value(kind: str, column: str, kept: object) -> str:
    """A value as people read it: choices and moments in the language of this moment."""
    if kept is None or kept == "":
        return gettext("nothing")
    if isinstance(kept, bool):
        return gettext("yes") if kept else gettext("no")
    if isinstance(kept, dict | list):
        return json.dumps(kept, ensure_ascii=False)[:MOST_SHOWN]
    field = next((one for one in MODELS[kind]._meta.fields if one.attname == column), None) if kind in MODELS else None
    if column == "infraction":
        return name_of(str(kept))
    if field is not None and field.choices:
        return str(dict(field.flatchoices).get(kept, kept))
    if isinstance(field, models.DateTimeField) and isinstance(kept, str):
        return f"{date_format(datetime.fromisoformat(kept).astimezone(UTC), 'DATETIME_FORMAT')} UTC"
    return in_words(str(kept))[:MOST_SHOWN]
