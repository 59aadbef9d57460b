"""Which message an English sentence is that an earlier version kept, by the patterns of the sentences of then.

A message comes as it is kept now, `{"code", "args"}`. What has no pattern was typed by somebody.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

Kept = dict[str, Any]
GAP = re.compile(r"%\((\w+)\)s")
SENTENCE_ENDS = re.compile(r"(?<=[.]) ")
# What stands in a gap where nothing is said of it: a number, so that nothing typed is taken for one of these sentences.
NUMBER = r"[0-9][0-9./–]*"
ANYTHING = ".+?"


class Patterns:
    """Sentences by their codes, with gaps as `%(name)s`; the first word of a code is its subject.

    `gaps` has a regular expression for what may stand in a gap, by its name or by subject and name. `within` has, for
    gaps that hold messages themselves, their subjects, nothing for any, or None for whole sentences; of those in
    `several` more than one stand side by side, of those in `listed` with commas, of those in `joined` with “and” or
    “or” before the last. Messages whose subject is one of `inner` stand inside others only.
    """

    def __init__(
        self,
        sentences: Mapping[str, str],
        *,
        gaps: Mapping[str, str],
        within: Mapping[str, tuple[str, ...] | None],
        several: Iterable[str] = (),
        listed: Iterable[str] = (),
        joined: Iterable[str] = (),
        inner: Iterable[str] = (),
    ) -> None:
        self.gaps, self.within = gaps, within
        self.several, self.listed, self.joined = frozenset(several), frozenset(listed), frozenset(joined)
        self.plain: dict[str, list[str]] = {}
        shaped = []
        for code, sentence in sentences.items():
            if "%(" in sentence:
                shaped.append((code, sentence))
            else:
                self.plain.setdefault(sentence, []).append(code)
        # Those with a sentence inside come first, then those that say more, so that a gap does not swallow it.
        shaped.sort(key=lambda shape: ("%(said)s" not in shape[1], -len(GAP.sub("", shape[1])), shape[1]))
        # Few sentences have the longest words of a pattern; only those are held against all of it.
        self.shaped = [(code, sentence, max(GAP.split(sentence)[::2], key=len)) for code, sentence in shaped]
        self.shapes: dict[str, re.Pattern[str]] = {}
        self.whole = tuple({_subject(code) for code in sentences} - set(inner))

    def message(self, text: str, subjects: tuple[str, ...] = ()) -> Kept | None:
        """The message of one of these subjects, or of any, that this sentence is; None for other words."""
        for code in self.plain.get(text, ()):
            if not subjects or _subject(code) in subjects:
                return {"code": code, "args": {}}
        for code, sentence, sign in self.shaped:
            relevant = not subjects or _subject(code) in subjects
            if relevant and sign in text and (fits := self._shape(code, sentence).fullmatch(text)):
                args = {name: self._arg(_subject(code), name, part) for name, part in fits.groupdict().items()}
                return {"code": code, "args": args}
        return None

    def messages(self, text: str) -> Kept | None:
        """The message of a text of one sentence or several; None where one of them is none."""
        if message := self.message(text, self.whole):
            return message
        for end in SENTENCE_ENDS.finditer(text):
            first = self.message(text[: end.start()], self.whole)
            if first and (then := self.messages(text[end.end() :])):
                return {"code": "list.then", "args": {"first": first, "then": then}}
        return None

    def _arg(self, subject: str, name: str, part: str) -> Any:
        if name not in self.within:
            return int(part) if part.isdecimal() and self._gap(subject, name) == NUMBER else part
        subjects = self.within[name]
        if subjects is None:
            return self.messages(part) or part
        if name in self.several:
            return _in_a_row(
                [self.message(sentence, subjects) or typed(sentence) for sentence in SENTENCE_ENDS.split(part)]
            )
        if name in self.listed:
            return [self.message(entry, subjects) or entry for entry in part.split(", ")]
        return self.message(part, subjects) or (name in self.joined and self._joined(part, subjects)) or part

    def _joined(self, part: str, subjects: tuple[str, ...]) -> Kept | None:
        """Several with “and” or “or” before the last, parted where the last is a message, else at the last “and”."""
        ends = list(re.finditer(" (and|or) ", part))
        for end in reversed(ends):
            if last := self.message(part[end.end() :], subjects):
                return self._list(part[: end.start()], end[1], last, subjects)
        return self._list(part[: ends[-1].start()], ends[-1][1], part[ends[-1].end() :], subjects) if ends else None

    def _list(self, before: str, word: str, last: Any, subjects: tuple[str, ...]) -> Kept:
        message = self.message(before, subjects)
        items = [message] if message else [self.message(entry, subjects) or entry for entry in before.split(", ")]
        return {"code": f"list.{word}", "args": {"items": items, "last": last}}

    def _shape(self, code: str, sentence: str) -> re.Pattern[str]:
        """What sentences of this code look like, worked out when one may be there."""
        if code not in self.shapes:
            self.shapes[code] = re.compile(self._expression(_subject(code), sentence), re.DOTALL)
        return self.shapes[code]

    def _expression(self, subject: str, sentence: str) -> str:
        """A regular expression with a group for each gap; a gap that comes again holds the same again."""
        pieces, named = GAP.split(sentence), set()  # text and names in turn
        written = []
        for at, piece in enumerate(pieces):
            again = f"(?P={piece})" if piece in named else f"(?P<{piece}>{self._gap(subject, piece)})"
            written.append(again if at % 2 else re.escape(piece))
            named |= {piece} if at % 2 else set()
        return "".join(written)

    def _gap(self, subject: str, name: str) -> str:
        usual = ANYTHING if name in self.within else NUMBER
        return self.gaps.get(f"{subject}.{name}", self.gaps.get(name, usual))


def typed(text: str) -> Kept:
    """Words that somebody typed, where a message has to stand."""
    return {"code": "typed.text", "args": {"text": text}}


def _subject(code: str) -> str:
    return code.rpartition(".")[0]


def _in_a_row(messages: list[Kept]) -> Kept:
    first, *others = messages
    for other in others:
        first = {"code": "list.then", "args": {"first": first, "then": other}}
    return first


ROUND_CALLED = r"round [0-9]+|the round of [0-9]+|the quarter-finals|the semi-finals|the final|the second final"


@cache
def of_the_site() -> Patterns:
    """What the site and the pairing package said."""
    tables = tomllib.loads(Path(__file__).with_name("site.toml").read_text(encoding="utf-8"))
    return Patterns(
        {f"{subject}.{name}": sentence for subject, table in tables.items() for name, sentence in table.items()},
        gaps={
            **dict.fromkeys(("player", "former", "note", "result.games"), ANYTHING),
            **dict.fromkeys(("above", "told", "than"), r"\S+"),
            "card": r"(?:(?!\. |:).)+",
            "group": "[A-Z]+",
            "round_called": ROUND_CALLED,
            "term.results": r"(?:won|lost|drew)(?:, (?:won|lost|drew))+",
        },
        within={
            "why": ("entrant",),
            "round_called": ("round_called",),
            "differences": ("deck_check",),
            "tie_break": ("tie_break",),
            "short": ("tie_break_short",),
            "meaning": ("tie_break_meaning",),
            "unplayed": ("reason",),
            "reason": ("reason",),
            "result": ("result",),
            "results": ("term",),
            **dict.fromkeys(("numbers", "some"), ("consequence",)),
        },
        several={"differences"},
        listed={"results"},
    )


PLACE, SEAT, TIME = r"[12](?:w?[abc]|\*)", r"P\d", "[0-9:,]+"
LINES = r"“.*?” \(lines? [0-9]+(?: to [0-9]+)?\)"
CHANGE = (
    r"(?:“.*?” was forgotten before line [0-9]+"
    r"|line [0-9]+ (?:should read “.*?”|and the one after it stand the wrong way round|was written twice))"
)
WHAT = (
    rf"(?:Moment|(?:Life|Vim|Ether|Castle|Spellbook|Graveyard) of {SEAT}|Attacks declared by {SEAT}|Lasting effects"
    rf"|Waiting for|End|The rules|Who goes first|Ether of P1/P2|Wizards of {SEAT} in a, b, c|{PLACE})"
)
INSIDE = (
    *("also", "amount", "cards", "form", "having", "kind", "last", "phase", "rule", "said", "times", "have", "things"),
    *("against", "change", "left", "quoted", "reader", "right", "second", "what", "writer", "color", "wanted", "type"),
    *(
        "heading",
        "missing",
        "near",
        "reason",
        "who",
        "bos.fact.card",
        "in_deck",
        "in_reserves",
        "short",
        "over",
        "want",
    ),
)


GAPS_OF_THE_ENGINE = {
    **dict.fromkeys(("card", "source", "target", "player", "text", "names", "name", "again", "wizard"), ANYTHING),
    **dict.fromkeys(("seat", "other"), SEAT),
    **dict.fromkeys(("face", "most", "before", "lines", "characters"), TIME),
    **dict.fromkeys(("moment", "earlier", "edition", "word"), r"\S+"),
    **dict.fromkeys(("column", "wrong"), "[a-z]"),
    **dict.fromkeys(("quoted", "against"), LINES),
    "change": f"{CHANGE}(?: and {CHANGE})?",
    **dict.fromkeys(("was", "now"), "-?[0-9]+"),
    "amount": "[0-9]+ (?:life|vim|ether|strength)(?: and [0-9]+ (?:life|vim|ether|strength))*",
    "bos.fact.what": ANYTHING,
    "compare.what": WHAT,
    "repair.text": "[^”]+",
    "phase": "(?:startup|summoning|main|ending) phase",
    "place": PLACE,
    "rule": r"[0-9.]+(?: \(ruling [A-Z]-[0-9]+\))?",
    "ruling": "[A-Z]-[0-9]+",
}


@cache
def of_the_engine() -> Patterns:
    """What the engine said of records, tables and deck lists."""
    tables = tomllib.loads(Path(__file__).with_name("engine.toml").read_text(encoding="utf-8"))
    games = {f"bos.{subject}": table for subject, table in tables.pop("bos").items()}
    return Patterns(
        {
            f"{subject}.{name}": sentence
            for subject, table in (tables | games).items()
            for name, sentence in table.items()
        },
        gaps=GAPS_OF_THE_ENGINE,
        within={**dict.fromkeys(INSIDE, ()), **dict.fromkeys(("said", "also"), None)},
        listed={"names"},
        joined={
            "cards",
            "near",
            "have",
            "things",
            "in_deck",
            "in_reserves",
            "who",
            "what",
            "amount",
            "short",
            "over",
            "change",
        },
        inner={
            f"bos.{name}" for name in ("fact", "word", "amount", "reason", "asked", "phase", "deck_word", "heading")
        },
    )
