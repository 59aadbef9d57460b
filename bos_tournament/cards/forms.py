"""Forms about cards: what the catalogue and the rulebook are asked for, and what admins write into it."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.cards import card_feedback, catalogue, published_meanings, uploads
from bos_tournament.cards.models import Card, Printing
from engine.bos.game import MAX_ABILITIES, MAX_NAME, MAX_NUMBER, Ability, CardType, Color, key
from engine.bos.game import Card as EngineCard

ANY = [("", _("any"))]
FILE_BYTES = 2 * 1024 * 1024
PASTED_CHARACTERS = 400_000
TYPED = ("name", "type", "color", "condition", "abilities", "strength", "cost")
ABILITIES_CHARACTERS = 8_000
PRINTING = ("set", "rarity", "artist")
CHOSEN_MEANING = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9a-f]{16}", re.ASCII)


class SearchForm(forms.Form):
    """What to look for in the catalogue; everything is optional."""

    name = forms.CharField(label=_("Name"), max_length=MAX_NAME, required=False, widget=forms.SearchInput)
    text = forms.CharField(label=_("Card text"), max_length=200, required=False, widget=forms.SearchInput)
    color = forms.ChoiceField(label=_("Colour"), choices=ANY + Card.Color.choices, required=False)
    type = forms.ChoiceField(label=_("Type"), choices=ANY + Card.Type.choices, required=False)
    strength_from = forms.IntegerField(label=_("Min. strength"), min_value=0, max_value=MAX_NUMBER, required=False)
    strength_to = forms.IntegerField(label=_("Max. strength"), min_value=0, max_value=MAX_NUMBER, required=False)
    cost_from = forms.IntegerField(label=_("Min. cost"), min_value=0, max_value=MAX_NUMBER, required=False)
    cost_to = forms.IntegerField(label=_("Max. cost"), min_value=0, max_value=MAX_NUMBER, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        nothing = {
            "strength": gettext("No strength is at least %(least)s and at most %(most)s. Swap the two."),
            "cost": gettext("No cost is at least %(least)s and at most %(most)s. Swap the two."),
        }
        for figure, sentence in nothing.items():
            least, most = cleaned.get(f"{figure}_from"), cleaned.get(f"{figure}_to")
            if least is not None and most is not None and least > most:
                self.add_error(f"{figure}_to", sentence % {"least": least, "most": most})
        return cleaned

    def asked(self) -> dict[str, Any]:
        """The arguments of `searching.find`."""
        fields = self.cleaned_data
        plain = {field: fields[field] for field in ("name", "text", "color", "type")}
        return plain | {figure: (fields[f"{figure}_from"], fields[f"{figure}_to"]) for figure in ("strength", "cost")}


class RulesForm(forms.Form):
    """What to look for in the rulebook."""

    q = forms.CharField(label=_("Number, word or ruling"), max_length=100, required=False, widget=forms.SearchInput)


class AbilitiesField(forms.CharField):
    """Abilities as lines of text; a mark in front says which are mandatory."""

    mark = "!"

    def __init__(self, **options: Any) -> None:
        super().__init__(
            max_length=ABILITIES_CHARACTERS, widget=forms.Textarea(attrs={"rows": 5, "cols": 80}), **options
        )

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return "\n".join((f"{self.mark} " if each["mandatory"] else "") + each["text"] for each in value)

    def to_python(self, value: Any) -> Any:
        lines = [line.strip() for line in (super().to_python(value) or "").splitlines() if line.strip()]
        return [
            {"text": line.removeprefix(self.mark).strip(), "mandatory": line.startswith(self.mark)} for line in lines
        ]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.to_python(data) != (initial or []))


def card_of(entry: Mapping[str, Any]) -> EngineCard:
    """The sentences of a card as somebody typed them, whether or not its other values are complete."""
    condition, abilities = " ".join((entry.get("condition") or "").split()), entry.get("abilities") or []
    return EngineCard(
        name=str(entry.get("name") or "")[:MAX_NAME],
        type=CardType(entry["type"]) if entry.get("type") in list(CardType) else None,
        color=Color(entry["color"]) if entry.get("color") in list(Color) else None,
        condition=condition or None,
        strength=_typed_number(entry.get("strength")),
        cost=_typed_number(entry.get("cost")),
        abilities=tuple(Ability(each["text"], each["mandatory"]) for each in abilities[:MAX_ABILITIES]),
    )


def _typed_number(value: Any) -> int | None:
    """A number as it stands in the form, if it is one."""
    typed = str(value).strip()
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= len(str(MAX_NUMBER)) else None


class CardForm(forms.ModelForm):
    """One card. The engine says what is wrong with it, each fault at its field."""

    abilities = AbilitiesField(
        label=_("Abilities"),
        required=False,
        help_text=_("One per line. Start a mandatory one with an exclamation mark."),
    )

    class Meta:
        model = Card
        fields = (*TYPED, "official", "state", "no_example")
        labels = {
            "name": _("Name"),
            "type": _("Type"),
            "color": _("Colour"),
            "condition": _("Condition"),
            "strength": _("Strength"),
            "cost": _("Cost"),
            "official": _("Official"),
            "state": _("State"),
        }
        help_texts = {
            "cost": _("In vim. Spells only."),
            "official": _("Only an official card may leave unknown values empty."),
        }
        widgets = {"condition": forms.Textarea(attrs={"rows": 2, "cols": 80})}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if other := Card.objects.filter(key=key(name)).exclude(pk=self.instance.pk).first():
            sentence = gettext(
                "%(card)s already has this name; case and accents make no difference (1.1.7). Change that card instead."
            ) % {"card": other}
            raise forms.ValidationError(sentence)
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        entry = {field: cleaned[field] for field in catalogue.PRINTED}
        faults = catalogue.faults(entry)
        for fault in faults:
            self.add_error(fault.field if fault.field in self.fields else None, fault.message)
        if not faults and cleaned["state"] == Card.State.PUBLISHED:
            self._check_sentences(entry)
        return cleaned

    def _check_sentences(self, entry: dict[str, Any]) -> None:
        """A draft may hold sentences that cannot be played yet; the state says so, and what was typed stays.

        Unchanged sentences of a published card play what they were published with and are not asked about again.
        """
        if published_meanings.kept_row(self.instance, card_of(entry)):
            return
        if error := card_feedback.first_error(card_of(entry), catalogue.known()):
            self.add_error("state", gettext("%(fault)s Fix it, or save the card as a draft.") % {"fault": error[1]})
        elif not self.cleaned_data["no_example"] and (
            missing := card_feedback.first_without_example(card_of(entry), catalogue.known())
        ):
            self.add_error("no_example", missing)

    def typed(self) -> EngineCard:
        """The card as it stands in the form now, faulty or not."""
        bound = {field: self[field].value() for field in TYPED if field in self.fields}
        values = {field: getattr(self.instance, field) for field in TYPED} | bound
        if isinstance(values["abilities"], str):
            values["abilities"] = self.fields["abilities"].to_python(values["abilities"][:ABILITIES_CHARACTERS])
        return card_of(values)

    def drawn(self) -> Card:
        """The card as it stands in the form now, as pages draw one; nothing is saved."""
        typed = self.typed()
        bound = {field: self[field].value() for field in ("official", "state") if field in self.fields}
        return Card(
            name=typed.name or "–",
            type=typed.type,
            color=typed.color,
            condition=typed.condition,
            strength=typed.strength,
            cost=typed.cost,
            abilities=[{"text": each.text, "mandatory": each.mandatory} for each in typed.abilities],
            official=bool(bound.get("official", self.instance.official)),
            state=bound.get("state") or self.instance.state,
        )


class PrintingForm(forms.ModelForm):
    """One printing; the engine reads it with the card later, so it is asked now."""

    class Meta:
        model = Printing
        fields = PRINTING

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        printing = {field: cleaned.get(field) or None for field in PRINTING}
        entry = {"name": "Any", "type": "wizard", "color": "red", "printings": [printing]}
        for fault in catalogue.faults(entry):
            self.add_error(None, fault.message)
        return cleaned


class ChosenMeanings(forms.MultipleChoiceField):
    """Cards with the meaning that was looked at, `card:digest` each; the deed says whether they still fit."""

    def valid_value(self, value: str) -> bool:
        return CHOSEN_MEANING.fullmatch(value) is not None


class MeaningsForm(forms.Form):
    """Whose meaning of today is published."""

    chosen = ChosenMeanings(
        error_messages={
            "required": _("Select a card first. Nothing was published."),
            "invalid_choice": _("This choice is not on this page. Reload it."),
        }
    )

    def shown(self) -> dict[UUID, str]:
        """The digest of the meaning that was looked at, by card."""
        pairs = (value.split(":") for value in self.cleaned_data["chosen"])
        return {UUID(card): digest for card, digest in pairs}


class CatalogueForm(forms.Form):
    """A whole catalogue, as a file or pasted."""

    file = forms.FileField(label=_("File"), required=False, help_text=_("JSON or CSV, at most 2 MB."))
    text = forms.CharField(
        label=_("Or paste the cards"),
        required=False,
        max_length=PASTED_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 12, "cols": 100, "spellcheck": "false"}),
    )
    publish = forms.BooleanField(
        label=_("Publish all cards"),
        required=False,
        help_text=_("Otherwise new cards are drafts and existing ones keep their state."),
    )

    def clean_file(self) -> str:
        return uploads.text_of(
            self.cleaned_data["file"],
            most=FILE_BYTES,
            too_large=gettext("This file is larger than 2 MB. Split it and import the parts."),
            not_text=gettext("This is not UTF-8 text. Save the file with that encoding."),
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        cleaned["catalogue"] = cleaned.get("file") or cleaned.get("text") or ""
        if not self.errors and not cleaned["catalogue"].strip():
            raise forms.ValidationError(gettext("Choose a file or paste the cards."))
        return cleaned
