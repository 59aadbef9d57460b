"""What judges type about deck checks: which tables, what was found in a deck, how long it took."""

from collections import Counter

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.decks.list_editing import RESERVES as RESERVES_TITLE
from bos_tournament.errors import Refused
from bos_tournament.judging.deck_checks.check_desk import DECK, MOST_AT_ONCE, MOST_MINUTES, RESERVES
from bos_tournament.judging.models import DeckCheck
from bos_tournament.tournaments.printing.sheets import Copies, DeckSheet
from bos_tournament.tournaments.printing.table_spans import tables_of_text
from engine.bos.game import read_deck

AS_LISTED = "as_listed"
MOST_OTHERS = 2_000


class PickForm(forms.Form):
    rule = forms.ChoiceField(label=_("Which tables"), choices=DeckCheck.Rule, widget=forms.RadioSelect)
    count = forms.IntegerField(
        label=_("How many"),
        required=False,
        min_value=1,
        max_value=MOST_AT_ONCE,
        help_text=_("From the top and by lot. Default: 1."),
    )
    tables = forms.CharField(label=_("Tables"), required=False, max_length=200, help_text=_("By hand, such as 1-4, 9."))

    def clean_tables(self) -> frozenset[int]:
        try:
            return tables_of_text(self.cleaned_data["tables"]) or frozenset()
        except Refused as refusal:
            raise forms.ValidationError(str(refusal), code=refusal.code) from None

    def clean(self) -> dict:
        cleaned = super().clean() or self.cleaned_data
        cleaned["count"] = cleaned.get("count") or 1
        if cleaned.get("rule") == DeckCheck.Rule.HAND and not cleaned.get("tables") and "tables" not in self.errors:
            self.add_error("tables", gettext("Enter tables such as 1-4, 9."))
        return cleaned


class FoundForm(forms.Form):
    """A box for each copy that has to be there, and room for cards that should not be. Fields are named by the line."""

    others = forms.CharField(
        label=_("Extra cards that are not on the list"),
        required=False,
        max_length=MOST_OTHERS,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_("One card per line, such as 2 Root Giant. Reserves go under a heading Reserves."),
    )

    def __init__(self, data: dict | None = None, *, sheet: DeckSheet, prefix: str) -> None:
        super().__init__(data, prefix=prefix)
        self.sections: list[tuple[str, list[tuple[str, Copies]]]] = []
        for at, (title, lines) in enumerate(sheet.sections):
            rows = []
            for place, line in enumerate(lines):
                name = f"c{at}_{place}"
                copies = [(str(copy), str(copy)) for copy in range(1, line.copies + 1)]
                self.fields[name] = forms.MultipleChoiceField(choices=copies, required=False)
                rows.append((name, line))
            self.sections.append((title, rows))

    def rows(self) -> list[tuple[str, list[tuple[Copies, str, list[tuple[str, bool]]]]]]:
        """By section: the line, the name of its boxes, and each box with whether it is ticked."""
        return [
            (title, [(line, self.add_prefix(name), self._boxes(name, line)) for name, line in lines])
            for title, lines in self.sections
        ]

    def _boxes(self, name: str, line: Copies) -> list[tuple[str, bool]]:
        ticked = self[name].value() or ()
        return [(str(copy), str(copy) in ticked) for copy in range(1, line.copies + 1)]

    def clean(self) -> dict:
        cleaned = super().clean() or self.cleaned_data
        ticked = any(cleaned.get(name) for _, lines in self.sections for name, _ in lines)
        if not ticked and not cleaned.get("others", "").strip():
            raise forms.ValidationError(
                gettext("Tick the copies you found, or press Everything matches the list."), code="nothing_ticked"
            )
        return cleaned

    def found(self) -> dict[str, Counter[str]]:
        """What is there, by name: the ticked copies and what was written below them."""
        parts: dict[str, Counter[str]] = {DECK: Counter(), RESERVES: Counter()}
        for title, lines in self.sections:
            for name, line in lines:
                parts[RESERVES if title == gettext(RESERVES_TITLE) else DECK][line.name] += len(self.cleaned_data[name])
        written = read_deck(self.cleaned_data["others"])
        for part, entries in ((DECK, written.main), (RESERVES, written.reserves)):
            for entry in entries:
                parts[part][entry.name[:80]] += entry.copies
        return parts


class FinishForm(forms.Form):
    minutes = forms.IntegerField(
        label=_("Time extension (minutes)"),
        min_value=0,
        max_value=MOST_MINUTES,
        help_text=_("Added to this table's round. The reason is public."),
    )


class CancelCheckForm(forms.Form):
    why = forms.CharField(label=_("Reason"), max_length=300, help_text=_("Saved with the check."))
