"""What is done so many times over: "for each boss you control, you gain 1 life"."""

from __future__ import annotations

from dataclasses import replace

from engine.bos.cardtext.combinators import Refusal
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.messages import Message


def times_each(deed: syntax.Deed, meant: terms.Count | terms.CountColumns) -> syntax.Deed:
    """The deed with its amount for each of something."""
    chosen = any(isinstance(part, terms.Choose | terms.OneOf) for part in parts(deed))
    amount = getattr(deed, "amount", None)
    if (
        chosen
        or not isinstance(deed, syntax.Gain | syntax.Damage | syntax.Bonus)
        or not isinstance(amount, terms.Number)
    ):
        raise Refusal(Message("bos.card_text.for_each"))
    return replace(deed, amount=terms.Times(amount, meant))
