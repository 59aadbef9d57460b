"""Short games in which one sentence of the card language is played, and what people see before and after.

The sentence stands on Anna's Fox (a red summon), on her spell Word (it costs nothing), on her boss or on the condition
of one of them. `HERE` is how most scenes begin: Fox and Imp3 (strength 3) stand before Ben's Elk4 and Elk2, the third
turn of the game, Anna's, has begun, she has 4 vim and 4 ether, Ben has 2 vim and no ether, both have 30 life.
"""

from typing import NamedTuple

from engine.bos.model.cards import CardType
from tests.engine.bos.duel import RED, Duel, boss, spell, summon, wizard

HERE = "T1 P1; S a Fox; S b Imp3; E; T2 P2; S a Elk4; S b Elk2; E; T3 P1"
MET = "T1 P1; S a Imp1; E; T2 P2; S a Elk4; S b Elk2; E; T3 P1"
"""Nobody has Fox on the table yet."""


class Scene(NamedTuple):
    """The printed sentence, the cards of the game, lines before, lines that play it, and what is then to be seen (or
    the rule that refuses the last line)."""

    sentence: str
    cards: tuple
    before: str
    act: str
    seen: dict | str

    def __str__(self):
        return f"{self.sentence[:60]} {self.act}"


def fox(sentence, act, seen, *others, before=HERE, strength=5, color=RED):
    """A sentence on a summon of Anna's, or of Ben's where it is yellow."""
    return Scene(sentence, (summon("Fox", strength, sentence, color=color), *others), before, act, seen)


def word(sentence, act, seen, *others, before=HERE, color=RED):
    """A sentence on a spell that costs nothing."""
    return Scene(sentence, (summon("Fox", 5), spell("Word", 0, sentence, color=color), *others), before, act, seen)


def state(said, holds, fails, *others, seen=6, **more):
    """A state that has to hold before an ability is used: lines after which it does, and after which it does not."""
    sentence = f"During your main phase, if {said}: This gains 1 strength."
    for lines, outcome in ((holds, {"1a": seen}), (fails, "10.1.1")):
        if lines is not None:
            before, _, act = lines.rpartition("| ")
            yield fox(sentence, f"{act}U a", outcome, *others, before=before or HERE, **more)


def sage(sentence, act, seen, *others, before=HERE):
    """A sentence on Anna's wizard in column a."""
    return Scene(sentence, (wizard("Sage", sentence), summon("Fox", 5), *others), before, act, seen)


def called(sentence, act, seen, *others, before="T1 P1", color=RED):
    """A sentence that says how the Fox is summoned."""
    return Scene(sentence, (summon("Fox", 5, condition=sentence, color=color), *others), before, act, seen)


def chief(sentence, act, seen, *others, before=HERE):
    """A sentence that says when Anna's boss turns face-up."""
    return Scene(sentence, (boss("Chief", 7, condition=sentence), summon("Fox", 5), *others), before, act, seen)


def played(scene):
    """What is wrong with a scene: nothing, if it goes as it is written."""
    duel = Duel(*scene.cards)
    whole = f"{scene.before}; {scene.act}"
    if isinstance(scene.seen, str):
        earlier = duel.judged(whole.rpartition(";")[0])
        found = duel.judged(whole)
        last = whole.count(";") + 1
        lawful = earlier["finding"] in ("legal", "unfinished")
        told = found["finding"], found["line"], found["rule"]
        return (
            [] if lawful and told == ("illegal", last, scene.seen) else [(earlier["message"], told, found["message"])]
        )
    before, after = duel.table(scene.before), duel.table(whole)
    seen = {what: look(after, what) for what in scene.seen}
    wrong = [f"{what} is {seen[what]}, not {value}" for what, value in scene.seen.items() if seen[what] != value]
    return wrong if any(look(before, what) != seen[what] for what in seen) else [*wrong, "nothing changed"]


def look(sight, what):
    """One thing on the table: a strength (`2a`), how a card lies (`2a lies`), which it is (`2a is`), `P1 life`, how
    many cards a pile holds (`P1 castle`), where a spell is, what lies under a card (`under 2a`), who won, what is
    asked."""
    first, _, second = what.partition(" ")
    match first, second:
        case (("P1" | "P2"), ("life" | "vim" | "ether")):
            return getattr(sight, second)[int(first[1]) - 1]
        case (("P1" | "P2"), _):
            return len(sight.pile(second, int(first[1]) - 1))
        case "under", place:
            lying = [sight.state.copies[number] for number in sight.state.under]
            return [spell.face.name for spell in lying if spell.host == sight.card(place).id]
        case "winners", _:
            return sight.state.outcome and sight.state.outcome.winners
        case (("asked" | "phase" | "active"), _):
            return sight.asked if first == "asked" else getattr(sight.state, first)
        case _, "is in":
            return next(copy.zone for copy in sight.state.copies if copy.face.name == first)
        case _, "lies":
            card = sight.card(first)
            return card and ("face-down" if not card.up else "acted" if card.acted else "ready")
        case _, "is":
            card = sight.card(first)
            return card and card.face.name
    card = sight.card(first)
    return card and (None if card.face.type is CardType.WIZARD else card.strength)
