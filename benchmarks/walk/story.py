"""The evening of a small tournament, state by state. Whoever asks walks over the site between two states.

What is only tried (bids that stay sealed, a cancellation) is as if it had never been before the story goes on.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction

from benchmarks.walk.cast import GUESTS, PLAYERS, World
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.decks import drafts
from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.deck_checks import check_desk
from bos_tournament.judging.disputes import appeals, dispute_rulings, filing
from bos_tournament.judging.models import Ruling
from bos_tournament.judging.penalties import penalty_decisions
from bos_tournament.judging.records import record_entry
from bos_tournament.matches import bid_entry, boss_reveal, first_player_choice, reserve_swaps, result_reports
from bos_tournament.matches import demo as tables
from bos_tournament.matches.models import Match, Reason
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import check_in, guests, join_requests, participation, registration
from bos_tournament.tournaments.models import Entrant, Round, Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import (
    result_entry,
    round_clock,
    round_cycle,
    top_cut,
    tournament_end,
    tournament_start,
    undo_actions,
)
from bos_tournament.tournaments.series import series_setup
from bos_tournament.tournaments.structure import next_step
from bos_tournament.tournaments.structure.stages import position
from bos_tournament.tournaments.webhooks import subscriptions  # fmt: skip
from engine.bos.decks.deck_lists import starter_decks
from tests.judging.games import work
from tests.tournaments.running_tournaments import play

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
    season = series_setup.create(world.people["Olga"], series_setup.SeriesPlan(name="Moon Season"))
    series_setup.attach(season, world.cup)
    yield "draft"
    lifecycle.open_registration(world.fresh())
    subscriptions.add_webhook(world.fresh(), url="https://chat.example/hush", topics=["results"])
    drafts.save_draft(world.people["Anna"], None, name="Hushdeck", text=world.secrets.draft)
    yield "open"
    yield from entering(world)
    preview = tournament_start.preview_start(world.fresh())
    tournament_start.start_tournament(world.fresh(), token=preview.token, rounds=preview.rounds)
    yield "started"
    round_ = round_cycle.create_draft_round(world.fresh(), number=1)
    yield "round drawn"
    round_cycle.publish(round_)
    yield "round published"
    yield from cancelled(world)
    yield from first_table(world)
    yield from rest_of_the_round(world)
    yield from to_the_end(world)


def entering(world: World) -> Iterator[str]:
    for name in world.order:
        if name in GUESTS:
            registration.enter_by_staff(world.fresh(), world.people[name], by=world.people["Olga"])
            personal_links.open_link(personal_links.issue_link(world.people[name], by=world.people["Olga"]))
        else:
            registration.join(world.people[name], world.fresh(), code=world.cup.join_code)
    if world.fresh().approval:
        yield "asked"
        for asked in world.cup.entrants.filter(state=Entrant.State.ASKED):
            join_requests.accept(asked)
    yield "joined"
    for name in PLAYERS:
        text = world.secrets.deck if name == "Anna" else starter_decks()[PLAIN_DECK]
        submissions.submit_list(world.entrant(name), text=text)
    yield "lists in"
    Tournament.objects.filter(pk=world.cup.pk).update(check_in_opens_at=db_now() - timedelta(hours=1))
    yield "check-in"
    check_in.check_in(world.entrant("Anna"))
    Tournament.objects.filter(pk=world.cup.pk).update(list_deadline=db_now() - timedelta(minutes=1))
    yield "lists locked"
    check_in.check_in_all(world.fresh())
    yield "checked in"


def cancelled(world: World) -> Iterator[str]:
    with tried():
        lifecycle.cancel(world.fresh(), confirmation=world.cup.name)
        yield "cancelled"
    with tried():
        offers = undo_actions.preview_undos(world.fresh())
        undo_actions.undo(world.cup, offers[0].key, token=offers[0].token)
        yield f"taken back: {offers[0].key}"


def first_table(world: World) -> Iterator[str]:
    """One match by phone, with all that may happen in it."""
    one, two = world.seats()
    round_clock.start_round_clock(world.table().round)
    boss_reveal.confirm_bosses(one)
    yield "one boss shown"
    boss_reveal.confirm_bosses(two)
    yield "bosses shown"
    if not world.match().bids_on_paper:
        yield from sealed_bids(world)
        tables.bid(world.match(), first=3, second=9)
    else:
        bid_entry.enter_paper_bids(world.match(), by=world.people["Olga"], amounts={1: 3, 2: 9})
    yield "bids opened"
    first_player_choice.choose_first(world.seats()[1], goes_first=True)
    yield "playing"
    call = judge_calls.call_judge(world.seats()[0], reason="Which card?")
    yield "judge called"
    judge_calls.take_call(call, by=world.people["Judith"])
    yield "call taken"
    judge_calls.resolve_call(call, by=world.people["Judith"])
    yield from deck_check(world)
    result_reports.report_result(world.seats()[0], winner=world.seats()[0], reason=Reason.PLAYED)
    yield "one report in"
    result_reports.report_result(world.seats()[1], winner=world.seats()[1], reason=Reason.PLAYED)
    yield "reports differ"
    yield from disputed(world)
    yield from second_game(world)


def sealed_bids(world: World) -> Iterator[str]:
    with tried():
        bid_entry.seal_bid(world.seats()[0], amount=world.secrets.bid)
        yield "one bid in"
        bid_entry.seal_bid(world.seats()[1], amount=world.secrets.bid + 2)
        yield "both bids in"


def deck_check(world: World) -> Iterator[str]:
    with tried():
        table = world.table()
        (check,) = check_desk.pick(table.round, rule="hand", tables={table.table}, by=world.people["Judith"])
        yield "deck check picked"
        check_desk.begin_deck_check(check, by=world.people["Judith"])
        yield "deck check begun"
        for deck in check.decks.all():
            found = check_desk.parts_of(deck.expected, submissions.pool_of(world.cup))
            check_desk.record_deck(deck, by=world.people["Judith"], found=found)
        check_desk.finish_deck_check(check, minutes=3, by=world.people["Judith"])
        yield "deck check done"


def disputed(world: World) -> Iterator[str]:
    one, two = world.seats()
    game = one.match.games.get()
    filed = filing.file_dispute(game, by=one.user, seat=one, claim=LOST, text=f"1. {world.secrets.record}\n")
    work()
    yield "disputed, one record in"
    with tried():
        record_entry.hand_in(game, by=two.user, seat=two, text="1. T1 P2\n2. X P2 concedes\n")
        work()
        yield "both records in"
    dispute_rulings.rule_on_dispute(
        filed, by=world.people["Judith"], decision=Ruling.Decision.CORRECT, winner=one, reason=WHY
    )
    yield "ruled"
    asked = appeals.appeal(filed, by=two.user, why="I do not agree.")
    yield "appealed"
    appeals.uphold(asked, by=world.people["Hera"], reason=WHY)
    yield "upheld"


def second_game(world: World) -> Iterator[str]:
    if world.match().step == Match.Step.BIDDING and not world.match().bids_on_paper:
        tables.bid(world.match(), first=3, second=9)
        first_player_choice.choose_first(world.seats()[1], goes_first=True)
        yield "swapping"
        with tried():
            anna = next(seat for seat in world.seats() if seat.user.handle == "Anna")
            reserve_swaps.swap_reserves(anna, out=["Bellows"], into=[world.secrets.reserve])
            yield "one swapped"
    world.penalized = world.opponent
    entrant = world.entrant(world.penalized)
    given = {"infraction": "late", "level": "warning", "note": NOTE}
    penalty_decisions.penalize(entrant, by=world.people["Judith"], **given)
    yield "penalized"


def rest_of_the_round(world: World) -> Iterator[str]:
    on = world.table().round
    match = world.match()
    said = {"wins": {1: 2, 2: 0}, "winner": match.seats.get(number=1), "reason": Reason.PLAYED, "why": WHY}
    result_entry.enter_result(world.table(), by=world.people["Olga"], seen=match.version, **said)
    yield "one result in"
    left = next(name for name in ("Dora", "Emil", "Cleo", "Ben") if name not in (world.player, world.opponent))
    with tried():
        participation.drop(world.entrant(left))
        yield "one dropped"
    with tried():
        participation.disqualify(world.entrant(left), by=world.people["Hera"], why=WHY)
        yield "one disqualified"
    with tried():
        personal_links.open_link(guests.renew_link(world.entrant("Gus"), by=world.people["Olga"]))
        yield "guest with a new phone"
    play(on)
    yield "all results in"
    round_cycle.close(Round.objects.get(pk=on.pk))
    yield "round closed"
    with tried():
        pairing = on.pairings.exclude(match=None).order_by("table").first()
        seat = pairing.match.seats.exclude(pk=pairing.match.winner_id).first()
        said = {"wins": {seat.number: 2, 3 - seat.number: 0}, "winner": seat, "reason": Reason.PLAYED, "why": WHY}
        result_entry.enter_result(pairing, by=world.people["Olga"], seen=pairing.match.version, **said)
        yield "result corrected"


def to_the_end(world: World) -> Iterator[str]:
    """By the next deed each time; of the rounds that follow, the first is looked at."""
    seen = set()
    while (at := position(world.fresh())) and world.cup.state == Tournament.State.RUNNING:
        due = next_step.next_deed(at)
        if due == next_step.Next.FINISH:
            yield "all rounds closed"
            tournament_end.finish_tournament(world.cup)
        elif due == next_step.Next.CUT:
            yield "cut due"
            top_cut.start_cut(world.cup)
            yield "cut drawn"
        else:
            round_ = at.open or round_cycle.publish(round_cycle.create_draft_round(world.cup, number=at.next_number))
            world.table()
            if at.stage.pk not in seen and not seen.add(at.stage.pk):
                yield f"round {round_.number} published"
            play(round_)
            round_cycle.close(Round.objects.get(pk=round_.pk))
    yield "finished"
