"""What staff type about paper: which tables' deck sheets they want, and the slips that come back."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from bos_tournament.errors import Refused
from bos_tournament.tournaments.printing import slip_entry
from bos_tournament.tournaments.printing.table_spans import tables_of_text

MOST_TABLES = 4096


class SlipForm(forms.Form):
    """One slip. The cursor begins at the table and Enter sends it from any field."""

    refused_at = dict.fromkeys(("unknown_table", "no_match", "own_match"), "table")

    table = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=MOST_TABLES,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True, "size": 5}),
    )
    games = forms.CharField(
        label=_("Games"),
        max_length=9,
        help_text=_("Seat 1 first: 2-1 or 21."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 5}),
    )
    note = forms.CharField(
        label=_("Note on the slip"),
        max_length=200,
        required=False,
        help_text=_("Public on the match page."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    @classmethod
    def scanned(cls, table: str) -> "SlipForm":
        """An empty form, or one whose table the code on the slip has told: the cursor begins at the games then."""
        if not re.fullmatch("[1-9][0-9]{0,3}", table):
            return cls()
        form = cls(initial={"table": table})
        del form.fields["table"].widget.attrs["autofocus"]
        form.fields["games"].widget.attrs["autofocus"] = True
        return form

    def clean_games(self) -> tuple[int, int]:
        try:
            return slip_entry.games_of(self.cleaned_data["games"])
        except Refused as refusal:
            raise forms.ValidationError(str(refusal), code=refusal.code) from None


class DeckSheetsForm(forms.Form):
    """The tables to check, and what for."""

    tables = forms.CharField(label=_("Tables"), max_length=200, required=False, help_text=_("Like 1-4, 9. Empty: all."))
    purpose = forms.CharField(
        label=_("Purpose"), max_length=120, help_text=_("Kept with your name for each deck list; its owner sees it.")
    )

    def clean_tables(self) -> frozenset[int] | None:
        """The numbers of the tables; None for all."""
        try:
            return tables_of_text(self.cleaned_data["tables"])
        except Refused as refusal:
            raise forms.ValidationError(str(refusal), code=refusal.code) from None
