"""Forms of records, disputes, appeals, calls, penalties and precedents."""

from django import forms

from bos_tournament.judging.infractions import infractions
from bos_tournament.judging.models import Penalty, Ruling
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


class AppealForm(forms.Form):
    why = forms.CharField(
        label="What is wrong with the ruling?",
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="One or two sentences; the head judge, the judges and the other player read them.",
    )


class UpholdForm(forms.Form):
    reason = forms.CharField(
        max_length=1000, widget=forms.Textarea(attrs={"rows": 3}), help_text="Both players read it. Cite the rule."
    )


class CallForm(forms.Form):
    reason = forms.CharField(required=False, max_length=200)


class PenaltyForm(forms.Form):
    """What a judge gives, for what, and what happened."""

    infraction = forms.ChoiceField(label="Infraction")
    level = forms.ChoiceField(label="Penalty", widget=forms.RadioSelect)
    rule = forms.CharField(
        label="Rule",
        required=False,
        max_length=12,
        help_text="Its number, as at /rules/; empty where no rule covers it.",
    )
    note = forms.CharField(
        label="What happened?",
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="The player reads it, and staff of this tournament; nobody else.",
    )

    def __init__(self, *args, head_judge: bool, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.head_judge = head_judge
        levels = [one for one in Penalty.Level if head_judge or one != Penalty.Level.DISQUALIFICATION]
        self.fields["infraction"].choices = [("", "choose"), *((one.code, one.name) for one in infractions().values())]
        self.fields["level"].choices = [(one.value, one.label) for one in levels]
        chosen = infractions().get(self["infraction"].value() or "")
        self.fields["rule"].required = chosen is not None and chosen.needs_rule
        self.fields["rule"].error_messages["required"] = "Name the rule that was broken; its number stands at /rules/."
        self.fields["level"].error_messages["invalid_choice"] = "Choose one of these; only a head judge disqualifies."


class TakeBackForm(forms.Form):
    why = forms.CharField(label="Reason", max_length=300, help_text="The player reads it.")


class PrecedentForm(forms.Form):
    """What earlier rulings are searched by; every field narrows them."""

    card = forms.CharField(required=False, max_length=80, help_text="Part of a name will do.")
    rule = forms.CharField(required=False, max_length=12, help_text="7.1.2, or 7.1 for all its parts.")
    words = forms.CharField(required=False, max_length=100, help_text="In the claim or the reason.")
