"""The catalogue as a whole: filled from files, written to files, published, read as a pool, pinned for events."""

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from bos_tournament.cards import card_feedback, published_meanings
from bos_tournament.cards.models import KEY_CHARACTERS, Card, CatalogueVersion, PinnedPool, Printing
from bos_tournament.errors import Refused
from bos_tournament.messages import localize
from bos_tournament.operations.csv_cells import as_written, plain
from engine.bos.game import Ability, CardType, Color, EntryProblem, Pool, PoolProblem, card_to_json, serialization
from engine.bos.game import Card as EngineCard
from engine.bos.game import Printing as EnginePrinting

COLUMNS = ("name", "type", "color", "condition", "strength", "cost", "abilities", "printings", "official")
PRINTED = tuple(column for column in COLUMNS if column != "printings")
WRITTEN = (*PRINTED, "key", "words", "state")


@dataclass(frozen=True)
class EntryFault:
    """One fault of one entry in the language of this moment; `index` counts from 0, and is -1 where the file is meant,
    `field` is empty where the entry is."""

    index: int
    name: str
    """The card's name as written; empty where it is not known."""
    field: str
    message: str
    """A sentence that says what to do."""


class Published(NamedTuple):
    """The published cards as the engine reads them, and the slug of each by its key."""

    pool: Pool
    """Every published card."""
    slugs: Mapping[str, str]
    """The part of a card's address that names it, by the card's key."""


def version() -> UUID | None:
    """The stamp of the catalogue: another one after every change. None before the first card."""
    return CatalogueVersion.objects.values_list("stamp", flat=True).first()


def published() -> Published:
    """The published cards, read once a version and process."""
    return _published(stamp) if (stamp := version()) else Published(Pool(()), {})


def pool() -> Pool:
    """The published cards as the engine reads them."""
    return published().pool


@lru_cache(maxsize=2)
def _published(_stamp: UUID) -> Published:
    cards = list(to_publish().filter(state=Card.State.PUBLISHED))
    return Published(Pool(tuple(spoken_card(card) for card in cards)), {card.key: card.slug for card in cards})


def to_publish() -> QuerySet[Card]:
    """Cards with all that belongs to them."""
    return Card.objects.select_related("meaning").prefetch_related("printings")


def known() -> Pool:
    """Every card that another one may name, drafts too: names, types and colours without texts."""
    return _known(version())


@lru_cache(maxsize=2)
def _known(_stamp: UUID | None) -> Pool:
    rows = Card.objects.values_list("name", "type", "color")
    return Pool(tuple(EngineCard(name, _type(type_), _color(color)) for name, type_, color in rows))


def _type(value: str | None) -> CardType | None:
    return CardType(value) if value else None


def _color(value: str | None) -> Color | None:
    return Color(value) if value else None


def engine_card(card: Card) -> EngineCard:
    printed_in = card.printings.all()
    return EngineCard(
        name=card.name,
        type=_type(card.type),
        color=_color(card.color),
        condition=card.condition,
        strength=card.strength,
        cost=card.cost,
        abilities=tuple(Ability(ability["text"], ability["mandatory"]) for ability in card.abilities),
        printings=tuple(EnginePrinting(p.set or None, p.rarity or None, p.artist or None) for p in printed_in),
        official=card.official,
    )


def spoken_card(card: Card) -> EngineCard:
    """The card with the meaning it was published with, which is what it plays."""
    face = engine_card(card)
    return replace(face, kept=published_meanings.kept_of(card, face))


def pin() -> PinnedPool:
    """Keeps today's published cards and what they say as text; the same ones are kept once."""
    return pin_cards(pool(), known())


def pin_cards(cards: Pool, names: Pool) -> PinnedPool:
    """The row of such a pool; `names` holds the cards that its sentences may name."""
    meanings = serialization.write_kept(cards, names)
    both = "sha256:" + hashlib.sha256(f"{cards.hash}\n{meanings}".encode()).hexdigest()
    fields = {"cards_hash": cards.hash, "text": cards.write(), "meanings": meanings}
    return PinnedPool.objects.get_or_create(hash=both, defaults=fields)[0]


@lru_cache(maxsize=8)
def pinned(pool_hash: str) -> Pool:
    """The pool of a pinned row, by its hash, its cards saying what they said then. A row never changes, and is
    read once a process: it is large.

    A card whose kept meaning cannot be read any more says what the language makes of it today.
    """
    row = PinnedPool.objects.get(pk=pool_hash)
    return serialization.with_kept(Pool.read(row.text), row.meanings)


