"""Deck checks: which tables, begun with what each deck must hold at that moment, what was found, and the time given.

Tables by lot come from a secret whose digest is public: nobody foresees a draw, and after the end everybody repeats it.
"""

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import reduce
from hashlib import sha256

from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.decks.versions import look_at_all
from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.judging.models import CheckDraw, CheckedDeck, CheckSeed, DeckCheck
from bos_tournament.matches import steps
from bos_tournament.matches.expected import lists_now
from bos_tournament.matches.models import Match, Seat
from bos_tournament.tournaments import kept_words, round_names, timing
from bos_tournament.tournaments.lists import pool_of
from bos_tournament.tournaments.models import Pairing, Round, Tournament
from bos_tournament.tournaments.stages import open_tables
from bos_tournament.tournaments.versions import locked, touch
from engine.bos.cards import Pool
from engine.bos.decks import Entry, read_deck

Rule, State = DeckCheck.Rule, DeckCheck.State
MOST_AT_ONCE = 32
MOST_MINUTES = min(60, timing.MOST_EXTENSION)
MOST_OF_A_CARD = 99
DECK, RESERVES = "deck", "reserves"
INFRACTION = "deck-differs"
LONGEST_NOTE = 500


@transaction.atomic
def pick(
    round_: Round, *, rule: str, by: User, count: int = 1, tables: Collection[int] = frozenset()
) -> list[DeckCheck]:
    """Picks tables whose match is on: so many from the top or by lot, or these by hand. Each table once in a round.

    Raises Refused: `round_not_on`, `nothing_to_check`, `unknown_table`, `too_many_tables`.
    """
    tournament = locked(round_.stage.tournament)
    free = checkable(round_)
    if max(count, len(tables)) > MOST_AT_ONCE:
        raise Refused(_("Pick at most %(most)s tables at a time.") % {"most": MOST_AT_ONCE}, code="too_many_tables")
    by_table = {pairing.table or 0: pairing for pairing in free}
    if rule == Rule.HAND:
        picked = sorted(_known(tables, by_table))
    elif rule == Rule.LOT:
        picked = _draw(tournament, round_, sorted(by_table), count, by)
    else:
        picked = [one.table or 0 for one in sorted(free, key=_rank)][:count]
    made = [DeckCheck(pairing=by_table[table], rule=rule, picked_by=by, picked_at=db_now()) for table in picked]
    DeckCheck.objects.bulk_create(made)
    touch(tournament)
    return made


def checkable(round_: Round) -> list[Pairing]:
    """The tables whose match is on and where no check is open or done; with sittings and seats.

    Raises Refused: `round_not_on` unless the round is published and open, `nothing_to_check`.
    """
    if round_.state != Round.State.PUBLISHED or round_.closed_at:
        raise Refused(_("Decks are checked while a published round is on."), code="round_not_on")
    done = DeckCheck.objects.filter(pairing__round=round_).exclude(state=State.CALLED_OFF).values("pairing")
    on = open_tables().filter(round=round_).exclude(pk__in=done)
    if not (free := list(on.prefetch_related("sittings").order_by("table"))):
        raise Refused(_("Every table of this round is finished or was picked already."), code="nothing_to_check")
    return free


def why_none(round_: Round) -> str:
    """Why no table of this round can be picked; empty where one can."""
    try:
        checkable(round_)
    except Refused as refusal:
        return str(refusal)
    return ""


@transaction.atomic
def begin(check: DeckCheck, *, by: User) -> DeckCheck:
    """Pins what both decks must hold now, swaps included; each look is on record before anything is shown.

    Raises Refused: `check_over`, `no_lists`. Twice is once.
    """
    tournament, check = _held(check)
    if check.state == State.BEGUN:
        return check
    if check.state != State.PICKED or check.pairing.match is None:
        raise Refused(_("This check is over; pick the table again."), code="check_over")
    seats = Prefetch("seats", Seat.objects.select_related("deck_version"))
    match = Match.objects.prefetch_related(seats).get(pk=check.pairing.match.pk)
    texts = lists_now([match])
    if not texts:
        raise Refused(_("Nobody at this table has a list, so there is nothing to check."), code="no_lists")
    look_at_all([seat.deck_version for seat in match.seats.all() if seat.deck_version], by, purpose=_purpose(check))
    CheckedDeck.objects.bulk_create(
        CheckedDeck(deck_check=check, seat_id=seat, expected=text) for seat, text in texts.items()
    )
    check.state, check.begun_by, check.begun_at = State.BEGUN, by, db_now()
    check.save(update_fields=["state", "begun_by", "begun_at"])
    _tell(check)
    touch(tournament)
    return check


