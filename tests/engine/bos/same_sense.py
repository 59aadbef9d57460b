"""What has to be true of texts that say the same, each as a check that tells what is wrong."""

import re
from dataclasses import replace
from functools import cache

from engine.bos.cardtext.printer import print_text
from engine.bos.model.cards import Ability, Card, CardType
from tests.engine.bos.ability_examples import Scene, look
from tests.engine.bos.duel import Duel
from tests.engine.bos.random_players import luck
from tests.engine.bos.side_by_side import card, first_difference, printed_on, problems_of
from tests.engine.bos.wordings import Twins, sentences

TABLES = 4
"""So many tables for a sentence and its print."""
MORE_TABLES = 30
"""So many for two texts that were read otherwise."""


def disagreement(pair: Twins, seed: str, tables: int = 1) -> str:
    """What is wrong with two texts that should do the same; empty for nothing. Read as one: on so many tables."""
    one, other = card(pair.kind, pair.one), card(pair.kind, pair.other)
    if one is None or other is None:
        unread = pair.one if one is None else pair.other
        return f"not read: {[str(each.message) for each in problems_of(printed_on(pair.kind, unread))]}"
    for number in range(tables if one.kept == other.kept else MORE_TABLES):
        if found := first_difference(one, other, luck(f"{seed}/{pair.one}/{number}", 60)):
            return f"{found.said} after {found.before}"
    return ""


@cache
def sentences_read():
    """Sentences of the pool and of the language page with their cards, as far as they are read on a card alone."""
    made = [(kind, text, card(kind, text)) for kind, text in dict.fromkeys(sentences())]
    return tuple((kind, text, face) for kind, text, face in made if face is not None)


def misprint(kind, text, face, seed: str) -> str:
    """What is wrong with the printed sentence of a card's text; empty for nothing."""
    printed = print_text(face.kept.texts[-1], card_type=kind)
    again = card(kind, printed)
    if again is None:
        return f"printed and not read again: {printed}"
    for number in range(TABLES):
        if found := first_difference(face, again, luck(f"{seed}/{text}/{number}", 60)):
            return f"{printed}: {found.said} after {found.before}"
    return ""


@cache
def scenes_by_sentence():
    """The scenes of the language page by their sentence, where that is an ability that can be taken away."""
    from tests.engine.bos.test_language_behaviour import SCENES

    found: dict[str, list[Scene]] = {}
    for scene in (scene for section in SCENES.values() for scene in section):
        if any(each.text == scene.sentence for face in scene.cards for each in face.abilities):
            found.setdefault(scene.sentence, []).append(scene)
    return found


def matters(sentence: str) -> bool:
    """Whether one of its scenes ends otherwise when no card says the sentence."""
    return any(_ends_otherwise(scene) for scene in scenes_by_sentence()[sentence])


def _ends_otherwise(scene: Scene) -> bool:
    """Deeds that only the text allows are left out; a deed that it forbids must be lawful without it."""
    duel = Duel(*(_blanked(face, scene.sentence) for face in scene.cards))
    lines = f"{scene.before}; {scene.act}".split("; ")
    lawful = "; ".join(_without_choice(line) for line in lines if not _OF_TEXTS.match(line))
    if isinstance(scene.seen, str):
        return duel.judged(lawful)["finding"] in ("legal", "unfinished")
    try:
        table = duel.table(lawful)
        return any(look(table, what) != value for what, value in scene.seen.items())
    except (AssertionError, AttributeError):
        return True


_OF_TEXTS = re.compile(r"(> )?[U+] ")


def _without_choice(line: str) -> str:
    return re.sub(r"(C Word)\b.*", r"\1", line)


def _blanked(face: Card, sentence: str) -> Card:
    """The card without the sentence; a spell cannot be without a text, and gets one that does nothing."""
    left = tuple(each for each in face.abilities if each.text != sentence)
    if face.type is CardType.SPELL and not left:
        left = (Ability("You gain life equal to the number of bosses in your graveyard.", False),)
    return replace(face, abilities=left)
