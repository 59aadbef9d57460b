"""What texts mean in English, kept word for word: `python -m tests.engine.bos.cardtext.meanings` writes the file anew.

Whoever changes how meanings are told sees here what that changes.
"""

import json
from pathlib import Path

from engine.bos.cardtext.paraphrase import tell_boss_condition, tell_meaning, tell_summoning_condition
from engine.bos.cardtext.reader import read_boss_condition, read_summoning_condition, read_text
from engine.bos.model.card_pool import sample_pool

FILE = Path(__file__).with_suffix(".json")


def kept():
    """What the file holds: the meanings of sentences, by what they are sentences of."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def told(kind, sentence):
    """What a sentence means today."""
    if kind == "summon":
        return tell_summoning_condition(read_summoning_condition(sentence, sample_pool()).condition)
    if kind == "boss":
        return tell_boss_condition(read_boss_condition(sentence).condition)
    return tell_meaning(read_text(sentence, mandatory=kind == "mandatory", pool=sample_pool()).text)


def everything():
    """The file as it should be, with the sentences that it has."""
    return {kind: {said: str(told(kind, said)) for said in sorted(meanings)} for kind, meanings in kept().items()}


if __name__ == "__main__":
    FILE.write_text(json.dumps(everything(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
