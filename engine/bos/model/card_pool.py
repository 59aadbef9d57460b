"""The card catalogue: a pool of cards that a tournament can pin by its hash."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cache, cached_property
from importlib import resources
from typing import Any, TypeVar

from engine.bos.model.cards import Ability, Card, CardType, Color, Printing, key
from engine.messages import Message, any_of

MAX_POOL_CHARACTERS = 8_000_000
MAX_CARDS = 20_000
MAX_NAME = 100
MAX_TEXT = 600
MAX_ABILITIES = 10
MAX_PRINTINGS = 50
MAX_NUMBER = 1_000_000

_NOT_FOR_LISTS = re.compile(
    r"#|\s\s|^([0-9]+x?\s|x[0-9]+\s|name\s*:|(boss|bosses|wizards?|summons?|spells?|reserves?)\s*(\([0-9]+\))?\s*(:|$))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class EntryProblem:
    """One fault of one entry of a catalogue; `index` counts from 0, `field` is empty when the entry is meant."""

    index: int
    name: str
    """The name of the entry, as far as it has one."""
    field: str
    message: Message
    """What is wrong."""


class PoolProblem(ValueError):
    """A catalogue cannot be used; `problems` names every faulty entry."""

    def __init__(self, problems: Iterable[EntryProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(_sentence(problem) for problem in self.problems))


def _sentence(problem: EntryProblem) -> str:
    if problem.index < 0:
        return str(problem.message)
    subject = f"Card {problem.index + 1}" + (f" ({problem.name})" if problem.name else "")
    return f"{subject}, {problem.field}: {problem.message}" if problem.field else f"{subject}: {problem.message}"


@dataclass(frozen=True)
class Pool:
    """A catalogue of cards, in the order of their names; two pools with the same cards have the same hash."""

    cards: tuple[Card, ...]
    """The cards, by name."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards, key=lambda card: card.key)))

    @classmethod
    def read(cls, text: str) -> Pool:
        """Read a catalogue in JSON. Raises PoolProblem with every faulty entry."""
        entries = _entries(text)
        problems: list[EntryProblem] = []
        cards: dict[str, Card] = {}
        for index, entry in enumerate(entries):
            card, faults = _read_card(index, entry)
            problems += faults
            if card is not None and card.key in cards:
                problems.append(EntryProblem(index, card.name, "name", Message("bos.card_entry.name_twice")))
            elif card is not None:
                cards[card.key] = card
        if problems:
            raise PoolProblem(problems)
        return cls(tuple(cards.values()))

    def write(self) -> str:
        """The catalogue as canonical JSON: sorted by name, one line, the same text for the same cards."""
        return json.dumps(
            [card_to_json(card) for card in self.cards], ensure_ascii=False, sort_keys=True, separators=(",", ":")
        )

    @cached_property
    def hash(self) -> str:
        """`sha256:` and the digest of the canonical JSON, by which records and tournaments pin a pool."""
        return "sha256:" + hashlib.sha256(self.write().encode()).hexdigest()

    def find(self, name: str) -> Card | None:
        """The card of that name, compared without regard to case and accents."""
        return self._by_name.get(name) or self._by_key.get(key(name))

    def nearest(self, name: str, n: int = 3) -> tuple[str, ...]:
        """Up to `n` names that somebody may have meant, best first; empty when none is near."""
        wanted = key(name[:MAX_NAME])
        if not wanted:
            return ()
        beginnings = [card for card in self.cards if card.key.startswith(wanted)][:n]
        shared = Counter(card for pair in sorted(_pairs(wanted)) for card in self._by_pair.get(pair, ()))
        rated = [(SequenceMatcher(None, wanted, card.key).ratio(), card) for card, _ in shared.most_common(24)]
        enough = max(0.6, max((ratio for ratio, _ in rated), default=0) - 0.15)
        close = [
            card for ratio, card in sorted(rated, key=lambda rating: (-rating[0], rating[1].key)) if ratio >= enough
        ]
        return tuple(card.name for card in dict.fromkeys(beginnings + close))[:n]

    def unknown(self, name: str) -> tuple[Message, tuple[str, ...]]:
        """The sentence for a name that no card has (1.1.4), and the names it offers."""
        short_name = name if len(name) <= MAX_NAME else name[:MAX_NAME] + "…"
        nearest = self.nearest(name)
        if not nearest:
            return Message("bos.card.unknown", name=short_name), (short_name,)
        return Message("bos.card.unknown_near", name=short_name, near=any_of(nearest)), (short_name, *nearest)

    @cached_property
    def _by_name(self) -> dict[str, Card]:
        return {card.name: card for card in self.cards}

    @cached_property
    def _by_key(self) -> dict[str, Card]:
        return {card.key: card for card in self.cards}

    @cached_property
    def _by_pair(self) -> dict[str, list[Card]]:
        index: dict[str, list[Card]] = {}
        for card in self.cards:
            for pair in _pairs(card.key):
                index.setdefault(pair, []).append(card)
        return index


