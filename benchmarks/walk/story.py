"""The evening of a small tournament, state by state. Whoever asks walks over the site between two states.

What is only tried (bids that stay sealed, a cancellation) is as if it had never been before the story goes on.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction

from benchmarks.walk.cast import GUESTS, PLAYERS, World
from bos_tournament.accounts import links
from bos_tournament.decks import lists as drafts
from bos_tournament.history.moments import db_now
from bos_tournament.judging import appealing, calling, deck_checks, disputing, penalizing, recording, ruling
from bos_tournament.judging.models import Ruling
from bos_tournament.matches import bidding, choosing, greeting, reporting, swapping
from bos_tournament.matches import demo as tables
from bos_tournament.matches.models import Match, Reason
from bos_tournament.tournaments import (
    agenda,
    approving,
    check_in,
    cut,
    fielding,
    finishing,
    guests,
    joining,
    lists,
    planning,
    rounds,
    series,
    settling,
    starting,
    timing,
    undoing,
    webhooks,
)  # fmt: skip
from bos_tournament.tournaments.models import Entrant, Round, Tournament
from bos_tournament.tournaments.stages import position
from engine.bos.decks import starter_decks
from tests.judging.games import work
from tests.tournaments.running import play

WHY = "Seen at the table."
LOST, NOTE = "The hound attacked twice.", "Hushnote: drew a wrong card."
PLAIN_DECK = "Open Meadow"
FORMATS = {
    "swiss": {"format": "swiss", "swiss_rounds": 2, "first_round": "cross"},
    "swiss with a cut": {"format": "swiss_cut", "swiss_rounds": 1, "cut": 2, "first_round": "cross"},
    "single elimination": {"format": "single_elimination", "third_place": True},
    "double elimination": {"format": "double_elimination"},
    "everyone": {"format": "round_robin"},
    "groups": {"format": "groups", "groups": 2, "go_on": 1},
    "on paper, with clocks, open lists": {
        "format": "swiss", "swiss_rounds": 1, "first_round": "cross", "bids_on_paper": True, "clock_minutes": 20,
        "stage_lists": "opponents", "approval": True, "code_only": True, "publish_lists": True,
    },
}  # fmt: skip


@contextmanager
def tried():
    """What happens inside is as if it had never been."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def states(world: World) -> Iterator[str]:
    season = series.create(world.people["Olga"], series.SeriesPlan(name="Moon Season"))
    series.attach(season, world.cup)
    yield "draft"
    planning.open_registration(world.fresh())
    webhooks.add(world.fresh(), url="https://chat.example/hush", topics=["results"])
    drafts.save_draft(world.people["Anna"], None, name="Hushdeck", text=world.secrets.draft)
    yield "open"
    yield from entering(world)
    preview = starting.preview_start(world.fresh())
    starting.start(world.fresh(), token=preview.token, rounds=preview.rounds)
    yield "started"
    round_ = rounds.draft(world.fresh(), number=1)
    yield "round drawn"
    rounds.publish(round_)
    yield "round published"
    yield from cancelled(world)
    yield from first_table(world)
    yield from rest_of_the_round(world)
    yield from to_the_end(world)


def entering(world: World) -> Iterator[str]:
    for name in world.order:
        if name in GUESTS:
            joining.enter_by_staff(world.fresh(), world.people[name], by=world.people["Olga"])
            links.open_link(links.issue_link(world.people[name], by=world.people["Olga"]))
        else:
            joining.join(world.people[name], world.fresh(), code=world.cup.join_code)
    if world.fresh().approval:
        yield "asked"
        for asked in world.cup.entrants.filter(state=Entrant.State.ASKED):
            approving.accept(asked)
    yield "joined"
    for name in PLAYERS:
        text = world.secrets.deck if name == "Anna" else starter_decks()[PLAIN_DECK]
        lists.submit_list(world.entrant(name), text=text)
    yield "lists in"
    Tournament.objects.filter(pk=world.cup.pk).update(check_in_opens_at=db_now() - timedelta(hours=1))
    yield "check-in"
    check_in.check_in(world.entrant("Anna"))
    Tournament.objects.filter(pk=world.cup.pk).update(list_deadline=db_now() - timedelta(minutes=1))
    yield "lists locked"
    check_in.mark_all(world.fresh())
    yield "checked in"


def cancelled(world: World) -> Iterator[str]:
    with tried():
        planning.cancel(world.fresh(), confirmation=world.cup.name)
        yield "cancelled"
    with tried():
        offers = undoing.offers(world.fresh())
        undoing.undo(world.cup, offers[0].key, token=offers[0].token)
        yield f"taken back: {offers[0].key}"


def first_table(world: World) -> Iterator[str]:
    """One match by phone, with all that may happen in it."""
    one, two = world.seats()
    timing.start(world.table().round)
    greeting.greet(one)
    yield "one boss shown"
    greeting.greet(two)
    yield "bosses shown"
    if not world.match().bids_on_paper:
        yield from sealed_bids(world)
        tables.bid(world.match(), one=3, two=9)
    else:
        bidding.enter_paper_bids(world.match(), by=world.people["Olga"], amounts={1: 3, 2: 9})
    yield "bids opened"
    choosing.choose_first(world.seats()[1], goes_first=True)
    yield "playing"
    call = calling.call_judge(world.seats()[0], reason="Which card?")
    yield "judge called"
    calling.take_call(call, by=world.people["Judith"])
    yield "call taken"
    calling.finish_call(call, by=world.people["Judith"])
    yield from deck_check(world)
    reporting.report(world.seats()[0], winner=world.seats()[0], reason=Reason.PLAYED)
    yield "one report in"
    reporting.report(world.seats()[1], winner=world.seats()[1], reason=Reason.PLAYED)
    yield "reports differ"
    yield from disputed(world)
    yield from second_game(world)


