"""A written game, followed line by line: what the table is after each."""

from tests.engine.bos.second_interpreter import lines
from tests.engine.bos.second_interpreter.game import Game
from tests.engine.bos.second_interpreter.measuring import strength
from tests.engine.bos.second_interpreter.table import Face, Table


def faces(cards, texts=None):
    """The cards of a catalogue by name; each is a mapping as in the JSON of a catalogue."""
    del texts
    return {
        card["name"]: Face(
            card["name"], card["type"], card["color"], card["strength"], card["cost"], card["condition"],
            [(ability["text"], ability["mandatory"]) for ability in card["abilities"]],
        )
        for card in cards
    }  # fmt: skip


def opened(text, lists, catalogue):
    """The table before the first line. `lists` has the names of each player's cards, one for each copy."""
    found = lines.headers(text)
    wizards = {words.split(" ", 1)[0]: [name.strip() for name in words.split(" ", 1)[1].split(",")]
               for words in found.get("Wizards", ())}  # fmt: skip
    bids = [int(word) for word in found.get("Bid", ["P1 0 P2 0"])[0].split()[1::2]]
    ether = [bids[seat] if bids[seat] < bids[1 - seat] else 0 for seat in (0, 1)]
    decks = []
    for seat in (0, 1):
        stands = wizards.get(f"P{seat + 1}", [])
        rest = [name for name in lists[seat] if catalogue[name].kind != "wizard"]
        decks.append([catalogue[name] for name in (*stands, *rest)])
    return Table(decks, first=int(found["First"][0][1]) - 1 if "First" in found else 0, ether=ether)


def follow(text, lists, catalogue):
    """The table after each line by its number, and the game as it stands at the end. Stops at what it cannot follow:
    then the last value says what it stumbled over."""
    table = opened(text, lists, catalogue)
    seen = {}

    def after(line):
        seen[line.number] = table.sight(lambda card: strength(table, card))

    game = Game(table, lines.Script(lines.read(text), after))
    try:
        game.follow()
    except Exception as stumbled:  # noqa: BLE001 - whatever it is, it is told
        return seen, game, stumbled
    return seen, game, None
