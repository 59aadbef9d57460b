"""The small words of a printed sentence: numbers, articles, plurals, verbs, and what players are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

from engine.bos.cardtext.grammar_words import THEY, Participant, Role
from engine.bos.model import syntax, terms

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
TIMES = {2: "twice", 3: "three times", 4: "four times"}
WHOLE_GAME = "for the rest of the game"
UNTIL: dict[syntax.Until, str] = {
    "": "",
    "end of turn": "until the end of the turn",
    "end of your next turn": "until the end of your next turn",
    "start of your next turn": "until the start of your next turn",
    "on the battlefield": "while this is on the battlefield",
    "end of the attack": "until the end of the attack",
    "end of an opponent's next turn": "until the end of an opponent's next turn",
    **{until: f"until {until}" for until in get_args(syntax.Until) if until.endswith("phase")},
}


class Unsayable(ValueError):
    """A tree that no sentence of the language says: its parts contradict each other, or one of them would be lost."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a phrase must know about the text it stands in.

    `host` is what the card under the enchantment is called, `other` the other card of the event. Steps that apply all
    the time are `continuous`, and those of an enchantment are (`enchants`). Where `discards`, cards on the table are
    said to be on the battlefield, since without a place they would be those of a pile.
    """

    host: str = "the enchanted card"
    other: str = "the other card"
    continuous: bool = False
    enchants: bool = False
    discards: bool = False


def join_words(*parts: str) -> str:
    """The parts that say something, in one line."""
    return " ".join(part for part in parts if part)


def joined(parts: tuple[str, ...] | list[str], last: str) -> str:
    """ "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def number(value: int) -> str:
    """A number of chosen things: a word up to ten."""
    return NUMBERS[value] if 0 < value < len(NUMBERS) else str(value)


def ordinal(value: int) -> str:
    """ "third", and from the eleventh on "11th"."""
    if value < 1:
        raise Unsayable("turns count from 1")
    if value < len(ORDINALS):
        return ORDINALS[value]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th") if value % 100 not in (11, 12, 13) else "th"
    return f"{value}{ending}"


def article(noun: str) -> str:
    """The noun with "a" or "an" in front."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def plural(kind: str) -> str:
    return f"{kind}es" if kind.endswith("s") else f"{kind}s"


def sentence(text: str) -> str:
    """With a capital in front and a full stop behind."""
    return f"{capital(text)}."


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def verb(base: str, *, many: bool) -> str:
    """The verb as it stands after its subject; `many` also for "you"."""
    if many:
        return base
    if base == "have":
        return "has"
    return f"{base[:-1]}ies" if base == "ready" else f"{base}s"


def player_name(player: terms.Player) -> str:
    """ "you", "an opponent"; whoever was named before is called by a pronoun first (`pronouns`)."""
    if isinstance(player, terms.ControllerOf) and player.each and player.of == terms.Them():
        return "their controllers"
    if isinstance(player, terms.ControllerOf) and (side := _side(player.of)):
        return f"{side}'s controller"
    if isinstance(player, terms.ControllerOf):
        raise Unsayable("no word says which player that is")
    return player


def _side(of: Any) -> str | None:
    """What a side of an event is called."""
    return PARTICIPANTS.get(of.role) if isinstance(of, Participant) else "the target" if of == terms.Target() else None


PARTICIPANTS: dict[Role, str] = {
    "attacker": "the attacker",
    "blocker": "the blocker",
    "defeated": "the defeated card",
    "defeater": "the card that defeated it",
}


def does(player: terms.Player, base: str) -> str:
    """ "you control", "an opponent controls", "they control"."""
    return f"{player_name(player)} {verb(base, many=player in ('you', THEY) or getattr(player, 'each', False))}"


def possessive(player: terms.Player) -> str:
    """ "your", "an opponent's", "their"."""
    return their(player) if player in ("you", THEY) else f"{player_name(player)}'s"


def their(player: terms.Player) -> str:
    """The owner's pronoun after the owner was named."""
    return "your" if player == "you" else "their"


def between(least: int | None, most: int | None, few: str) -> str:
    """A range as printed: "2 or more", "3 or less", "2 to 4", "exactly 2"; `few` is "less" or "fewer"."""
    if least is None and most is None:
        raise Unsayable("a range needs a bound")
    if (least or 0) < 0 or (most or 0) < 0 or (most is not None and least is not None and most < least):
        raise Unsayable("a range begins at 0 and does not end before it begins")
    if most is None:
        return f"{least} or more"
    if least is None:
        return f"{most} or {few}"
    return f"exactly {least}" if least == most else f"{least} to {most}"
