"""Reading card texts, and looking for small tables that show what they do: milliseconds a text.

Over the pool and spoilt copies of it, the language page and the designers' sentences; and loading a pool's kept
meanings.
"""

from collections.abc import Callable, Iterator
from statistics import median, quantiles
from time import process_time

from engine.bos.cardtext import read_text, reader, serialization
from engine.bos.cardtext.card_names import names_of
from engine.bos.model.card_pool import Pool, sample_pool
from engine.bos.model.cards import Ability, Card
from tests.engine.bos.shown_sentences import SOURCES, Sentence, sentences

Figure = tuple[str, float, float]  # what, measured, at most
RUNS = 5


def figures() -> list[Figure]:
    """Every figure with its bound; the caches of the reader are emptied before each is taken."""
    good, spoilt = _times(texts()), _times(spoilt_texts())
    both = [*good, *spoilt]
    return [
        (f"ms a text, median ({len(good)} of the pool and {len(spoilt)} spoilt)", median(both), 20.0),
        ("ms a text, 99 of 100 below", quantiles(both, n=100)[98], 100.0),
        ("ms a text, at worst", max(both), 300.0),
        ("ms a text of the pool, median", median(good), 5.0),
        ("s to compile the pool", _shortest(_compile) / 1_000, 1.0),
        ("ms to load the pool from its pinned form", _shortest(_load()), 50.0),
        *(figure for source in SOURCES for figure in _of_source(source)),
    ]


def _of_source(source: str) -> Iterator[Figure]:
    """How long the sentences of a source take to be read, and how long until a table shows what they do."""
    said = sentences(source)
    forget()
    read = _times_of([lambda one=one: _read_alone(one) for one in said])
    silent: list[str] = []
    played = _times_of([lambda one=one: None if one.shows else silent.append(one.said) for one in said])
    yield f"ms a sentence ({source}, {len(said)}), median", median(read), 20.0
    yield f"ms a sentence ({source}), at worst", max(read), 300.0
    yield f"% of the sentences ({source}) that show nothing", 100 * len(silent) / len(said), 1.0
    yield f"ms a played example ({source}), median", median(played), 100.0
    yield f"ms a played example ({source}), at worst", max(played), 1_000.0


def _read_alone(sentence: Sentence) -> None:
    if sentence.number is not None:
        _read(sentence.card, sentence.card.abilities[sentence.number])


def texts() -> list[tuple[Card, Ability]]:
    """Every ability of the pool with its card."""
    return [(card, ability) for card in sample_pool().cards for ability in card.abilities]


def spoilt_texts() -> list[tuple[Card, Ability]]:
    """Each ability with a word left out, doubled, or misspelt: most of them cannot be read."""
    return [(card, Ability(text, ability.mandatory)) for card, ability in texts() for text in _spoilt(ability.text)]


def _spoilt(text: str) -> Iterator[str]:
    words = text.split()
    for at in range(0, len(words), 3):
        yield " ".join((*words[:at], *words[at + 1 :]))
        yield " ".join((*words[: at + 1], *words[at:]))
        yield " ".join((*words[:at], f"{words[at][::-1]}x", *words[at + 1 :]))


def _times(read: list[tuple[Card, Ability]]) -> list[float]:
    names_of(sample_pool())
    forget()
    return _times_of([lambda one=one: _read(*one) for one in read])


def _read(card: Card, ability: Ability) -> None:
    read_text(ability.text, mandatory=ability.mandatory, card=card, pool=sample_pool())


def _times_of(deeds: list[Callable[[], None]]) -> list[float]:
    """Milliseconds of the processor, each."""
    found = []
    for deed in deeds:
        begun = process_time()
        deed()
        found.append(1_000 * (process_time() - begun))
    return found


def _compile() -> None:
    forget()
    serialization.write_kept(sample_pool(), sample_pool())


def _load() -> Callable[[], None]:
    """Cards and meanings, both from text."""
    cards, kept = sample_pool().write(), serialization.write_kept(sample_pool(), sample_pool())
    return lambda: serialization.with_kept(Pool.read(cards), kept) and None


def _shortest(deed: Callable[[], None]) -> float:
    return min(_times_of([deed] * RUNS))


def forget() -> None:
    """Empty what the reader remembers, so that every text is read."""
    for remembered in (reader._read_text, reader._read_summoning_condition, reader.read_boss_condition):
        remembered.cache_clear()


def main() -> None:
    for what, figure, bound in figures():
        print(f"{what:66} {figure:10,.2f}      at most    {bound:9,.2f}", flush=True)


if __name__ == "__main__":
    main()
