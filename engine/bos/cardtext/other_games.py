"""Words of other games, and slips of the keyboard, in a card's sentence, with what this game says instead."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.messages import Message


class Foreign(NamedTuple):
    """A place in a text that is said otherwise here; `instead` is empty where this game has no such thing."""

    start: int
    """Where it begins, in characters of the text as it was typed."""
    end: int
    """Where it is over, likewise."""
    instead: str


_PHASES = "(startup|summoning|main|ending)"
_CREATURES = "(?:creature|minion|monster|unit|character|champion)"
_WORDS: tuple[tuple[str, str], ...] = (
    (r"sacrifice (a|an|another) (summon|wizard|boss|creature)\s*:", r"[defeat \1 \2 you control]:"),
    (r"(?:a |an |the )?target(?= (?:summon|wizard|boss|spell|player|opponent|battler))", "a"),
    (rf"(?:a |an |the )?target {_CREATURES}", "a summon"),
    (r"(?:any|a|another) target", "a summon"),
    (rf"(?:an? )?enemy (?:summon|{_CREATURES})", "a summon an opponent controls"),
    (r"(?:an? )?enemy (boss|wizard)", r"a \1 an opponent controls"),
    (r"(?:your|the|an) opponent's (boss|wizard|summon)", r"a \1 an opponent controls"),
    (r"enemy", "opponent"),
    (rf"{_CREATURES}s", "summons"),
    (_CREATURES, "summon"),
    (r"(?:destroy|kill|exile|sacrifice|banish)(s?)", r"defeat\1"),
    (r"(?:is|are) (?:destroyed|killed|exiled|sacrificed|banished)", "is defeated"),
    (r"would die", "would be defeated"),
    (r"dies", "is defeated"),
    (r"(?:enters(?: the battlefield| play)?|comes into play|is played)", "is summoned"),
    (r"(?:into|onto|to) play", "onto the battlefield"),
    (r"(?:untap|unexhaust|refresh|stand)", "ready"),
    (r"(?:untaps|unexhausts|refreshes)", "readies"),
    (r"(?:untapped|unexhausted)", "ready"),
    (r"(?:tap|exhaust)(s?)", r"act\1"),
    (r"(?:tapped|exhausted)", "acted"),
    (r"(?:mana|energy|gold|aember)", "vim"),
    (r"(?:health|hit points|hp|life points)", "life"),
    (r"(?:power|attack points)", "strength"),
    (r"(?:hand|deck|library)", "castle"),
    (r"discard pile", "graveyard"),
    (r"(?:upkeep|untap step|upkeep step)", "startup phase"),
    (r"gets? \+(\d+)/\+\d+", r"gains \1 strength"),
    (r"gets? -(\d+)/-\d+", r"loses \1 strength"),
    (r"(?:gets?|gains?) \+(\d+)", r"gains \1"),
    (r"get", "gain"),
    (r"gets", "gains"),
    (r"neighbou?ring", "adjacent"),
    (r"honou?rs|controlls", "controls"),
    (r"facedown", "face-down"),
    (r"faceup", "face-up"),
    (r"(?:for every|per)", "for each"),
    (r"until (?:eot|(?:the )?end of (?:the )?turn)", "until the end of the turn"),
    (r"at (?:the )?end of (?:the )?turn", "at the end of your turn"),
    (r"at (?:the )?(?:start|beginning) of (?:the )?turn", "at the start of your turn"),
    (rf"(?:in|on|at|within) (your|an opponent's|each player's) ({_PHASES} phase|turn)", r"during \1 \2"),
    (rf"(?:during|in) (?:the )?{_PHASES} phase", r"during your \1 phase"),
    (r"during (?:the )?turn", "during your turn"),
    (r"you win the game", "each opponent loses the game"),
    (r"(?<!an )(?<!each )(?<!your )(?<!the )opponent(?= (?:loses|gains|discards|cannot))", "an opponent"),
    (r"(?<=to )opponent", "an opponent"),
)
_SIGNS: tuple[tuple[str, str], ...] = (
    (r"\(([^()\[\]]*)\)", r"[\1]"),
    (r"\{([^{}\[\]]*)\}", r"[\1]"),
    (r"=+>", "->"),
    (r";", ":"),
)
_NOT_HERE: tuple[tuple[str, Message], ...] = (
    (r"draws?(?: \w+)? cards?", Message("bos.card_text.no_draw")),
    (
        r"counter (?:a|an|target|that) \w+",
        Message("bos.card_text.no_counter"),
    ),
    (
        r"(?:beginning|start|end) of (?:the )?combat|(?:during|in) (?:the )?combat|combat (?:phase|step)",
        Message("bos.card_text.no_combat"),
    ),
    (r"shuffles?", Message("bos.card_text.no_shuffle")),
    (r"(?:flip a coin|rolls? (?:a|one|two) (?:die|dice))", Message("bos.card_text.no_luck")),
    (r"(?:haste|flying|trample|taunt|ward|lifelink)", Message("bos.card_text.no_keywords")),
)


def _compiled(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)


WORDS = (
    *((_compiled(words), instead) for words, instead in _WORDS),
    *((re.compile(signs), instead) for signs, instead in _SIGNS),
)
NOT_HERE = tuple((_compiled(words), message) for words, message in _NOT_HERE)


def foreign(text: str) -> tuple[Foreign, ...]:
    """Every foreign place of a text in order, none within another one."""
    places: list[Foreign] = []
    for words, instead in WORDS:
        for match in words.finditer(text):
            if all(match.end() <= other.start or match.start() >= other.end for other in places):
                places.append(Foreign(match.start(), match.end(), _like(match.group(), match.expand(instead))))
    return tuple(sorted(place for place in places if text[place.start : place.end] != place.instead))


def _like(typed: str, instead: str) -> str:
    """With a capital where there was one."""
    return instead[:1].upper() + instead[1:] if typed[:1].isupper() else instead


def translated(text: str, places: tuple[Foreign, ...]) -> str:
    """The text with the words of this game."""
    for place in reversed(places):
        text = text[: place.start] + place.instead + text[place.end :]
    return text


def not_here(text: str) -> tuple[int, int, Message] | None:
    """Something this game does not have: where it stands, and what to say about it."""
    for words, message in NOT_HERE:
        match = words.search(text)
        if match:
            return match.start(), match.end(), message
    return None
