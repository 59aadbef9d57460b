"""The catalogue as a whole: filled from files, written to files, read as a pool, pinned for events."""

import csv
import io
import json
from functools import lru_cache

from django.db import transaction
from django.utils.text import slugify

from bos_tournament.cards.models import Card, PinnedPool, Printing
from bos_tournament.errors import Refused
from engine.bos.cards import Ability, CardType, Color, EntryProblem, Pool, PoolProblem, card_to_json
from engine.bos.cards import Card as EngineCard
from engine.bos.cards import Printing as EnginePrinting

COLUMNS = ("name", "type", "color", "condition", "strength", "cost", "abilities", "printings", "official")


def pool() -> Pool:
    """The published cards as the engine reads them."""
    cards = Card.objects.filter(state=Card.State.PUBLISHED).prefetch_related("printings")
    return Pool(tuple(engine_card(card) for card in cards))


def engine_card(card: Card) -> EngineCard:
    return EngineCard(
        name=card.name,
        type=card.type and CardType(card.type),
        color=card.color and Color(card.color),
        condition=card.condition,
        strength=card.strength,
        cost=card.cost,
        abilities=tuple(Ability(ability["text"], ability["mandatory"]) for ability in card.abilities),
        printings=tuple(EnginePrinting(p.set or None, p.rarity or None, p.artist or None) for p in card.printings.all()),
        official=card.official,
    )


def pin() -> PinnedPool:
    """Keeps today's published cards as text; the same cards are kept once."""
    today = pool()
    return PinnedPool.objects.get_or_create(hash=today.hash, defaults={"text": today.write()})[0]


def pinned(row: PinnedPool) -> Pool:
    """The pool of a pinned row; a row never changes, so it is read once a process."""
    return _read(row.hash, row.text)


@lru_cache(maxsize=8)
def _read(_hash: str, text: str) -> Pool:
    return Pool.read(text)


@transaction.atomic
def load(text: str, *, form: str = "json", publish: bool = False) -> tuple[int, int]:
    """Takes in a catalogue; returns how many cards are new and how many were replaced.

    Every faulty entry is named in the refusal (`facts["problems"]`), and then nothing at all is taken in.
    A new card is a draft unless `publish`; a known one keeps its state unless `publish`.
    """
    incoming = _parse(text, form)
    known = {
        card.key: card for card in Card.objects.select_for_update().filter(key__in=[c.key for c in incoming.cards])
    }
    slugs = set(Card.objects.values_list("slug", flat=True))
    for card in incoming.cards:
        _write(card, known.get(card.key) or Card(key=card.key, slug=_free_slug(card.name, slugs)), publish)
    return len(incoming.cards) - len(known), len(known)


def _parse(text: str, form: str) -> Pool:
    try:
        return Pool.read(text if form == "json" else _json_of_csv(text))
    except PoolProblem as fault:
        first = fault.problems[0].message if len(fault.problems) == 1 else f"{len(fault.problems)} entries are faulty."
        raise Refused(f"Nothing was taken in. {first}", code="faulty_catalogue", problems=fault.problems) from fault


def _json_of_csv(text: str) -> str:
    """CSV has the same fields as columns; abilities and printings are JSON inside their cell, empty means null."""
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), strict=True)
    problems: list[EntryProblem] = []
    entries = []
    try:
        if missing := {"name", "type", "color"} - set(rows.fieldnames or ()):
            message = f"The first line must name the columns; missing: {', '.join(sorted(missing))}."
            raise PoolProblem([EntryProblem(-1, "", "", message)])
        for index, row in enumerate(rows):
            entries.append({column: _cell(index, row, column, problems) for column in COLUMNS})
    except csv.Error as fault:
        raise PoolProblem(
            [EntryProblem(-1, "", "", f"This is not CSV: {fault}, near line {rows.line_num}.")]
        ) from fault
    if problems:
        raise PoolProblem(problems)
    return json.dumps(entries)


def _cell(index: int, row: dict[str, str], column: str, problems: list[EntryProblem]) -> object:
    value = unguarded((row.get(column) or "").strip())
    if column in ("name", "type", "color", "condition"):
        return value or None
    empty = {"abilities": [], "printings": [], "official": False}.get(column)
    if not value:
        return empty
    try:
        return json.loads(value.lower() if column == "official" else value)
    except ValueError:
        problems.append(EntryProblem(index, row.get("name") or "", column, f"{value[:40]} cannot be read."))
        return empty


def _free_slug(name: str, taken: set[str]) -> str:
    base = slugify(name)[:100] or "card"
    slug = next(s for s in (base, *(f"{base}-{n}" for n in range(2, 10_000))) if s not in taken)
    taken.add(slug)
    return slug


def _write(card: EngineCard, row: Card, publish: bool) -> None:
    values = card_to_json(card)
    printings = values.pop("printings")
    for field, value in values.items():
        setattr(row, field, value)
    if publish:
        row.state = Card.State.PUBLISHED
    row.save()
    row.printings.all().delete()
    Printing.objects.bulk_create(Printing(card=row, **{k: v or "" for k, v in each.items()}) for each in printings)


def export(*, form: str = "json") -> str:
    """The whole catalogue, drafts too, in the form `load` reads."""
    entries = [card_to_json(engine_card(card)) for card in Card.objects.prefetch_related("printings")]
    if form == "json":
        return json.dumps(entries, ensure_ascii=False, indent=1) + "\n"
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    writer.writerows({column: guarded(_written(entry[column])) for column in COLUMNS} for entry in entries)
    return out.getvalue()


def _written(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def guarded(cell: str) -> str:
    """A cell that a spreadsheet would take for a formula gets an apostrophe in front."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


def unguarded(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell
