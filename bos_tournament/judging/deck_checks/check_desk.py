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
from bos_tournament.decks.submitted_versions import look_at_all
from bos_tournament.errors import Refused
from bos_tournament.judging.models import CheckDraw, CheckedDeck, CheckSeed, DeckCheck
from bos_tournament.matches import match_steps
from bos_tournament.matches.current_decks import lists_now
from bos_tournament.matches.models import Match, Seat
from bos_tournament.messages import localize
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.decklists.submissions import pool_of
from bos_tournament.tournaments.models import Pairing, Round, Tournament
from bos_tournament.tournaments.rounds import round_clock
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.stages import open_tables
from engine.bos.game import Entry, Pool, read_deck
from engine.hosting import Arg, Message, in_a_row

Rule, State = DeckCheck.Rule, DeckCheck.State
MOST_AT_ONCE = 32
MOST_MINUTES = min(60, round_clock.MOST_EXTENSION)
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
    tournament = lock_tournament(round_.stage.tournament)
    free = checkable(round_)
    if max(count, len(tables)) > MOST_AT_ONCE:
        raise Refused(_("Pick at most %(most)s tables at a time.") % {"most": MOST_AT_ONCE}, code="too_many_tables")
    by_table = {pairing.table or 0: pairing for pairing in free}
    if rule == Rule.HAND:
        picked = sorted(_known(tables, by_table))
    elif rule == Rule.LOT:
        picked = _draw(tournament, round_, sorted(by_table), count, by)
    else:
        picked = [pairing.table or 0 for pairing in sorted(free, key=_rank)][:count]
    checks = [DeckCheck(pairing=by_table[table], rule=rule, picked_by=by, picked_at=db_now()) for table in picked]
    DeckCheck.objects.bulk_create(checks)
    bump_version(tournament)
    return checks


def checkable(round_: Round) -> list[Pairing]:
    """The tables whose match is on and where no check is open or done; with sittings and seats.

    Raises Refused: `round_not_on` unless the round is published and open, `nothing_to_check`.
    """
    if round_.state != Round.State.PUBLISHED or round_.closed_at:
        raise Refused(_("Decks can be checked only while a published round is running."), code="round_not_on")
    done = DeckCheck.objects.filter(pairing__round=round_).exclude(state=State.CALLED_OFF).values("pairing")
    on = open_tables().filter(round=round_).exclude(pk__in=done)
    if not (free := list(on.prefetch_related("sittings").order_by("table"))):
        raise Refused(_("All tables of this round are finished or were already picked."), code="nothing_to_check")
    return free


def why_none(round_: Round) -> str:
    """Why no table of this round can be picked; empty where one can."""
    try:
        checkable(round_)
    except Refused as refusal:
        return str(refusal)
    return ""


@transaction.atomic
def begin_deck_check(check: DeckCheck, *, by: User) -> DeckCheck:
    """Pins what both decks must hold now, swaps included; each look is on record before anything is shown.

    Raises Refused: `check_over`, `no_lists`. Twice is once.
    """
    tournament, check = _held(check)
    if check.state == State.BEGUN:
        return check
    if check.state != State.PICKED or check.pairing.match is None:
        raise Refused(_("This check is over. Pick the table again."), code="check_over")
    seats = Prefetch("seats", Seat.objects.select_related("deck_version"))
    match = Match.objects.prefetch_related(seats).get(pk=check.pairing.match.pk)
    texts = lists_now([match])
    if not texts:
        raise Refused(_("No one at this table has a deck list, so there is nothing to check."), code="no_lists")
    look_at_all([seat.deck_version for seat in match.seats.all() if seat.deck_version], by, purpose=_purpose(check))
    CheckedDeck.objects.bulk_create(
        CheckedDeck(deck_check=check, seat_id=seat, expected=text) for seat, text in texts.items()
    )
    check.state, check.begun_by, check.begun_at = State.BEGUN, by, db_now()
    check.save(update_fields=["state", "begun_by", "begun_at"])
    _tell(check)
    bump_version(tournament)
    return check


@transaction.atomic
def record_deck(deck: CheckedDeck, *, by: User, found: Mapping[str, Counter[str]]) -> CheckedDeck:
    """Writes down what was found in the deck and in the reserves, by name; a second count replaces the first.

    Raises Refused: `check_not_on`, `too_many_copies`.
    """
    tournament, check = _held(deck.deck_check)
    if check.state != State.BEGUN:
        raise Refused(_("This check has not started. Start it first."), code="check_not_on")
    if any(not 0 <= count <= MOST_OF_A_CARD for part in found.values() for count in part.values()):
        raise Refused(
            _("Enter a number from 0 to %(most)s for each card.") % {"most": MOST_OF_A_CARD}, code="too_many_copies"
        )
    deck = check.decks.select_related("seat__user").get(pk=deck.pk)
    deck.differences = list(differences(deck.expected, found, pool_of(tournament)))
    deck.state = CheckedDeck.State.DIFFERS if deck.differences else CheckedDeck.State.AS_LISTED
    deck.by, deck.checked_at = by, db_now()
    deck.save(update_fields=["differences", "state", "by", "checked_at"])
    bump_version(tournament)
    return deck


