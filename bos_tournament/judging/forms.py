"""Forms of records and disputes."""

from django import forms

from bos_tournament.judging.models import Ruling
from bos_tournament.matches.models import Match
from engine.log import MAX_BYTES


class RecordForm(forms.Form):
    """A written game, pasted or as a file."""

    text = forms.CharField(
        label="Written game",
        required=False,
        strip=False,
        max_length=MAX_BYTES,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
        help_text="One action a line, as on the log sheet; headers in brackets at the top.",
    )
    file = forms.FileField(
        label="… or its file", required=False, help_text="A text file (.bln or .txt), at most 64 KB."
    )

    def clean_file(self) -> str:
        upload = self.cleaned_data["file"]
        if upload is None:
            return ""
        if upload.size > MAX_BYTES:
            raise forms.ValidationError("This file is larger than 64 KB; hand in the written game only.")
        try:
            return upload.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise forms.ValidationError("This is not a text file in UTF-8; save it as plain text.") from None

    def clean(self) -> dict:
        cleaned = super().clean()
        if cleaned.get("file"):
            cleaned["text"] = cleaned["file"]
        return cleaned


class HandInForm(RecordForm):
    """A record, and which game it is of."""

    game = forms.ModelChoiceField(queryset=None, label="Game", empty_label=None)
    field_order = ["game", "text", "file"]

    def __init__(self, match: Match, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].queryset = match.games.order_by("-number")
        self.fields["game"].label_from_instance = lambda game: f"Game {game.number}"


class DisputeForm(RecordForm):
    """Which game is contested, and what about it."""

    game = forms.ModelChoiceField(queryset=None, label="Game", empty_label=None)
    claim = forms.CharField(
        label="What is contested?",
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="One or two sentences; the other player and the judges read them.",
    )
    field_order = ["game", "claim", "text", "file"]

    def __init__(self, match: Match, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].queryset = match.games.order_by("-number")
        self.fields["game"].label_from_instance = lambda game: f"Game {game.number}"


class RulingForm(forms.Form):
    """What a judge decides, and why."""

    decision = forms.ChoiceField(label="Ruling", choices=Ruling.Decision.choices, widget=forms.RadioSelect)
    winner = forms.ModelChoiceField(
        queryset=None, label="Winner of the game", required=False, help_text="Only when the result is corrected."
    )
    reason = forms.CharField(
        max_length=1000, widget=forms.Textarea(attrs={"rows": 4}), help_text="Both players read it. Cite the rule."
    )

    def __init__(self, match: Match, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winner"].queryset = match.seats.select_related("user")
        self.fields["winner"].label_from_instance = lambda seat: seat.user.handle
