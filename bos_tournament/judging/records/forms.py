"""Forms for written games."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.fields import offer_rows
from bos_tournament.accounts.models import User
from bos_tournament.cards import uploads
from bos_tournament.judging.records import record_entry
from bos_tournament.matches.models import Game, Match, Seat
from engine.hosting import MAX_BYTES


class RecordForm(forms.Form):
    """A written game, pasted or as a file."""

    text = forms.CharField(
        label=_("Written game"),
        required=False,
        strip=False,
        max_length=MAX_BYTES,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("One action per line, as on the log sheet. Headers in brackets at the top."),
    )
    file = forms.FileField(
        label=_("… or upload a file"), required=False, help_text=_("A text file (.bln or .txt), at most 64 KB.")
    )

    def clean_file(self) -> str:
        return uploads.text_of(
            self.cleaned_data["file"],
            most=MAX_BYTES,
            too_large=gettext("This file is larger than 64 KB. Submit only the written game."),
            not_text=gettext("This is not a UTF-8 text file. Save it as plain text."),
        )

    def clean(self) -> dict:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("file"):
            cleaned["text"] = cleaned["file"]
        return cleaned


class GameField(forms.ModelChoiceField):
    """A game of a match, by its number."""

    def label_from_instance(self, obj: Game) -> str:
        return gettext("Game %(number)s") % {"number": obj.number}


class SeatField(forms.ModelChoiceField):
    """A seat of a match, by who sits there."""

    def label_from_instance(self, obj: Seat) -> str:
        return obj.user.handle


class HandInForm(RecordForm):
    """A record, and which game it is of: the one asked for, else the last one. What was handed in of it is there to be
    corrected; `corrects` says of which game that is."""

    game = GameField(queryset=Game.objects.none(), label=_("Game"), empty_label=None)
    field_order = ["game", "text", "file"]

    def __init__(self, match: Match, writer: User, *args: Any, asked: str | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = record_entry.games_begun(match)
        offer_rows(self, "game", games)
        game = (games.filter(number=asked).first() if asked and asked.isdecimal() else None) or games.first()
        self.initial["game"] = game
        self.initial["text"] = record_entry.last_text(game, writer) if game else ""
        self.corrects = game if self.initial["text"] else None
