"""The form in which somebody sets a position: whose turn it is, and for each side its numbers and its cards."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.errors import Refused
from bos_tournament.play.deck_choices import deck_choices, offer
from bos_tournament.refusals import show_refusal
from engine.bos import game as bos
from engine.bos.game import CardType

Shown = dict[str, Any]
COLUMNS = "abc"
MOST = 1_000_000
"""The greatest number that a field takes."""
READY, ACTED, DOWN, GONE = "ready", "acted", "down", "gone"
STATES = [(READY, _("Ready")), (ACTED, _("Acted")), (DOWN, _("Face-down"))]
BOSS_STATES = [
    (DOWN, _("Face-down")),
    (READY, _("Face-up, ready")),
    (ACTED, _("Face-up, acted")),
    (GONE, _("Defeated")),
]
PHASES = [
    (bos.BEGIN, _("Before the turn begins")),
    (bos.STARTUP, _("Startup phase")),
    (bos.SUMMONING, _("Summoning phase")),
    (bos.MAIN, _("Main phase")),
    (bos.ENDING, _("Ending phase")),
]


class DecksForm(forms.Form):
    """With which decks a position is set up."""

    deck_one = forms.ChoiceField(label=_("Deck of player 1"), initial="starter:first-sparks")
    deck_two = forms.ChoiceField(label=_("Deck of player 2"), initial="starter:open-meadow")

    def __init__(self, *args: Any, user: Viewer, **options: Any) -> None:
        super().__init__(*args, **options)
        self.decks = deck_choices(user)
        for name in ("deck_one", "deck_two"):
            offer(self, name, self.decks.all)

    def list_of(self, name: str) -> tuple[str, str]:
        """The name and the text of the deck that was chosen in that field."""
        return self.decks.list_of(self.cleaned_data[name])


class PositionForm(forms.Form):
    """A position of a game with two lists; `setup` is what the game is set up from."""

    turn = forms.IntegerField(label=_("Turn"), initial=5, min_value=1, max_value=999)
    seat = forms.TypedChoiceField(label=_("Whose turn"), coerce=int, initial=0)
    phase = forms.ChoiceField(label=_("Phase"), choices=PHASES, initial=bos.MAIN)

    def __init__(self, *args: Any, setup: Any, names: tuple[str, str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.setup, self.names = setup, names
        players = [_("Player 1 · %(deck)s") % {"deck": names[0]}, _("Player 2 · %(deck)s") % {"deck": names[1]}]
        self.players = players
        seat = self.fields["seat"]
        assert isinstance(seat, forms.TypedChoiceField)
        seat.choices = list(enumerate(players))
        self.buried: tuple[dict[str, str], dict[str, str]] = ({}, {})
        for number in (0, 1):
            self._add_side(number)

    def _add_side(self, seat: int) -> None:
        one, edition = f"p{seat + 1}_", self.setup.edition
        for word, label, least, initial in (
            ("life", _("Life"), 1, edition.life),
            ("vim", _("Vim"), 0, edition.vim),
            ("ether", _("Ether"), 0, 0),
        ):
            self.fields[one + word] = forms.IntegerField(label=label, min_value=least, max_value=MOST, initial=initial)
        piles = Counter(card.name for card in self.setup.piles[seat])
        cards = {card.name: card for card in self.setup.piles[seat]}
        summons = [name for name in piles if cards[name].type is CardType.SUMMON]
        for number, letter in enumerate(COLUMNS):
            self._add_column(one, letter, self.setup.wizards[seat], number, summons)
            self._add_enchantment(f"{one}{letter}_under", list(filter(bos.can_lie_under, cards.values())))
        self.fields[f"{one}boss"] = _choice(_("Boss"), BOSS_STATES, DOWN)
        self.fields[f"{one}boss_strength"] = _strength()
        for number, (name, count) in enumerate(sorted(piles.items())):
            field = f"{one}grave_{number}"
            self.fields[field] = _choice(name, [(each, str(each)) for each in range(count + 1)], 0)
            self.buried[seat][field] = name

    def _add_column(self, one: str, letter: str, wizards: Any, number: int, summons: list[str]) -> None:
        nobody = [("", _("None"))]
        names = [(card.name, card.name) for card in wizards]
        self.fields[f"{one}{letter}_wizard"] = _choice(_("Wizard"), nobody + names, names[number][0], required=False)
        self.fields[f"{one}{letter}_wizard_state"] = _choice(_("State of the wizard"), STATES, READY)
        offered = nobody + [(name, name) for name in summons]
        self.fields[f"{one}{letter}_summon"] = _choice(_("Summon"), offered, "", required=False)
        self.fields[f"{one}{letter}_summon_state"] = _choice(_("State of the summon"), STATES, READY)
        self.fields[f"{one}{letter}_strength"] = _strength()

    def _add_enchantment(self, field: str, spells: list[Any]) -> None:
        if spells:
            offered = [("", _("None"))] + [(card.name, card.name) for card in spells]
            self.fields[field] = _choice(_("Enchantment under the summon"), offered, "", required=False)

    # What is shown

    def sides(self) -> Iterator[Shown]:
        """For each player the fields in the groups in which they are shown."""
        for seat, player in enumerate(self.players):
            one = f"p{seat + 1}_"
            yield {
                "player": player,
                "totals": [self[one + word] for word in ("life", "vim", "ether")],
                "columns": [
                    {"letter": letter, "fields": [self[name] for name in self.fields if name.startswith(at + "_")]}
                    for letter, at in ((letter, one + letter) for letter in COLUMNS)
                ],
                "boss": [self[f"{one}boss"], self[f"{one}boss_strength"]],
                "boss_name": self.setup.bosses[seat].name,
                "graveyard": [self[name] for name in self.buried[seat]],
                "open": any(self.data.get(name, "0") not in ("", "0") for name in self.buried[seat]),
            }

    # What was sent

    def position(self) -> bos.Position:
        """The position that was sent; the form is valid."""
        sent = self.cleaned_data
        life, vim, ether = [(sent[f"p1_{word}"], sent[f"p2_{word}"]) for word in ("life", "vim", "ether")]
        graves = [
            tuple([name for field, name in by_field.items() for _each in range(int(sent[field]))])
            for by_field in self.buried
        ]
        placed = tuple([card for seat in (0, 1) for card in _placed(sent, seat, self.setup.bosses[seat].name)])
        return bos.Position(sent["turn"], sent["seat"], sent["phase"], life, vim, ether, placed, (graves[0], graves[1]))

    def show_problems(self, refusal: Refused) -> None:
        """Puts everything that is wrong with the position at its field, and another refusal above the form."""
        fields: dict[str | None, str] = {}
        for problem in refusal.facts.get("problems", ()) if refusal.code == "misplaced" else ():
            at = self._field_at(problem)
            fields[at] = f"{fields[at]} {problem['message']}" if at in fields else problem["message"]
        show_refusal(self, Refused(str(refusal), code=refusal.code, fields=fields) if fields else refusal)

    def _field_at(self, problem: Mapping[str, Any]) -> str | None:
        at = problem["at"]
        seat, _space, word = at.partition(" ")
        if word == "graveyard":
            name = problem.get("args", {}).get("card", "")
            by_field = self.buried[int(seat[1]) - 1]
            field = next((field for field, each in by_field.items() if each == name), next(iter(by_field), ""))
        elif word:
            field = f"p{seat[1]}_{word}"
        elif at in ("turn", "phase"):
            field = at
        else:
            field = _field_of_place(at)
        return field if field in self.fields else None


def _choice(label: Any, choices: list[Any], initial: Any, *, required: bool = True) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, initial=initial, required=required)


def _strength() -> forms.IntegerField:
    return forms.IntegerField(label=_("Strength"), min_value=1, max_value=MOST, required=False)


def _field_of_place(at: str) -> str:
    """The field of a place such as `1wa`, `2b` and `1*`."""
    seat, spot = at[0], at[1:]
    if spot == "*":
        return f"p{seat}_boss"
    return f"p{seat}_{spot[-1]}_{'wizard' if spot[0] == 'w' else 'summon'}"


def _placed(sent: Mapping[str, Any], seat: int, boss: str) -> Iterator[bos.PlacedCard]:
    """The cards of a side that are on the table."""
    one = f"p{seat + 1}_"
    for letter in COLUMNS:
        at, wizard, summon = f"{one}{letter}", sent[f"{one}{letter}_wizard"], sent[f"{one}{letter}_summon"]
        if wizard:
            yield _card(f"{seat + 1}w{letter}", wizard, sent[f"{at}_wizard_state"])
        if summon:
            under = tuple(filter(None, [sent.get(f"{at}_under")]))
            yield _card(f"{seat + 1}{letter}", summon, sent[f"{at}_summon_state"], sent[f"{at}_strength"], under)
    if sent[f"{one}boss"] != GONE:
        yield _card(f"{seat + 1}*", boss, sent[f"{one}boss"], sent[f"{one}boss_strength"])


def _card(at: str, name: str, state: str, strength: int | None = None, under: tuple[str, ...] = ()) -> bos.PlacedCard:
    return bos.PlacedCard(bos.POSITIONS[at], name, state != DOWN, state == ACTED, strength, under)
