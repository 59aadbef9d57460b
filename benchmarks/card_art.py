"""Drawing cards: milliseconds, and bytes of what is sent."""

import gzip
from time import process_time

from bos_tournament.cards import art
from engine.bos.model.card_pool import sample_pool

Figure = tuple[str, float, float]  # what, measured, at most


def figures() -> list[Figure]:
    """Of every card of the sample pool, drawn one after the other."""
    times, sizes, stones = [], [], dict[str, str]()
    for card in sample_pool().cards:
        if card.type and card.color:
            begun = process_time()
            drawing = art.draw(card.name, card.type, card.color)
            times.append(1_000 * (process_time() - begun))
            sizes.append(len(drawing))
            stones[card.color] = stones.get(card.color, "") + drawing
    packed = max(len(gzip.compress(drawings.encode())) for drawings in stones.values())
    return [
        (f"ms to draw a card, at worst of {len(times)}", max(times), 2.0),
        ("bytes of a drawing, at most", max(sizes), 4_096),
        ("kB of all drawings of a stone, packed", packed / 1_000, 40.0),
    ]