@transaction.atomic
def load(text: str, *, form: str = "json", publish: bool = False) -> tuple[int, int]:
    """Takes in a catalogue; returns how many cards are new and how many were replaced.

    Every faulty entry is named in the refusal (`facts["problems"]`), and then nothing at all is taken in.
    A new card is a draft unless `publish`; a known one keeps its state unless `publish`. What is then published must
    have sentences that can be played, and its meaning is kept; one that says what it said before keeps its meaning.
    """
    incoming = _parse(text, form).cards
    known_cards = Card.objects.select_for_update(of=("self",)).select_related("meaning")
    old = {card.key: card for card in known_cards.filter(key__in=[card.key for card in incoming])}
    slugs = set(Card.objects.values_list("slug", flat=True))
    rows = [_filled(old.get(card.key) or Card(), card, slugs, publish) for card in incoming]
    _refuse(_unplayable(rows, incoming))
    Card.objects.bulk_create(rows, 500, update_conflicts=True, unique_fields=["id"], update_fields=WRITTEN)
    Printing.objects.filter(card__in=old.values()).delete()
    Printing.objects.bulk_create(_printings(rows, incoming), batch_size=500)
    pairs = [(row, card) for row, card in zip(rows, incoming, strict=True) if row.state == Card.State.PUBLISHED]
    published_meanings.store_meanings(pairs, known())
    return len(rows) - len(old), len(old)


def _unplayable(rows: list[Card], cards: tuple[EngineCard, ...]) -> list[EntryFault]:
    """What keeps those of the cards that are to be published from it; they may name each other."""
    names = Pool(tuple(({card.key: card for card in known().cards} | {card.key: card for card in cards}).values()))
    published = [(row, card) for row, card in zip(rows, cards, strict=True) if row.state == Card.State.PUBLISHED]
    errors = [(card, _first_fault(card, names, shows=_must_show(row, card))) for row, card in published]
    return [EntryFault(-1, card.name, *error) for card, error in errors if error]


def _first_fault(card: EngineCard, names: Pool, *, shows: bool) -> tuple[str, str] | None:
    """The field and a sentence about the first thing that keeps a card from being published; `shows`: also that a
    sentence has no example.
    """
    if error := card_feedback.first_error(card, names):
        return error
    missing = card_feedback.first_without_example(card, names) if shows else None
    return ("abilities", missing) if missing else None


def _filled(row: Card, card: EngineCard, slugs: set[str], publish: bool) -> Card:
    values = card_to_json(card)
    for field in PRINTED:
        setattr(row, field, values[field])
    row.identify(slugs)
    slugs.add(row.slug)
    if publish:
        row.state = Card.State.PUBLISHED
    return row


def _printings(rows: Iterable[Card], cards: Iterable[EngineCard]) -> list[Printing]:
    return [
        Printing(card=row, set=p.set or "", rarity=p.rarity or "", artist=p.artist or "")
        for row, card in zip(rows, cards, strict=True)
        for p in card.printings
    ]


@transaction.atomic
def publish(cards: Iterable[Card]) -> tuple[list[Card], list[tuple[Card, str]]]:
    """Publishes what is valid; returns the published cards, and the others each with what must be mended first.

    The meaning of each is kept: that is what it plays from now on. A card that is published already and says the same
    sentences keeps the meaning it has.
    """
    done: list[tuple[Card, EngineCard]] = []
    refused: list[tuple[Card, str]] = []
    names = known()
    for card in cards:
        face = engine_card(card)
        if reason := obstacle(card, face, names):
            refused.append((card, reason))
        else:
            done.append((card, face))
    published = [card for card, _ in done]
    Card.objects.filter(pk__in=[card.pk for card in published]).update(state=Card.State.PUBLISHED)
    published_meanings.store_meanings(done, names)
    return published, refused


def obstacle(card: Card, face: EngineCard, names: Pool) -> str | None:
    """What must be mended before this card can be published: a value, a sentence that cannot be played, or one without
    an example where the card gives no reason for that.
    """
    if problems := faults(card_to_json(face)):
        return problems[0].message
    error = _first_fault(face, names, shows=_must_show(card, face))
    return error[1] if error else None


