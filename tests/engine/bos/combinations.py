"""Every combination of a moment, a deed, and cards by whose they are, where they are and how they stand.

Each is a sentence somebody could write. It must be read, and then printed, explained and read again, or refused with a
reason.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

from engine.bos.cardtext.paraphrase import tell_meaning
from engine.bos.cardtext.printer import print_text
from engine.bos.examples.card_examples import example_of
from engine.bos.model.cards import CardType
from tests.engine.bos.side_by_side import SPELL, SUMMON, WIZARD, card, printed_on, problems_of

MOMENTS = (
    "", "During your main phase, [act]: ", "During your turn, [2 vim]: ", "During an opponent's turn, [1 ether]: ",
    "At the start of your startup phase: ", "At the end of each player's turn: ", "When this is summoned: ",
    "When this attacks: ", "When this blocks: ", "When this is attacked: ", "When this is defeated: ",
    "When this defeats a summon in battle: ", "When another summon you control is attacked: ",
    "When a summon an opponent controls attacks: ", "When a boss is turned face-up: ", "When you cast a spell: ",
    "When an opponent gains life: ", "When a wizard you control is turned face-down: ", "When this takes damage: ",
    "While you control a boss, ", "When this attacks, if you have 10 or less life: ",
)  # fmt: skip
ONES = (
    "this", "it", "a summon", "a summon you control", "a summon an opponent controls", "another summon", "a boss",
    "your boss", "a wizard you control", "an opponent's wizard", "each summon", "each other summon you control",
    "each opponent's summon", "two summons", "up to two summons you control", "a red summon", "a ready summon",
    "an acted summon an opponent controls", "a summon with 3 or less strength", "the summon with the most strength",
    "a summon in an adjacent column", "the summon facing this", "a summon that attacked this turn",
    "an enchanted summon", "a summon or boss", "a summon in your castle", "a summon in your graveyard",
    "a spell in your spellbook", "a spell in an opponent's graveyard", "a card in your graveyard", "that summon",
    "the target", "a face-down wizard",
)  # fmt: skip
DONE_TO = (
    "ready {}", "act {}", "defeat {}", "deal 2 damage to {}", "return {} to its owner's castle", "turn {} face-down",
    "turn {} face-up", "move {} to an adjacent column", "remove all enchantments from {}", "discard {}",
    "put {} into its owner's graveyard", "put {} onto the battlefield", "return {} to its owner's spellbook",
    "prevent all damage that would be dealt to {} until the end of the turn",
    "at the end of the turn, defeat {}", "make {} attack if able until the end of the turn",
    "gain control of {} until the end of the turn", "you gain life equal to the number of {}",
    "until the end of the turn, when {} is defeated, you gain 1 life",
)  # fmt: skip
DOES = (
    "{} gains 2 strength", "{} loses 1 strength until the end of the turn", "{} has 1 more strength",
    "{} cannot attack", "{} cannot block until the end of your next turn", "{} cannot be attacked this turn",
    "{} gains strength equal to its strength", "{} gains 1 strength for each wizard you control",
    "{} can attack opponents even if they control summons", "{} must attack this turn if able",
    "{} cannot be chosen by spells", "{} cannot be dealt damage by spells until the start of your next turn",
)  # fmt: skip
PLURALS = ("two summons", "up to two summons you control")


class Combination(NamedTuple):
    """A sentence, and what it was made from."""

    kind: CardType
    """The type of the card on which it stands."""
    moment: str
    """When."""
    deed: str
    """What is done, with a gap for the cards."""
    whom: str
    """Which cards."""

    @property
    def text(self) -> str:
        """The sentence; after several cards the verb stands in the plural."""
        said = self.deed.format(self.whom)
        if self.whom in PLURALS and self.deed.startswith("{}"):
            for one, many in ((" gains", " gain"), (" loses", " lose"), (" has", " have")):
                said = said.replace(one, many, 1)
        comes_first = self.moment == "" or self.moment.endswith(": ")
        return f"{self.moment}{said[0].upper() + said[1:] if comes_first else said}."


def combinations():
    """All of them; one without a moment stands on a spell and on a summon."""
    for moment, deed, whom in product(MOMENTS, (*DONE_TO, *DOES), ONES):
        yield Combination(SUMMON if moment else SPELL, moment, deed, whom)
        if not moment or "main phase" in moment:
            yield Combination(SUMMON if not moment else WIZARD, moment, deed, whom)


@cache
def every():
    """All of them, in a fixed order."""
    return tuple(combinations())


def judged(one):
    """What became of it, and what is wrong with that: `read` or the words of the refusal."""
    face = card(one.kind, one.text)
    if face is None:
        reasons = [str(problem.message) for problem in problems_of(printed_on(one.kind, one.text))]
        return "refused", [] if reasons and all(reasons) else ["refused without a reason"]
    meant = face.kept.texts[-1]
    printed = print_text(meant, card_type=one.kind)
    told = str(tell_meaning(meant, card_type=one.kind))
    again = card(one.kind, printed)
    faults = [] if again and again.kept.texts[-1] == meant else [f"read again otherwise: {printed}"]
    return "read", faults if told.strip() else [*faults, "not explained"]


def is_dead(one, most=1_500):
    """Whether it is read, and no small table is found on which it makes a difference."""
    face = card(one.kind, one.text)
    return face is not None and not example_of(face, len(face.abilities) - 1, most=most).found
