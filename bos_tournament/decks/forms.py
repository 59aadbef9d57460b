"""Forms about lists: the editor, and adding one card to a deck."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.fields import offer_rows
from bos_tournament.accounts.models import User
from bos_tournament.cards import uploads
from bos_tournament.decks import access
from bos_tournament.decks.models import Deck
from bos_tournament.messages import localize
from engine.bos.game import deck_from_json, too_long, write_deck

FILE_BYTES = 256 * 1024
TOO_LARGE = _("This file is larger than 256 kB. Choose the text file of a single deck list.")
PILES = [("deck", _("the deck")), ("reserves", _("the reserves"))]


class ListText(forms.CharField):
    """A list as it is typed. Nothing is trimmed, so that the numbers of its lines stay."""

    def __init__(self, **options: Any) -> None:
        widget = forms.Textarea(attrs={"class": "list", "rows": 18, "spellcheck": "false", "autocapitalize": "off"})
        super().__init__(strip=False, widget=widget, **options)

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n").replace("\r", "\n")

    def validate(self, value: str) -> None:
        super().validate(value)
        if refusal := too_long(value):
            raise forms.ValidationError(localize(refusal), code="list_too_long")


class EditorForm(forms.Form):
    """Everything the editor sends: what is kept (name, text), and what only helps to write it."""

    name = forms.CharField(label=_("Deck name"), max_length=60, required=False)
    text = ListText(
        label=_("List"),
        required=False,
        help_text=_("One card per line, such as “3 Root Giant”. Reserves go under a heading “Reserves”."),
    )
    file = forms.FileField(
        label=_("Or upload a file"),
        required=False,
        widget=forms.FileInput,
        help_text=_("Text or JSON, at most 256 kB."),
    )
    find = forms.CharField(label=_("Find a card"), max_length=100, required=False, widget=forms.SearchInput)
    into = forms.ChoiceField(label=_("Add to"), choices=PILES, required=False, widget=forms.RadioSelect)
    over = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    replace = forms.BooleanField(label=_("Replace the version saved elsewhere"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["file"].widget.attrs |= {
            "data-reads-into": "id_text",
            "data-too-large": str(TOO_LARGE),
            "accept": ".txt,.json,.dek,text/plain",
        }

    def clean_file(self) -> str:
        """The text of the file; empty without one."""
        text = uploads.text_of(
            self.cleaned_data["file"],
            most=FILE_BYTES,
            too_large=str(TOO_LARGE),
            not_text=gettext("This is not a text file. Save the deck list as plain text (UTF-8)."),
        ).replace("\r\n", "\n")
        if refusal := too_long(text):
            raise forms.ValidationError(localize(refusal))
        return text

    def clean(self) -> dict[str, Any]:
        """A chosen file takes the place of what was typed; JSON becomes the same list as text."""
        cleaned = super().clean() or self.cleaned_data
        source = "file" if cleaned.get("file") else "text"
        text = cleaned.get(source) or ""
        if text.lstrip().startswith("{"):
            deck = deck_from_json(text)
            if not deck.main and not deck.reserves:
                self.add_error(
                    source,
                    gettext("This looks like JSON, but it holds no deck. Paste all of it, or one card per line."),
                )
            else:
                text = write_deck(deck)
        cleaned["list"] = text
        return cleaned


class AddForm(forms.Form):
    """One card for one of somebody's decks, or for a new one."""

    deck = forms.ModelChoiceField(Deck.objects.none(), label=_("Deck"), required=False, empty_label=_("New deck"))
    into = forms.ChoiceField(label=_("Add to"), choices=PILES, initial="deck", widget=forms.RadioSelect)
    copies = forms.IntegerField(label=_("Copies"), min_value=1, max_value=3, initial=1)

    def __init__(self, *args: Any, owner: User, **options: Any) -> None:
        super().__init__(*args, **options)
        offer_rows(self, "deck", access.own_decks(owner))
