"""Expectations of designers that the rules do not bear out, and what is to be expected by the rule named.

Only the scene is mended: the sentence and its intention stay. Each names the scene (0 is the first one, then those of
`more`), the parts that replace it, the rule or ruling, and why.
"""

from typing import NamedTuple


class Correction(NamedTuple):
    """The parts of one scene that are replaced, with the rule or ruling that shows it and the reason."""

    id: str
    scene: int
    parts: dict
    rule: str
    reason: str


CORRECTIONS: tuple[Correction, ...] = (
    Correction(
        "B015",
        1,
        {"see": {"allowed": {"anna: use THIS": True}}},
        "6.1.9",
        "there is another wizard to choose; that it is face-up already keeps nobody from choosing it",
    ),
    Correction(
        "Q089",
        0,
        {"do": ["anna: end turn", "ben: attack a -> anna", "anna: no block"]},
        "8.2.2",
        "her boss could block the attack, which is asked",
    ),
)
