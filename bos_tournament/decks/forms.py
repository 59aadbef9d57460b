"""Forms about lists: the editor, and adding one card to a deck."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.models import User
from bos_tournament.cards import uploads
from bos_tournament.decks import access, sentences
from bos_tournament.decks.models import Deck
from engine.bos.decks import deck_from_json, too_long, write_deck

FILE_BYTES = 256 * 1024
PILES = [("deck", _("the deck")), ("reserves", _("the reserves"))]


class ListText(forms.CharField):
    """A list as it is typed. Nothing is trimmed, so that the numbers of its lines stay."""

    def __init__(self, **given: Any) -> None:
        widget = forms.Textarea(attrs={"class": "list", "rows": 18, "spellcheck": "false", "autocapitalize": "off"})
        super().__init__(strip=False, widget=widget, **given)

    def to_python(self, value: Any) -> str:
        return super().to_python(value).replace("\r\n", "\n").replace("\r", "\n")

    def validate(self, value: str) -> None:
        super().validate(value)
        if refusal := too_long(value):
            raise forms.ValidationError(sentences.in_words(refusal), code="list_too_long")


class EditorForm(forms.Form):
    """Everything the editor sends: what is kept (name, text), and what only helps to write it."""

    name = forms.CharField(label=_("Name of the deck"), max_length=60, required=False)
    text = ListText(
        label=_("List"),
        required=False,
        help_text=_("One card a line, such as “3 Root Giant”. A section “Reserves” holds the reserves."),
    )
    file = forms.FileField(
        label=_("Or a file with the list"),
        required=False,
        widget=forms.FileInput,
        help_text=_("Text or JSON, at most 256 kB."),
    )
    find = forms.CharField(label=_("Find a card"), max_length=100, required=False, widget=forms.SearchInput)
    into = forms.ChoiceField(label=_("Tap cards into"), choices=PILES, required=False, widget=forms.RadioSelect)
    over = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    replace = forms.BooleanField(label=_("Replace the version that was saved elsewhere"), required=False)

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.fields["file"].widget.attrs |= {"data-reads-into": "id_text", "accept": ".txt,.json,.dek,text/plain"}

    def clean_file(self) -> str:
        """The text of the file; empty without one."""
        text = uploads.text_of(
            self.cleaned_data["file"],
            most=FILE_BYTES,
            too_large=gettext("This file is larger than 256 kB. Choose the text file of one list."),
            not_text=gettext("This is not a text file. Save the list as plain text (UTF-8)."),
        ).replace("\r\n", "\n")
        if refusal := too_long(text):
            raise forms.ValidationError(sentences.in_words(refusal))
        return text

    def clean(self) -> dict[str, Any]:
        """A chosen file takes the place of what was typed; JSON becomes the same list as text."""
        given = super().clean() or self.cleaned_data
        source = "file" if given.get("file") else "text"
        text = given.get(source) or ""
        if text.lstrip().startswith("{"):
            deck = deck_from_json(text)
            if not deck.main and not deck.reserves:
                self.add_error(
                    source,
                    gettext(
                        "This looks like JSON, but no deck can be read from it. Paste it whole, or paste lines of text."
                    ),
                )
            else:
                text = write_deck(deck)
        given["list"] = text
        return given


class AddForm(forms.Form):
    """One card for one of somebody's decks, or for a new one."""

    deck = forms.ModelChoiceField(Deck.objects.none(), label=_("Deck"), required=False, empty_label=_("A new deck"))
    into = forms.ChoiceField(label=_("Put it into"), choices=PILES, initial="deck", widget=forms.RadioSelect)
    copies = forms.IntegerField(label=_("Copies"), min_value=1, max_value=3, initial=1)

    def __init__(self, *args: Any, owner: User, **given: Any) -> None:
        super().__init__(*args, **given)
        self.fields["deck"].queryset = access.own_decks(owner)  # type: ignore[attr-defined]