def _pairs(text: str) -> set[str]:
    return {text[i : i + 2] for i in range(max(len(text) - 1, 1))}


@cache
def sample_pool() -> Pool:
    """The bundled catalogue: invented cards, and the official ones that are known."""
    return Pool.read(resources.files("engine.bos").joinpath("sample_cards.json").read_text(encoding="utf-8"))


def card_to_json(card: Card) -> dict[str, Any]:
    """The card as an object of the catalogue format."""
    return {
        "name": card.name,
        "type": card.type and card.type.value,
        "color": card.color and card.color.value,
        "condition": card.condition,
        "strength": card.strength,
        "cost": card.cost,
        "abilities": [{"text": ability.text, "mandatory": ability.mandatory} for ability in card.abilities],
        "printings": [
            {"set": printing.set, "rarity": printing.rarity, "artist": printing.artist} for printing in card.printings
        ],
        "official": card.official,
    }


def _entries(text: str) -> list[Any]:
    if len(text) > MAX_POOL_CHARACTERS:
        raise _unreadable(Message("bos.card_entry.catalogue_too_long", most=f"{MAX_POOL_CHARACTERS:,}"))
    try:
        entries = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        message = Message("bos.card_entry.not_json", line=error.lineno, column=error.colno)
        raise _unreadable(message) from None
    except (ValueError, RecursionError):
        raise _unreadable(Message("bos.card_entry.beyond_reason")) from None
    if not isinstance(entries, list):
        raise _unreadable(Message("bos.card_entry.no_list"))
    if len(entries) > MAX_CARDS:
        message = Message("bos.card_entry.too_many_cards", number=f"{len(entries):,}", most=f"{MAX_CARDS:,}")
        raise _unreadable(message)
    return entries


def _unreadable(message: Message) -> PoolProblem:
    return PoolProblem([EntryProblem(-1, "", "", message)])


def _read_card(index: int, entry: Any) -> tuple[Card | None, list[EntryProblem]]:
    if not isinstance(entry, dict):
        return None, [EntryProblem(index, "", "", Message("bos.card_entry.no_object"))]
    name = entry.get("name") if isinstance(entry.get("name"), str) else ""
    problems: list[EntryProblem] = []

    def fault(where: str, message: Message) -> None:
        problems.append(EntryProblem(index, str(name)[:MAX_NAME], where, message))

    card = Card(
        name=_name(entry, fault),
        type=_one_of(CardType, "type", entry, fault),
        color=_one_of(Color, "color", entry, fault),
        condition=_text(entry.get("condition"), "condition", fault),
        strength=_number(entry, "strength", 1, fault),
        cost=_number(entry, "cost", 0, fault),
        abilities=_abilities(entry.get("abilities", []), fault),
        printings=_printings(entry.get("printings", []), fault),
        official=_truth(entry.get("official", False), "official", fault),
    )
    if not problems:
        _check_shape(card, fault)
    return card if card.key else None, problems


Fault = Callable[[str, Message], None]
Kind = TypeVar("Kind", bound=StrEnum)


