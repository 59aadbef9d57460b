"""Forms about people at a tournament: codes, guests, invitations, lists."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.fields import offer
from bos_tournament.accounts.models import User
from bos_tournament.cards import uploads
from bos_tournament.decks import access as deck_access
from bos_tournament.decks import drafts
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import csv_import, join_codes
from bos_tournament.tournaments.models import Staff, Tournament

LIST = {"class": "list", "rows": 24, "spellcheck": "false", "autocapitalize": "off"}


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Join code"), max_length=join_codes.MOST_LETTERS, help_text=_("8 letters and digits.")
    )


class CodeLimitForm(forms.Form):
    most = forms.IntegerField(
        label=_("Sign-ups by code"),
        required=False,
        min_value=1,
        max_value=join_codes.MOST_USES,
        help_text=_("In total, including players who have already joined. Empty: as many as there are places."),
    )


class GuestForm(forms.Form):
    refused_at = dict.fromkeys(("handle_taken", "handle_malformed", "handle_reserved"), "handle")

    handle = forms.CharField(label=_("Handle"), max_length=30, help_text=_("Shown to everyone."))
    real_name = forms.CharField(
        label=_("Real name"),
        required=False,
        max_length=80,
        help_text=_("Visible only to the guest and tournament staff."),
    )


class GuestLinksForm(forms.Form):
    unopened = forms.BooleanField(
        label=_("Include guests who have not opened theirs"),
        required=False,
        help_text=_("For a lost sheet: the links on it stop working."),
    )


class InvitationForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=Staff.Role)


class ListForm(forms.Form):
    """A list to hand in: one of the own decks, a starter deck, or pasted."""

    one_of = ("deck", "text")
    deck = forms.ChoiceField(label=_("One of your decks or a starter deck"), required=False)
    text = forms.CharField(
        label=_("Or a deck list"),
        required=False,
        max_length=20_000,
        strip=False,
        widget=forms.Textarea(attrs=LIST),
        help_text=_("One card per line, such as 3 Root Giant; reserves under the heading Reserves."),
    )

    def __init__(
        self, data: dict | None = None, *, owner: User, tournament: Tournament, initial: dict | None = None
    ) -> None:
        super().__init__(data, initial=initial)
        own = {str(deck.pk): deck for deck in deck_access.own_decks(owner)}
        ready = drafts.legal_starters(submissions.pool_of(tournament), tournament.edition)
        self.texts = {pk: deck.text for pk, deck in own.items()}
        self.texts |= {slug: text for slug, (_name, text) in drafts.starters().items()}
        choices = [
            ("", gettext("none, paste a list below")),
            *([(gettext("Your decks"), [(pk, deck.name) for pk, deck in own.items()])] if own else []),
            *([(gettext("Starter decks"), [(slug, name) for slug, name, _report in ready])] if ready else []),
        ]
        offer(self, "deck", choices)
        self.has_ready = bool(ready)

    def clean(self) -> dict:
        cleaned = super().clean() or self.cleaned_data
        deck, text = cleaned.get("deck"), cleaned.get("text", "").strip()
        if not self.errors and bool(deck) == bool(text):
            raise forms.ValidationError(
                gettext("Choose one of your decks or paste a list, not both."), code="one_of_two"
            )
        return cleaned

    def list_text(self) -> str:
        deck = self.cleaned_data["deck"]
        return self.texts[deck] if deck else self.cleaned_data["text"]


class LookForm(forms.Form):
    purpose = forms.CharField(
        label=_("Purpose"),
        max_length=120,
        help_text=_("For example: deck check in round 2. The owner sees it afterwards."),
    )


class AmendForm(forms.Form):
    text = forms.CharField(
        label=_("Amended deck list"), max_length=20_000, strip=False, widget=forms.Textarea(attrs=LIST)
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("The owner sees it at once."))


class SearchForm(forms.Form):
    """What a list is narrowed by. Whatever cannot be meant is left out, so that a search never fails."""

    q = forms.CharField(required=False, max_length=80)

    def words(self) -> str:
        return self.cleaned_data["q"] if self.is_valid() else ""


class ImportForm(forms.Form):
    """People to enter: pasted, or as a file. What was read stays in the field, so nothing is lost."""

    one_of = ("text", "file")
    text = forms.CharField(
        label=_("Players"),
        required=False,
        strip=False,
        max_length=csv_import.MOST_LETTERS,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=_(
            "One player per line: handle, real name. The real name is optional; separate with commas,"
            " semicolons or tabs. With a heading, a column byes can hold earned byes."
        ),
    )
    file = forms.FileField(label=_("Or a file"), required=False, help_text=_("CSV or plain text, at most 200 KB."))

    def clean_file(self) -> str:
        return uploads.text_of(
            self.cleaned_data["file"],
            most=csv_import.MOST_LETTERS,
            too_large=gettext("This file is larger than 200 KB; import it in parts."),
            not_text=gettext("This is not UTF-8 text; save the table as CSV in UTF-8."),
        )

    def clean(self) -> dict:
        cleaned = super().clean() or self.cleaned_data
        cleaned["text"] = cleaned.get("file") or cleaned.get("text", "")
        if not self.errors and not cleaned["text"].strip():
            raise forms.ValidationError(gettext("Paste the table or choose its file."), code="nothing_given")
        return cleaned


class RefuseForm(forms.Form):
    why = forms.CharField(label=_("Reason"), max_length=300, help_text=_("Shown to the player."))