def _must_show(card: Card, face: EngineCard) -> bool:
    """Whether every sentence has to have an example: the card gives no reason for having none, and says something new.

    Sentences that it was published with already are not asked about again.
    """
    return not card.no_example and not published_meanings.kept_row(card, face)


@transaction.atomic
def unpublish_cards(cards: Iterable[Card]) -> int:
    """Makes drafts of cards, which keep no meaning; events that pinned them keep them. Returns how many."""
    numbers = [card.pk for card in cards]
    published_meanings.drop_meanings(numbers)
    return Card.objects.filter(pk__in=numbers).update(state=Card.State.DRAFT)


class _UnreadableFile(ValueError):
    """A file whose entries cannot be told apart; the text says why."""


def _localized(problem: EntryProblem) -> EntryFault:
    return EntryFault(problem.index, problem.name, problem.field, localize(problem.message))


def faults(entry: Mapping[str, object]) -> tuple[EntryFault, ...]:
    """Everything the engine finds wrong with one entry of the catalogue format, each with its field."""
    try:
        return _too_wide(Pool.read(json.dumps([entry])))
    except PoolProblem as fault:
        return tuple(map(_localized, fault.problems))


def _too_wide(read: Pool) -> tuple[EntryFault, ...]:
    """A few signs grow when they are written without accents; the identity must still fit its column."""
    sentence = _("This name is too long once its special characters are spelled out. Shorten it.")
    wide = enumerate(read.cards)
    return tuple(
        EntryFault(index, card.name, "name", sentence) for index, card in wide if len(card.key) > KEY_CHARACTERS
    )


def form_of(text: str) -> str:
    """Which of the two forms a catalogue is written in."""
    return "json" if text.lstrip("\ufeff \t\r\n")[:1] in ("[", "{") else "csv"


def _parse(text: str, form: str) -> Pool:
    """The catalogue, or a refusal that names every faulty entry of the file."""
    problems: list[EntryFault] = []
    try:
        read = Pool.read(text if form == "json" else json.dumps(_entries_of_csv(text, problems)))
        problems += _too_wide(read)
    except PoolProblem as fault:
        problems += map(_localized, fault.problems)
    except _UnreadableFile as fault:
        problems.append(EntryFault(-1, "", "", str(fault)))
    _refuse(problems)
    return read


def _refuse(problems: list[EntryFault]) -> None:
    if problems:
        first = (
            problems[0].message
            if len(problems) == 1
            else _("Fix %(number)s problems first.") % {"number": len(problems)}
        )
        raise Refused(
            _("Nothing was imported. %(first)s") % {"first": first}, code="faulty_catalogue", problems=tuple(problems)
        )


def _entries_of_csv(text: str, problems: list[EntryFault]) -> list[dict[str, object]]:
    """CSV has the same fields as columns; abilities and printings are JSON inside their cell, empty means null."""
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), strict=True)
    entries = []
    try:
        if missing := {"name", "type", "color"} - set(rows.fieldnames or ()):
            message = _("The first line must name the columns. Missing: %(names)s.") % {
                "names": ", ".join(sorted(missing))
            }
            raise _UnreadableFile(message)
        for index, row in enumerate(rows):
            if None in row:
                sentence = _("This row has more cells than the first. Put text that contains commas in quotes.")
                problems.append(EntryFault(index, (row["name"] or "")[:100], "", sentence))
            entries.append({column: _cell(row.get(column), column) for column in COLUMNS})
    except csv.Error as fault:
        raise _UnreadableFile(
            _("This is not CSV: %(fault)s, near line %(line_num)s.") % {"fault": fault, "line_num": rows.line_num}
        ) from fault
    return entries


def _cell(written: str | None, column: str) -> object:
    """What a cell means; one that cannot be read stays as it is, and the engine names it."""
    value = as_written((written or "").strip())
    if column in ("name", "type", "color", "condition"):
        return value or None
    if not value:
        return {"abilities": [], "printings": [], "official": False}.get(column)
    try:
        return json.loads(value.lower() if column == "official" else value)
    except (ValueError, RecursionError):
        return value


def export(*, form: str = "json") -> str:
    """The whole catalogue, drafts too, in the form `load` reads."""
    entries = [card_to_json(engine_card(card)) for card in Card.objects.prefetch_related("printings")]
    if form == "json":
        return json.dumps(entries, ensure_ascii=False, indent=1) + "\n"
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    writer.writerows({column: plain(_written(entry[column])) for column in COLUMNS} for entry in entries)
    return out.getvalue()


def _written(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
