"""Forms about people at a tournament: codes, guests, invitations, lists."""

from django import forms

from bos_tournament.accounts.models import User
from bos_tournament.decks.models import Deck
from bos_tournament.tournaments import importing
from bos_tournament.tournaments.models import Staff

LIST = {"class": "list", "rows": 24, "spellcheck": "false", "autocapitalize": "off"}


class CodeForm(forms.Form):
    code = forms.CharField(label="Code of the tournament", max_length=16, help_text="Eight letters and figures.")


class GuestForm(forms.Form):
    handle = forms.CharField(label="Handle", max_length=30, help_text="The name everybody sees.")
    real_name = forms.CharField(
        label="Real name", required=False, max_length=80, help_text="Only the guest and tournament staff see it."
    )


class InvitationForm(forms.Form):
    role = forms.ChoiceField(label="Role", choices=Staff.Role)


class ListForm(forms.Form):
    """A list to hand in: one of the own decks, or pasted."""

    deck = forms.ModelChoiceField(label="One of your decks", queryset=Deck.objects.none(), required=False)
    text = forms.CharField(
        label="Or a list",
        required=False,
        max_length=20_000,
        strip=False,
        widget=forms.Textarea(attrs=LIST),
        help_text="A line a card, such as 3 Thornback; reserves under the heading Reserves.",
    )

    def __init__(self, data: dict | None = None, *, owner: User, initial: dict | None = None) -> None:
        super().__init__(data, initial=initial)
        decks = owner.decks.all()
        self.fields["deck"].queryset = decks
        self.fields["deck"].empty_label = "none, the list below"

    def clean(self) -> dict:
        given = super().clean()
        deck, text = given.get("deck"), given.get("text", "").strip()
        if not self.errors and bool(deck) == bool(text):
            raise forms.ValidationError("Choose one of your decks or paste a list, one of the two.", code="one_of_two")
        return given

    def list_text(self) -> str:
        deck = self.cleaned_data["deck"]
        return deck.text if deck else self.cleaned_data["text"]


class LookForm(forms.Form):
    purpose = forms.CharField(
        label="What for", max_length=120, help_text="Such as: deck check in round 2. The owner is shown it afterwards."
    )


class AmendForm(forms.Form):
    text = forms.CharField(label="The amended list", max_length=20_000, strip=False, widget=forms.Textarea(attrs=LIST))
    reason = forms.CharField(label="Reason", max_length=300, help_text="The owner reads it at once.")


class SearchForm(forms.Form):
    """What a list is narrowed by. Whatever cannot be meant is left out, so that a search never fails."""

    q = forms.CharField(required=False, max_length=80)

    def words(self) -> str:
        return self.cleaned_data["q"] if self.is_valid() else ""


class ImportForm(forms.Form):
    """People to enter: pasted, or as a file. What was read stays in the field, so nothing is lost."""

    text = forms.CharField(
        label="People",
        required=False,
        strip=False,
        max_length=importing.MOST_LETTERS,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "off"}),
        help_text="A line each: handle, real name. The real name may be left out; commas, semicolons or tabs between.",
    )
    file = forms.FileField(label="Or a file", required=False, help_text="CSV or plain text, at most 200 KB.")

    def clean_file(self) -> str:
        upload = self.cleaned_data["file"]
        if upload is None:
            return ""
        if upload.size > importing.MOST_LETTERS:
            raise forms.ValidationError("This file is larger than 200 KB; import it in parts.")
        try:
            return upload.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise forms.ValidationError("This is not text in UTF-8; save the table as CSV in UTF-8.") from None

    def clean(self) -> dict:
        given = super().clean()
        given["text"] = given.get("file") or given.get("text", "")
        if not self.errors and not given["text"].strip():
            raise forms.ValidationError("Paste the table or choose its file.", code="nothing_given")
        return given


class RefuseForm(forms.Form):
    why = forms.CharField(label="Reason", max_length=300, help_text="The player reads it.")