@transaction.atomic
def finish_deck_check(check: DeckCheck, *, minutes: int, by: User) -> DeckCheck:
    """Ends a check whose decks were both looked at; the table's round lasts so many minutes longer.

    Raises Refused: `check_not_on`, `not_checked`, `minutes_out_of_range`, and what lengthening the time refuses.
    """
    tournament, check = _held(check)
    if check.state != State.BEGUN:
        raise Refused(_("This check is not running."), code="check_not_on")
    left = check.decks.filter(state=CheckedDeck.State.OPEN).select_related("seat__user")
    if names := [str(deck.seat.user) for deck in left]:
        players = reduce(lambda first, second: _("%(one)s and %(other)s") % {"one": first, "other": second}, names)
        raise Refused(_("First record what you found with %(names)s.") % {"names": players}, code="not_checked")
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refused(_("Enter 0 to %(most)s minutes.") % {"most": MOST_MINUTES}, code="minutes_out_of_range")
    check.state, check.minutes, check.ended_at = State.FINISHED, minutes, db_now()
    check.save(update_fields=["state", "minutes", "ended_at"])
    if minutes:
        round_clock.extend(check.pairing, minutes=minutes, why=Message("deck_check.time"), by=by)
    _tell(check)
    bump_version(tournament)
    return check


@transaction.atomic
def cancel_check(check: DeckCheck, *, why: str) -> DeckCheck:
    """Ends a check that is not done, with the reason. Raises Refused: `check_over`, `reason_missing`."""
    tournament, check = _held(check)
    if check.state not in DeckCheck.OPEN:
        raise Refused(_("This check is already over."), code="check_over")
    if not (why := " ".join(why.split())[:300]):
        raise Refused(_("Give a reason for cancelling the check."), code="reason_missing")
    check.state, check.note, check.ended_at = State.CALLED_OFF, why, db_now()
    check.save(update_fields=["state", "note", "ended_at"])
    _tell(check)
    bump_version(tournament)
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


def differences(expected: str, counted: Mapping[str, Counter[str]], pool: Pool) -> Iterator[dict[str, object]]:
    """Every card whose count is another than the list says, apart for the deck and the reserves, by name."""
    for part, listed in parts_of(expected, pool).items():
        counts = counted.get(part, Counter())
        for name in sorted(listed | counts, key=str.casefold):
            if listed[name] != counts[name]:
                yield {"card": name, "where": part, "expected": listed[name], "found": counts[name]}


def describe_differences(deck: CheckedDeck) -> list[Message]:
    """The differences as messages."""
    return [_told(**difference) for difference in deck.differences]


def penalty_note(deck: CheckedDeck) -> Message:
    """What happened, as a penalty tells it; the player reads it."""
    pairing = deck.deck_check.pairing
    at: dict[str, Arg] = {"round_called": round_names.message(pairing.round), "table": pairing.table or ""}
    differing = describe_differences(deck)
    while (
        len(localize(note := Message("deck_check.found", **at, differences=in_a_row(differing) if differing else "")))
        > LONGEST_NOTE
    ):
        differing.pop()
    return note


def seed_of(tournament: Tournament) -> CheckSeed:
    """The secret of this tournament's draws, made when it is first asked for; nobody is shown it before the end."""
    fresh = secrets.token_hex(32)
    fields = {"seed": fresh, "digest": sha256(fresh.encode()).hexdigest()}
    return CheckSeed.objects.get_or_create(tournament=tournament, defaults=fields)[0]


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
        sentence = _("Table %(tables)s cannot be checked now: it is finished, already picked, or not in this round.")
        raise Refused(sentence % {"tables": named} if named else _("Enter the tables."), code="unknown_table")
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


def _told(*, card: str, where: str, expected: int, found: int) -> Message:
    part = "reserves" if where == RESERVES else "deck"
    if not expected:
        return Message(f"deck_check.only_in_{part}", card=card, found=found)
    return Message(f"deck_check.other_in_{part}", card=card, found=found, expected=expected)


def _purpose(check: DeckCheck) -> Message:
    round_called, table = round_names.message(check.pairing.round), check.pairing.table or ""
    return Message("deck_check.purpose", round_called=round_called, table=table)


def _tell(check: DeckCheck) -> None:
    """The pages of both players learn that a check is on or over; nothing shows while it is only planned."""
    if check.begun_at and check.pairing.match:
        match_steps.save(Match.objects.select_for_update().get(pk=check.pairing.match.pk))


def _held(check: DeckCheck) -> tuple[Tournament, DeckCheck]:
    tournament = lock_tournament(check.pairing.round.stage.tournament)
    checks = DeckCheck.objects.select_related("pairing__match", "pairing__round__stage__tournament")
    return tournament, checks.get(pk=check.pk)
