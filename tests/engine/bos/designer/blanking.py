"""A designer's scenes without the text: what is seen then must not be what is seen with it."""

from engine.bos.model.cards import CardType
from tests.engine.bos.designer.scene_sight import difference

NOTHING = "During your main phase, if it is not your turn: You gain 1 vim."
NOTHING_CAST = "You gain life equal to the number of bosses in your graveyard."
OF_TEXTS = ("use", "choose", "decline")


def matters(sentence):
    """Whether one of its scenes ends otherwise when its card says nothing; deeds of the text itself are left out."""
    text = NOTHING_CAST if sentence.on is CardType.SPELL else NOTHING
    blank = sentence._replace(text=text, mandatory=False)
    return any(difference(blank, _without_choices(scene)) for scene in sentence.scenes)


def _without_choices(scene):
    return scene._replace(do=tuple(action for action in scene.do if not _is_of_a_text(action)))


def _is_of_a_text(action):
    return action.partition(": ")[2].partition(" ")[0] in OF_TEXTS
