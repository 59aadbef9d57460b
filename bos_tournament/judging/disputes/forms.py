"""Forms for disputes, rulings, appeals, and the search for precedents."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.fields import offer_rows
from bos_tournament.judging.disputes import dispute_rulings, filing
from bos_tournament.judging.models import Ruling
from bos_tournament.judging.records.forms import GameField, RecordForm, SeatField
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.play.models import RecordedLine


class DisputeForm(RecordForm):
    """Which game is contested, and what about it."""

    game = GameField(queryset=Game.objects.none(), label=_("Game"), empty_label=None)
    claim = forms.CharField(
        label=_("What is disputed?"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One or two sentences. The other player and the judges can read them."),
    )
    line = forms.ChoiceField(
        label=_("Line in question"),
        required=False,
        help_text=_("The judge sees the board after this line first."),
    )
    field_order = ["game", "line", "claim", "text", "file"]

    def __init__(self, match: Match, *args: Any, asked: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = filing.games_to_dispute(match)
        offer_rows(self, "game", games)
        boards = recorded_lines(games)
        groups = [(gettext("Game %(number)s") % {"number": number}, lines) for number, lines in boards.items()]
        field = self.fields["line"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("No line in particular")), *groups]
        if not boards:
            del self.fields["line"]
        elif asked.isdecimal() and int(asked) in boards:
            self.initial.update(game=games.get(number=asked), line=boards[int(asked)][0][0])

    def clean(self) -> dict:
        cleaned = super().clean()
        number, _of, line = (cleaned.get("line") or "").partition(":")
        game = cleaned.get("game")
        if number and game and number != str(game.number):
            self.add_error("line", _("This line is of another game. Choose one of the disputed game."))
        return {**cleaned, "line": int(line) if line else None}


def recorded_lines(games: QuerySet[Game]) -> dict[int, list[tuple[str, str]]]:
    """What stands on the boards of these games, the last line first: by number of the game, each as a choice."""
    rows = RecordedLine.objects.filter(recording__game__in=games, taken_back_at=None)
    found: dict[int, list[tuple[str, str]]] = {}
    for number, line, written in rows.order_by("-recording__game__number", "-number").values_list(
        "recording__game__number", "number", "written"
    ):
        found.setdefault(number, []).append((f"{number}:{line}", f"{line}. {written}"))
    return found


class RulingForm(forms.Form):
    """What a judge decides, and why. Offered is what makes sense as the game stands."""

    decision = forms.ChoiceField(label=_("Ruling"), choices=Ruling.Decision.choices, widget=forms.RadioSelect)
    winner = SeatField(
        queryset=Seat.objects.none(),
        label=_("Winner of the game"),
        required=False,
        empty_label="–",
        help_text=_("Only if you decide who wins."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Shown to both players, and to everyone if it changes the result. Cite the rule."),
    )

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = dict(Ruling.Decision.choices)
        if game.outcome == Game.Outcome.OPEN:
            named[Ruling.Decision.CORRECT] = _("one player wins the game")
        self.fields["decision"].widget.choices = [
            (decision, named[decision]) for decision in dispute_rulings.possible(game)
        ]
        offer_rows(self, "winner", game.match.seats.select_related("user"))


class AppealForm(forms.Form):
    why = forms.CharField(
        label=_("What is wrong with the ruling?"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One or two sentences. The head judge, the judges and the other player can read them."),
    )


class UpholdForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown to both players. Cite the rule."),
    )


class PrecedentForm(forms.Form):
    """What earlier rulings are searched by; every field narrows them."""

    card = forms.CharField(label=_("Card"), required=False, max_length=80, help_text=_("Part of a name is enough."))
    rule = forms.CharField(
        label=_("Rule"), required=False, max_length=12, help_text=_("7.1.2, or 7.1 for all its parts.")
    )
    words = forms.CharField(label=_("Text"), required=False, max_length=100, help_text=_("In the claim or the reason."))