def sealed_bids(world: World) -> Iterator[str]:
    with tried():
        bidding.seal_bid(world.seats()[0], amount=world.secrets.bid)
        yield "one bid in"
        bidding.seal_bid(world.seats()[1], amount=world.secrets.bid + 2)
        yield "both bids in"


def deck_check(world: World) -> Iterator[str]:
    with tried():
        table = world.table()
        (check,) = deck_checks.pick(table.round, rule="hand", tables={table.table}, by=world.people["Judith"])
        yield "deck check picked"
        deck_checks.begin(check, by=world.people["Judith"])
        yield "deck check begun"
        for deck in check.decks.all():
            found = deck_checks.parts_of(deck.expected, lists.pool_of(world.cup))
            deck_checks.record(deck, by=world.people["Judith"], found=found)
        deck_checks.finish(check, minutes=3, by=world.people["Judith"])
        yield "deck check done"


def disputed(world: World) -> Iterator[str]:
    one, two = world.seats()
    game = one.match.games.get()
    filed = disputing.file_dispute(game, by=one.user, seat=one, claim=LOST, text=f"1. {world.secrets.record}\n")
    work()
    yield "disputed, one record in"
    with tried():
        recording.hand_in(game, by=two.user, seat=two, text="1. T1 P2\n2. X P2 concedes\n")
        work()
        yield "both records in"
    ruling.rule(filed, by=world.people["Judith"], decision=Ruling.Decision.CORRECT, winner=one, reason=WHY)
    yield "ruled"
    asked = appealing.appeal(filed, by=two.user, why="I do not agree.")
    yield "appealed"
    appealing.uphold(asked, by=world.people["Hera"], reason=WHY)
    yield "upheld"


def second_game(world: World) -> Iterator[str]:
    if world.match().step == Match.Step.BIDDING and not world.match().bids_on_paper:
        tables.bid(world.match(), one=3, two=9)
        choosing.choose_first(world.seats()[1], goes_first=True)
        yield "swapping"
        with tried():
            anna = next(seat for seat in world.seats() if seat.user.handle == "Anna")
            swapping.swap_reserves(anna, out=["Bellows"], into=[world.secrets.reserve])
            yield "one swapped"
    world.penalized = world.opponent
    entrant = world.entrant(world.penalized)
    given = {"infraction": "late", "level": "warning", "note": NOTE}
    penalizing.penalize(entrant, by=world.people["Judith"], **given)
    yield "penalized"


def rest_of_the_round(world: World) -> Iterator[str]:
    on = world.table().round
    match = world.match()
    said = {"wins": {1: 2, 2: 0}, "winner": match.seats.get(number=1), "reason": Reason.PLAYED, "why": WHY}
    settling.settle(world.table(), by=world.people["Olga"], seen=match.version, **said)
    yield "one result in"
    left = next(name for name in ("Dora", "Emil", "Cleo", "Ben") if name not in (world.player, world.opponent))
    with tried():
        fielding.drop(world.entrant(left))
        yield "one dropped"
    with tried():
        fielding.disqualify(world.entrant(left), by=world.people["Hera"], why=WHY)
        yield "one disqualified"
    with tried():
        links.open_link(guests.renew_link(world.entrant("Gus"), by=world.people["Olga"]))
        yield "guest with a new phone"
    play(on)
    yield "all results in"
    rounds.close(Round.objects.get(pk=on.pk))
    yield "round closed"
    with tried():
        pairing = on.pairings.exclude(match=None).order_by("table").first()
        seat = pairing.match.seats.exclude(pk=pairing.match.winner_id).first()
        said = {"wins": {seat.number: 2, 3 - seat.number: 0}, "winner": seat, "reason": Reason.PLAYED, "why": WHY}
        settling.settle(pairing, by=world.people["Olga"], seen=pairing.match.version, **said)
        yield "result corrected"


def to_the_end(world: World) -> Iterator[str]:
    """By the next deed each time; of the rounds that follow, the first is looked at."""
    seen = set()
    while (at := position(world.fresh())) and world.cup.state == Tournament.State.RUNNING:
        due = agenda.next_deed(at)
        if due == agenda.Next.FINISH:
            yield "all rounds closed"
            finishing.finish(world.cup)
        elif due == agenda.Next.CUT:
            yield "cut due"
            cut.start_cut(world.cup)
            yield "cut drawn"
        else:
            round_ = at.open or rounds.publish(rounds.draft(world.cup, number=at.next_number))
            world.table()
            if at.stage.pk not in seen and not seen.add(at.stage.pk):
                yield f"round {round_.number} published"
            play(round_)
            rounds.close(Round.objects.get(pk=round_.pk))
    yield "finished"