def _name(entry: dict[str, Any], fault: Fault) -> str:
    name = entry.get("name")
    if not isinstance(name, str) or not key(name):
        fault("name", Message("bos.card_entry.no_name"))
        return ""
    if len(name) > MAX_NAME:
        fault("name", Message("bos.card_entry.name_too_long", most=MAX_NAME))
    elif name != name.strip() or not name.isprintable() or _NOT_FOR_LISTS.search(name):
        fault("name", Message("bos.card_entry.name_not_for_lists"))
    return name


def _one_of(kind: type[Kind], where: str, entry: dict[str, Any], fault: Fault) -> Kind | None:
    value = entry.get(where)
    if value is None and entry.get("official") is True:
        return None
    if isinstance(value, str) and value in [member.value for member in kind]:
        return kind(value)
    fault(where, Message("bos.card_entry.choose", words=", ".join(member.value for member in kind)))
    return None


def _text(value: Any, where: str, fault: Fault, *, longest: int = MAX_TEXT) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip():
        fault(where, Message("bos.card_entry.no_sentence"))
        return None
    if len(value) > longest:
        fault(where, Message("bos.card_entry.text_too_long", most=longest, number=len(value)))
        return None
    text = " ".join(value.split())
    if not text.isprintable():
        fault(where, Message("bos.card_entry.not_printable"))
    return text


def _number(entry: dict[str, Any], where: str, least: int, fault: Fault) -> int | None:
    value = entry.get(where)
    if value is None:
        return None
    if type(value) is not int or not least <= value <= MAX_NUMBER:
        fault(where, Message("bos.card_entry.number", number=least, most=f"{MAX_NUMBER:,}"))
        return None
    return value


def _truth(value: Any, where: str, fault: Fault) -> bool:
    if not isinstance(value, bool):
        fault(where, Message("bos.card_entry.truth"))
    return value is True


def _abilities(value: Any, fault: Fault) -> tuple[Ability, ...]:
    if not isinstance(value, list) or len(value) > MAX_ABILITIES or not all(isinstance(item, dict) for item in value):
        fault("abilities", Message("bos.card_entry.abilities", most=MAX_ABILITIES))
        return ()
    abilities = []
    for item in value:
        text = _text(item.get("text"), "abilities", fault)
        if item.get("text") is None:
            fault("abilities", Message("bos.card_entry.no_text"))
        abilities.append(Ability(text or "", _truth(item.get("mandatory", False), "abilities", fault)))
    return tuple(abilities)


def _printings(value: Any, fault: Fault) -> tuple[Printing, ...]:
    if not isinstance(value, list) or len(value) > MAX_PRINTINGS or not all(isinstance(item, dict) for item in value):
        fault("printings", Message("bos.card_entry.printings", most=MAX_PRINTINGS))
        return ()
    printings = []
    for item in value:
        parts = [_text(item.get(part), "printings", fault, longest=MAX_NAME) for part in ("set", "rarity", "artist")]
        printings.append(Printing(*parts))
    return tuple(printings)


_HAS = {
    CardType.BOSS: ("condition", "strength"),
    CardType.SUMMON: ("condition", "strength"),
    CardType.WIZARD: (),
    CardType.SPELL: ("cost", "abilities"),
}


def _check_shape(card: Card, fault: Fault) -> None:
    """A type has its own values and no others; only an official card may leave them unknown."""
    if card.type is None:
        return
    kind = Message(f"bos.card_entry.a_{card.type}")
    for where in ("condition", "strength", "cost"):
        value = getattr(card, where)
        if where not in _HAS[card.type] and value is not None:
            fault(where, Message("bos.card_entry.no_fact", kind=kind, fact=Message(f"bos.deck_word.{where}")))
        if where in _HAS[card.type] and value is None and not card.official:
            fault(where, Message("bos.card_entry.fact", kind=kind, fact=Message(f"bos.deck_word.{where}")))
    if card.type is CardType.SPELL and not card.abilities and not card.official:
        fault("abilities", Message("bos.card_entry.spell_without_text"))
