"""The language of effects that are carried out anew: "copy a spell in your graveyard", "carry out its effect again"."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, perhaps, saying, seq
from engine.bos.cardtext.effects.phrases import Phrase, verb
from engine.bos.cardtext.grammar_targets import filter_one, thing
from engine.bos.cardtext.grammar_words import ThatCard
from engine.bos.model import syntax, terms
from engine.messages import Message


def _copied(third: bool, what: Any) -> Phrase:
    """One spell in a graveyard, or one that was spoken of."""
    known = isinstance(what, terms.It) or what in (ThatCard(("spell",)), ThatCard())
    if not known and not _is_one_used_spell(what):
        raise Refusal(Message("bos.card_text.copies_spells"))
    return Phrase(third, (syntax.CarryOut(what),))


def _is_one_used_spell(what: terms.Thing) -> bool:
    if not isinstance(what, terms.Choose) or (what.low, what.high) != (1, 1):
        return False
    return what.filter.kinds == ("spell",) and what.filter.zone == "graveyard"


_effect = saying("the effect of", "the effects of", "the text of")
_ability = saying("the ability of", "the abilities of")
_again = maybe("again", "anew", "once more", "one more time", "a second time")
_free = maybe(
    "without paying its cost", "without paying for it", "without paying vim", "without casting it", "for free",
    "as if it were yours", "as if you had cast it", "without paying its vim cost", "without paying the cost",
)  # fmt: skip
_its: Any = meaning(
    {
        "its effect | its effects | its text | its ability": terms.It(),
        "that spell's effect | that spell's effects | that spell's text | that spell's ability": ThatCard(("spell",)),
    }
)
_carry_out = any_of(
    verb("carry out", "carries out"), verb("repeat", "repeats"), verb("copy", "copies"), verb("use", "uses")
)
_twice = saying(
    "is carried out twice", "is carried out a second time", "is carried out once more", "is copied", "happens twice",
)  # fmt: skip


def _next_spell(meant: terms.Filter, who: terms.Player, end: Any) -> syntax.Step:
    """ "The next spell you cast this turn is carried out twice": when it is cast, it is copied."""
    if meant.kinds != ("spell",) or meant.zone != "table" or meant.control or meant.owner:
        raise Refusal()
    event = syntax.When(terms.Who(who), "casts", terms.Each(meant))
    return syntax.Step(syntax.Delay(event, (syntax.Step(syntax.CarryOut(terms.It())),), end))


def _your_next_spell(meant: terms.Filter, end: Any) -> syntax.Step:
    return _next_spell(meant, "you", end)


_this_turn: Any = perhaps(meaning({"this turn": "end of turn"}), "")
next_copied = any_of(
    seq(_next_spell, saying("the next", "the effect of the next"), filter_one, meaning({"you cast": "you"}), _this_turn,
        _twice),
    seq(_your_next_spell, "your next", filter_one, _this_turn, _twice),
    seq(_your_next_spell, saying("when you cast your next", "when you next cast a"), filter_one, _this_turn, ",",
        saying("copy it", "carry out its effect twice", "use its effect twice", "carry it out twice",
               "it happens twice", "its effect happens twice")),
)  # fmt: skip
"""The next spell that is copied when it is cast, as a step."""
copying = any_of(
    seq(_copied, verb("copy", "copies"), thing, _free),
    seq(_copied, verb("carry out", "carries out"), thing, _again, _free),
    seq(_copied, _carry_out, _effect, thing, _again, _free),
    seq(_copied, _carry_out, _ability, thing, _again, _free),
    seq(_copied, _carry_out, _its, _again, _free),
)
