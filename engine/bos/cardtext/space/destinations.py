"""The language of where cards move or come: "to that column", "onto the battlefield acted, in front of a wizard"."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, perhaps, saying, seq, some
from engine.bos.cardtext.grammar_targets import seen_from
from engine.bos.cardtext.space.positions import known_column, near
from engine.bos.model import syntax, terms


class Way(NamedTuple):
    """Where something moves: to an adjacent or to any open column, and where that must be besides."""

    column: Literal["adjacent", "open"]
    """To which columns it may."""
    at: terms.Near | None = None
    """Where the column must be besides, seen from a card or column."""


def _open_at(at: terms.Near) -> Way:
    return Way("open", at)


_place = saying(
    "a place",
    "an empty place",
    "any empty place",
    "an open place",
    "any open place",
    "the place",
    "the empty place",
    "the open place",
    "a free place",
)
_column = saying("a column", "an open column", "an empty column", "any column", "the column")
_anywhere = any_of(
    meaning(
        {
            "an empty column | any empty column | a column of your choice | another column": None,
            "an open column | any open column | any column | any other column | a different column": None,
            "an open column of your choice | an empty column of your choice | any column of your choice": None,
            "another open column | another empty column | another place | a different place": None,
            "an empty place | any empty place | an open place | any open place | a free place | a place": None,
            "an empty place on your side | any empty place on your side | an open place on your side": None,
            **{
                f"{word} {free} {place}{liked} on your side{field}": None
                for word in ("an", "any")
                for free in ("empty", "open")
                for place in ("column", "place")
                for liked in ("", " of your choice")
                for field in ("", " of the battlefield")
                if (place, liked + field) != ("place", "")
            },
            "a place on your side | another place on your side | any open place on your side": None,
            "an empty place you control | an empty place of yours | an open place of yours": None,
            "an empty column of yours | an open column of yours": None,
            "open columns | empty columns | other columns | any open columns | other places | empty places": None,
            "one of your empty places | one of your open places | an empty place of your choice": None,
        }
    ),
)
_on_its_side = saying(
    *(f"{word} {free} {place} on {whose} side" for word in ("an", "any") for free in ("empty", "open")
      for place in ("column", "place") for whose in ("its", "its own", "its controller's")),
)  # fmt: skip
_next_to_itself = meaning(
    {
        "an adjacent column | an adjacent empty column | an adjacent open column | an empty adjacent column": None,
        "an open adjacent column | an adjacent place | an adjacent empty place | an adjacent open place": None,
        "an empty place next to it | an adjacent empty place on your side | an empty place beside it": None,
        "a column adjacent to it | an empty place adjacent to it | a place next to it | a place beside it": None,
        "an open place next to it | an empty column next to it | an empty column beside it": None,
        "a neighbouring column | a neighbouring place | an empty neighbouring place | an adjacent place on its side": (
            None
        ),
    }
)
_beside = saying("next to", "beside", "adjacent to")
_across = saying("opposite", "opposing", "facing", "across from")
_this_column = saying("this column", "this wizard's column", "this card's column")
own_column = any_of(
    seq(lambda of: near("column", of), known_column),
    seq(lambda: terms.Near("column", terms.This()), _this_column),
)
"""A column in which a place is meant."""
_pointed = any_of(
    own_column,
    seq(lambda of: near("column", of), saying("the column of", "the same column as", "the column with"), seen_from),
    seq(lambda of: near("column", of), seen_from, "'s column"),
    seq(lambda of: near("adjacent", of), _column, _beside, known_column),
    seq(lambda of: near("beside", of), _place, _beside, seen_from),
    seq(lambda of: near("beside", of), _column, _beside, seen_from),
    seq(lambda of: near("front", of), _place, "in front of", seen_from),
    seq(lambda of: near("column", of), _place, _across, seen_from),
    seq(lambda at: at, _place, "in", own_column),
    seq(
        lambda: terms.Near("former", terms.This()),
        saying(
            "the column it came from",
            "the column from which it came",
            "the place from which it came",
            "the place it came from",
            "its former column",
            "its former place",
            "its previous column",
            "its previous place",
            "its original column",
            "its original place",
            "the column where it was",
            "where it came from",
            "the column it was in",
            "the place it was in",
            "the column it blocked from",
        ),
    ),
)
_empty = maybe(
    ", which must be empty", ", if it is empty", ", which must be open", "if it is empty", ", if that is empty"
)
_preposition = saying("to", "into", "onto", "over to", "back to", "back into")
destination = seq(
    lambda way: way,
    any_of(
        seq(lambda _: Way("adjacent"), _preposition, _next_to_itself),
        seq(lambda _: Way("open"), _preposition, _anywhere),
        seq(lambda: Way("open"), _preposition, _on_its_side),
        seq(_open_at, _preposition, _pointed),
        seq(lambda of: _open_at(near("front", of)), "in front of", seen_from),
        seq(lambda of: _open_at(near("beside", of)), saying("next to", "beside"), seen_from),
        seq(lambda of: _open_at(near("column", of)), saying("opposite", "across from"), seen_from),
    ),
    _empty,
)
"""Where something moves."""

OTHER_SIDE = terms.Near("column", terms.It())
"""The place on the other side that a summon comes to which changes sides: "the opposite place"."""
to_the_other_side: Any = seq(
    lambda at: at,
    _preposition,
    meaning(
        {
            "the place opposite | the place facing | the place across | the place opposing": OTHER_SIDE,
            "your side of its column | the opposite place | the opposing place | the place opposite it": OTHER_SIDE,
            "the place facing it | the place across from it | your side of that column | its column on your side": (
                OTHER_SIDE
            ),
            "the opposite place on your side | the same column on your side | the place opposing it": OTHER_SIDE,
            "your place in its column | your place in that column | the empty place opposite it": OTHER_SIDE,
            **dict.fromkeys(
                (
                    f"{your} {place} in {column}"
                    for your in ("your", "your own")
                    for place in ("empty place", "open place", "place")
                    for column in ("the same column", "its column")
                    if (your, place, column) != ("your", "place", "its column")
                ),
                OTHER_SIDE,
            ),
            "your side | your side of the battlefield": None,
        }
    ),
    _empty,
)
"""Where a summon comes that a player gains control of; None as the rules have it."""


# Where a card comes that was not on the battlefield


class Landing(NamedTuple):
    """How and where a card comes to the battlefield."""

    state: Literal["ready", "acted"] = "ready"
    """How it comes."""
    at: terms.Near | None = None
    """Where it must come, seen from a card or column."""
    yours: bool = False
    """Whether it is said to be yours then."""


def landed(what: terms.Thing, landing: Landing) -> syntax.Bring:
    """What comes, and how; whose it is, it is anyway: "under your control" says nothing new of what you own."""
    if landing.yours and not (isinstance(what, terms.Choose | terms.Each) and what.filter.owner == "you"):
        raise Refusal()
    at = landing.at
    if at == terms.Near("front", terms.This()):
        return syntax.Bring(what, landing.state, True)
    return syntax.Bring(what, landing.state, False, at)


def _landing(details: tuple[Any, ...]) -> Landing:
    states: list[Any] = [each for each in details if isinstance(each, str)]
    spots = [each.at for each in details if isinstance(each, Way)]
    if len(states) > 1 or len(spots) > 1 or any(isinstance(each, Way) and each.column != "open" for each in details):
        raise Refusal()
    return Landing(states[0] if states else "ready", spots[0] if spots else None)


_in = saying("in", "into", "onto", "to", "on")
_left_place = meaning(
    {
        "the place it left | its place | its former place | the place it had | its old place | the same place": "it",
        "the place it came from | its original place | that place | the column it left | its column": "it",
        "its former column | the same column | where it was | where it stood | the place where it stood": "it",
    }
)
_place_of = seq(lambda of: of, seen_from, saying("'s place", "'s former place"))
spot = any_of(
    seq(lambda _: Way("open"), _in, _anywhere),
    seq(_open_at, _in, _pointed),
    seq(lambda _: Way("open", terms.Near("column", terms.It())), _in, _left_place),
    seq(lambda of: Way("open", near("column", of)), _in, _place_of),
    seq(lambda of: Way("open", near("column", of)), saying("in the place of", "in place of"), seen_from),
    seq(lambda of: _open_at(near("front", of)), "in front of", seen_from),
    seq(lambda of: _open_at(near("beside", of)), saying("next to", "beside", "adjacent to"), seen_from),
    seq(lambda of: _open_at(near("column", of)), saying("opposite", "facing", "across from", "opposing"), seen_from),
)
_state = any_of(
    meaning({"ready | in ready state": "ready", "acted | already acted": "acted"}),
    meaning({"with its base strength | at its base strength | with its printed strength": None}),
)
_mark = maybe(",", "and", ", and")
_detail = any_of(spot, _state)
_battlefield = saying("to the battlefield", "onto the battlefield", "into play")
comes_to_battlefield = seq(
    lambda details, yours: _landing(details)._replace(yours=yours),
    _battlefield,
    perhaps(seq(lambda details: details, _mark, some(_detail, _mark)), ()),
    perhaps(meaning({"under your control | on your side": True}), False),
)
"""Behind what comes: "onto the battlefield, acted, in front of a wizard"."""
_comma = maybe(",", "and", ", and")
comes_to_place = seq(
    lambda way, details: _landing((way, *details)),
    spot,
    perhaps(seq(lambda details: details, _comma, some(_state, _mark)), ()),
)
"""Behind what comes from a pile: "into an empty place in front of a wizard, acted"."""

arrives = seq(
    lambda state: state,
    saying("it arrives", "it comes", "that summon arrives", "it enters the battlefield", "it enters", "they arrive"),
    meaning({"ready": "ready", "acted": "acted"}),
)
"""How what just came has come: "it arrives acted"."""
_wizards = ("that wizard", "the wizard", "its wizard", "the chosen wizard")
_stays = tuple(f"{stays} {up}" for stays in ("stays", "remains") for up in ("face-up", "face up"))
remark = saying(
    *(f"{wizard} {stays}" for wizard in _wizards for stays in _stays),
    "no wizard is turned face-down",
    "no wizard is turned face-down for it",
    "no wizard turns face-down",
    "this does not turn a wizard face-down",
    "no wizard conducts it",
)
"""What holds anyway of a card that comes without a wizard (G-64)."""