@transaction.atomic
def record(deck: CheckedDeck, *, by: User, found: Mapping[str, Counter[str]]) -> CheckedDeck:
    """Writes down what was found in the deck and in the reserves, by name; a second count replaces the first.

    Raises Refused: `check_not_on`, `too_many_copies`.
    """
    tournament, check = _held(deck.deck_check)
    if check.state != State.BEGUN:
        raise Refused(_("This check is not on; begin it first."), code="check_not_on")
    if any(not 0 <= count <= MOST_OF_A_CARD for part in found.values() for count in part.values()):
        raise Refused(_("Count from 0 to %(most)s of a card.") % {"most": MOST_OF_A_CARD}, code="too_many_copies")
    deck = check.decks.select_related("seat__user").get(pk=deck.pk)
    deck.differences = list(differences(deck.expected, found, pool_of(tournament)))
    deck.state = CheckedDeck.State.DIFFERS if deck.differences else CheckedDeck.State.AS_LISTED
    deck.by, deck.checked_at = by, db_now()
    deck.save(update_fields=["differences", "state", "by", "checked_at"])
    touch(tournament)
    return deck


@transaction.atomic
def finish(check: DeckCheck, *, minutes: int, by: User) -> DeckCheck:
    """Ends a check whose decks were both looked at; the table's round lasts so many minutes longer.

    Raises Refused: `check_not_on`, `not_checked`, `minutes_out_of_range`, and what lengthening the time refuses.
    """
    tournament, check = _held(check)
    if check.state != State.BEGUN:
        raise Refused(_("This check is not on."), code="check_not_on")
    left = check.decks.filter(state=CheckedDeck.State.OPEN).select_related("seat__user")
    if names := [str(deck.seat.user) for deck in left]:
        said = reduce(lambda one, other: _("%(one)s and %(other)s") % {"one": one, "other": other}, names)
        raise Refused(_("Write down first what you found with %(names)s.") % {"names": said}, code="not_checked")
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refused(_("Give between 0 and %(most)s minutes.") % {"most": MOST_MINUTES}, code="minutes_out_of_range")
    check.state, check.minutes, check.ended_at = State.FINISHED, minutes, db_now()
    check.save(update_fields=["state", "minutes", "ended_at"])
    if minutes:
        timing.extend(check.pairing, minutes=minutes, why=kept_words.DECK_CHECK, by=by)
    _tell(check)
    touch(tournament)
    return check


@transaction.atomic
def call_off(check: DeckCheck, *, why: str) -> DeckCheck:
    """Ends a check that is not done, with the reason. Raises Refused: `check_over`, `reason_missing`."""
    tournament, check = _held(check)
    if check.state not in DeckCheck.OPEN:
        raise Refused(_("This check is over already."), code="check_over")
    if not (why := " ".join(why.split())[:300]):
        raise Refused(_("Say why the check does not take place."), code="reason_missing")
    check.state, check.note, check.ended_at = State.CALLED_OFF, why, db_now()
    check.save(update_fields=["state", "note", "ended_at"])
    _tell(check)
    touch(tournament)
    return check


