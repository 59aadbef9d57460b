"""Where cards are, told plainly: the phrases behind a noun, behind "is", and of where something moves."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bos.cardtext.targets.context import Context, named_before
from engine.bos.cardtext.targets.noun_phrases import a, listed, number_word
from engine.bos.model import terms
from engine.messages import Message

YOUR_SUMMON = Message("bos.thing.your_summon")
OPPOSING = Message("bos.thing.opposing_summon")
YOU = Message("bos.player.you")
OPPONENT = Message("bos.player.an_opponent")
_WHERE = {
    "beside": "bos.where.beside",
    "facing": "bos.where.facing_one",
    "front": "bos.where.front_of",
    "behind": "bos.where.behind",
    "column": "bos.where.column_of",
    "adjacent": "bos.where.near_column",
    "former": "bos.where.column_of",
}
_TO = {
    "beside": "bos.spot.beside",
    "facing": "bos.spot.column_of",
    "front": "bos.spot.front",
    "behind": "bos.spot.column_of",
    "column": "bos.spot.column_of",
    "adjacent": "bos.spot.near",
}


def is_column(context: Context, of: terms.Thing) -> bool:
    """Whether a thing is a column, or a reference to one."""
    meant = named_before(context, of) if isinstance(of, terms.Earlier) else of
    return isinstance(meant, terms.Column | terms.ChooseColumn)


def where(context: Context, near: terms.Near, of: Message) -> Message:
    """ "adjacent to this card", "in that column"."""
    if near.how == "column" and is_column(context, near.of):
        return Message("bos.where.in_column", of=of)
    return Message(_WHERE[near.how], of=of)


def to(context: Context, near: terms.Near, of: Message) -> Message:
    """Where something moves or comes: "into that column", "in front of a wizard"."""
    if near.how == "former":
        return Message("bos.spot.former")
    if near.how == "column" and is_column(context, near.of):
        return Message("bos.spot.column", of=of)
    return Message(_TO[near.how], of=of)


# Columns


def chosen_column(what: terms.ChooseColumn, beside: Message | None) -> Message:
    """ "a column in which you control a summon", "two adjacent columns"."""
    said = columns(what.filter, "columns" if what.number > 1 else "column", beside)
    if what.number == 1:
        return Message("bos.which.another", noun=said) if what.filter.besides else a(said)
    if what.together:
        said = Message("bos.noun.described", look=Message("bos.look.adjacent"), noun=said)
    return Message("bos.which.number", number=number_word(what.number), noun=said)


def columns(meant: terms.ColumnFilter, noun: str, beside: Message | None) -> Message:
    """The columns without a word that says how many: "column in which you control a summon"."""
    said = Message(f"bos.noun.{noun}")
    behind = [Message("bos.where.beside", of=beside)] if beside else []
    if held := list(_held(meant)):
        behind.append(Message("bos.where.in_which", holds=listed(held, "and")))
    for each in behind:
        said = Message("bos.noun.where", noun=said, where=each)
    return said


def _held(meant: terms.ColumnFilter) -> Iterator[Message]:
    """What has to be so in the column."""
    if meant.stronger:
        pair = (YOUR_SUMMON, OPPOSING) if meant.stronger == "yours" else (OPPOSING, YOUR_SUMMON)
        yield Message("bos.holds.more_strength", who=pair[0], than=pair[1])
    for who, state in ((YOU, meant.yours), (OPPONENT, meant.theirs)):
        if state == "some":
            yield Message("bos.holds.controls", player=who, what=Message("bos.which.a", noun=_SUMMON))
        if state == "none":
            yield Message("bos.holds.controls_no", player=who, noun=Message("bos.noun.summons"))


_SUMMON = Message("bos.noun.summon")
