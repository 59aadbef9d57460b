"""Forms of records, disputes, appeals, calls, penalties and precedents."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.models import User
from bos_tournament.cards import uploads
from bos_tournament.judging import disputing, recording, ruling
from bos_tournament.judging.infractions import infractions
from bos_tournament.judging.models import Penalty, Ruling
from bos_tournament.matches.forms import key_field
from bos_tournament.matches.models import Game, Match
from bos_tournament.tournaments.kept_words import kept
from engine.log import MAX_BYTES


class RecordForm(forms.Form):
    """A written game, pasted or as a file."""

    text = forms.CharField(
        label=_("Written game"),
        required=False,
        strip=False,
        max_length=MAX_BYTES,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("One action a line, as on the log sheet; headers in brackets at the top."),
    )
    file = forms.FileField(
        label=_("… or its file"), required=False, help_text=_("A text file (.bln or .txt), at most 64 KB.")
    )

    def clean_file(self) -> str:
        return uploads.text_of(
            self.cleaned_data["file"],
            most=MAX_BYTES,
            too_large=gettext("This file is larger than 64 KB; hand in the written game only."),
            not_text=gettext("This is not a text file in UTF-8; save it as plain text."),
        )

    def clean(self) -> dict:
        cleaned = super().clean()
        if cleaned.get("file"):
            cleaned["text"] = cleaned["file"]
        return cleaned


class HandInForm(RecordForm):
    """A record, and which game it is of: the one asked for, else the last one. What was handed in of it is there to be
    corrected; `corrects` says of which game that is."""

    game = forms.ModelChoiceField(queryset=None, label=_("Game"), empty_label=None)
    field_order = ["game", "text", "file"]

    def __init__(self, match: Match, writer: User, *args, asked: str | None = None, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].queryset = games = recording.games_begun(match)
        game = (games.filter(number=asked).first() if asked and asked.isdecimal() else None) or games.first()
        self.initial["game"] = game
        self.initial["text"] = recording.last_text(game, writer) if game else ""
        self.corrects = game if self.initial["text"] else None
        self.fields["game"].label_from_instance = lambda game: gettext("Game %(number)s") % {"number": game.number}


class DisputeForm(RecordForm):
    """Which game is contested, and what about it."""

    game = forms.ModelChoiceField(queryset=None, label=_("Game"), empty_label=None)
    claim = forms.CharField(
        label=_("What is contested?"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One or two sentences; the other player and the judges read them."),
    )
    field_order = ["game", "claim", "text", "file"]

    def __init__(self, match: Match, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].queryset = disputing.games_to_dispute(match)
        self.fields["game"].label_from_instance = lambda game: gettext("Game %(number)s") % {"number": game.number}


class RulingForm(forms.Form):
    """What a judge decides, and why. Offered is what makes sense as the game stands."""

    decision = forms.ChoiceField(label=_("Ruling"), choices=Ruling.Decision.choices, widget=forms.RadioSelect)
    winner = forms.ModelChoiceField(
        queryset=None,
        label=_("Winner of the game"),
        required=False,
        empty_label="–",
        help_text=_("Only where you decide who wins."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Both players read it, and everybody where it changes the result. Cite the rule."),
    )

    def __init__(self, game: Game, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        named = dict(Ruling.Decision.choices)
        if game.outcome == Game.Outcome.OPEN:
            named[Ruling.Decision.CORRECT] = _("one player wins the game")
        self.fields["decision"].widget.choices = [(one, named[one]) for one in ruling.possible(game)]
        self.fields["winner"].queryset = game.match.seats.select_related("user")
        self.fields["winner"].label_from_instance = lambda seat: seat.user.handle


class AppealForm(forms.Form):
    why = forms.CharField(
        label=_("What is wrong with the ruling?"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One or two sentences; the head judge, the judges and the other player read them."),
    )


class UpholdForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Both players read it. Cite the rule."),
    )


class CallForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)


class PenaltyForm(forms.Form):
    """What a judge gives, for what, and what happened."""

    infraction = forms.ChoiceField(label=_("Infraction"))
    level = forms.ChoiceField(label=_("Penalty"), widget=forms.RadioSelect)
    rule = forms.CharField(
        label=_("Rule"),
        required=False,
        max_length=12,
        help_text=_("Its number, as at /rules/; empty where no rule covers it."),
    )
    note = forms.CharField(
        label=_("What happened?"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The player reads it, and staff of this tournament; nobody else."),
    )
    key = key_field()

    def __init__(self, *args, head_judge: bool, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.head_judge = head_judge
        levels = [one for one in Penalty.Level if head_judge or one != Penalty.Level.DISQUALIFICATION]
        known = [(one.code, one.name) for one in infractions().values()]
        self.fields["infraction"].choices = [("", gettext("choose")), *known]
        self.fields["level"].choices = [(one.value, one.label) for one in levels]
        chosen = infractions().get(self["infraction"].value() or "")
        self.fields["rule"].required = chosen is not None and chosen.needs_rule
        self.fields["rule"].error_messages["required"] = gettext(
            "Name the rule that was broken; its number stands at /rules/."
        )
        self.fields["level"].error_messages["invalid_choice"] = gettext(
            "Choose one of these; only a head judge disqualifies."
        )

    def clean_note(self) -> str:
        return kept(self.cleaned_data["note"])


class TakeBackForm(forms.Form):
    why = forms.CharField(label=_("Reason"), max_length=300, help_text=_("The player reads it."))


class PrecedentForm(forms.Form):
    """What earlier rulings are searched by; every field narrows them."""

    card = forms.CharField(label=_("Card"), required=False, max_length=80, help_text=_("Part of a name will do."))
    rule = forms.CharField(
        label=_("Rule"), required=False, max_length=12, help_text=_("7.1.2, or 7.1 for all its parts.")
    )
    words = forms.CharField(
        label=_("Words"), required=False, max_length=100, help_text=_("In the claim or the reason.")
    )