def minutes_so_far(check: DeckCheck) -> int:
    """What to propose as time for the table: begun minutes since the check began, and three for shuffling up again."""
    if check.begun_at is None:
        return 0
    return min(int((db_now() - check.begun_at).total_seconds() // 60) + 1 + 3, MOST_MINUTES)


def parts_of(text: str, pool: Pool) -> dict[str, Counter[str]]:
    """How many of each card a written list has in its deck and in its reserves, by the names of the catalogue."""
    deck = read_deck(text)
    return {DECK: _counted(deck.main, pool), RESERVES: _counted(deck.reserves, pool)}


def differences(expected: str, found: Mapping[str, Counter[str]], pool: Pool) -> Iterator[dict[str, object]]:
    """Every card whose count is another than the list says, apart for the deck and the reserves, by name."""
    for part, listed in parts_of(expected, pool).items():
        there = found.get(part, Counter())
        for name in sorted(listed | there, key=str.casefold):
            if listed[name] != there[name]:
                yield {"card": name, "where": part, "expected": listed[name], "found": there[name]}


def told(deck: CheckedDeck) -> list[str]:
    """The differences as sentences."""
    return [_told(**one) for one in deck.differences]


def penalty_note(deck: CheckedDeck) -> str:
    """What happened, as a penalty tells it; the player reads it."""
    pairing = deck.deck_check.pairing
    at, differing = {"round_called": round_names.called(pairing.round), "table": pairing.table}, told(deck)
    while len(note := _(kept_words.FOUND_AT) % {**at, "differences": " ".join(differing)}) > LONGEST_NOTE:
        differing.pop()
    return note


def seed_of(tournament: Tournament) -> CheckSeed:
    """The secret of this tournament's draws, made when it is first asked for; nobody is shown it before the end."""
    fresh = secrets.token_hex(32)
    made = {"seed": fresh, "digest": sha256(fresh.encode()).hexdigest()}
    return CheckSeed.objects.get_or_create(tournament=tournament, defaults=made)[0]


def lots(seed: str, round_number: int, number: int, tables: Iterable[int], count: int) -> list[int]:
    """The tables that come out: those with the least SHA-256 of seed, round, draw and table, in order of tables."""

    def lot(table: int) -> bytes:
        return sha256(f"bos/deck-check/v1/{seed}/{round_number}/{number}/{table}".encode()).digest()

    return sorted(sorted(tables, key=lot)[:count])


def _draw(tournament: Tournament, round_: Round, tables: list[int], count: int, by: User) -> list[int]:
    drawn_before = CheckDraw.objects.filter(tournament=tournament, round_number=round_.number).count()
    number = drawn_before + 1
    drawn = lots(seed_of(tournament).seed, round_.number, number, tables, count)
    CheckDraw.objects.create(
        tournament=tournament, round_number=round_.number, number=number, among=tables, drawn=drawn, by=by
    )
    return drawn


def _known(tables: Collection[int], by_table: Mapping[int, Pairing]) -> Collection[int]:
    unknown = sorted(set(tables) - by_table.keys())
    if unknown or not tables:
        named = ", ".join(map(str, unknown[:5]))
        said = _("Table %(tables)s cannot be checked now: it is finished, picked already, or not in this round.")
        raise Refused(said % {"tables": named} if named else _("Say which tables."), code="unknown_table")
    return tables


def _rank(pairing: Pairing) -> tuple[int, int]:
    """The table with the best score first; without scores, as in a bracket, the lowest table."""
    return -max((sitting.points or 0 for sitting in pairing.sittings.all()), default=0), pairing.table or 0


def _counted(entries: Iterable[Entry], pool: Pool) -> Counter[str]:
    counted: Counter[str] = Counter()
    for entry in entries:
        card = pool.find(entry.name)
        counted[card.name if card else entry.name[:80]] += entry.copies
    return counted


def _told(*, card: str, where: str, expected: int, found: int) -> str:
    if where == RESERVES:
        said = kept_words.IN_RESERVES if expected else kept_words.NOT_IN_RESERVES
    else:
        said = kept_words.IN_DECK if expected else kept_words.NOT_IN_DECK
    return _(said) % {"card": card, "found": found, "expected": expected}


def _purpose(check: DeckCheck) -> str:
    return kept_words.DECK_CHECK_AT % {
        "round_called": round_names.kept(check.pairing.round),
        "table": check.pairing.table,
    }


def _tell(check: DeckCheck) -> None:
    """The pages of both players learn that a check is on or over; nothing shows while it is only planned."""
    if check.begun_at and check.pairing.match:
        steps.save(Match.objects.select_for_update().get(pk=check.pairing.match.pk))


def _held(check: DeckCheck) -> tuple[Tournament, DeckCheck]:
    tournament = locked(check.pairing.round.stage.tournament)
    found = DeckCheck.objects.select_related("pairing__match", "pairing__round__stage__tournament")
    return tournament, found.get(pk=check.pk)
