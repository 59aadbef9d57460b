"""One scene for every deed of matches, tournaments and judges: what comes before it, and then the deed itself.

Each scene gives the tournament it plays in, and does its deed when it is asked to go on.
"""
# ruff: noqa: E501 (a sentence is read best in one piece)

from dataclasses import replace

from django.utils import timezone

from bos_tournament.accounts.digests import digest
from bos_tournament.accounts.models import User
from bos_tournament.judging import appealing, calling, deck_checks, disputing, penalizing, recording, ruling
from bos_tournament.judging.models import Ruling
from bos_tournament.matches import bidding, choosing, clocks, opening, reporting, results
from bos_tournament.matches.models import Match, Reason
from bos_tournament.tournaments import (
    apart,
    approving,
    check_in,
    cut,
    deck_sheets,
    fielding,
    finishing,
    guest_links,
    guests,
    hand,
    importing,
    joining,
    lists,
    planning,
    repairing,
    rounds,
    seating,
    series,
    settling,
    slips,
    snapshots,
    staff,
    timing,
    undoing,
    webhooks,
)
from engine.bos.decks import starter_decks
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory, pinned_pool
from tests.judging.cases import at_a_table, record
from tests.matches.playing import Step, greet_both, live_attempt
from tests.matches.test_clocks import begun_before
from tests.tournaments import running

FOUR = running.NAMES[:4]
LEGAL = next(iter(starter_decks().values()))


def cup(**settings):
    return running.running(FOUR, **settings)


def olga():
    """The organizer, whose requests do the deeds."""
    return User.objects.filter(handle="Olga").first() or UserFactory(handle="Olga")


def judge():
    return User.objects.filter(handle="Judith").first() or UserFactory(handle="Judith")


def first_table(tournament):
    return running.publish(tournament).pairings.get(table=1)


def at_table(step=Step.PLAYING, **options):
    """Anna and Ben at table 1 of round 1."""
    case = at_a_table(step, **options)
    for seat, name in ((case.anna, "Anna"), (case.ben, "Ben")):
        seat.user.handle = name
        seat.user.save()
    return case


def disputed():
    case = at_table()
    case.filed = case.dispute()
    return case


def ruled():
    case = disputed()
    case.head = StaffFactory(tournament=case.tournament, role="head_judge").user
    ruling.rule(case.filed, by=case.judge, decision=Ruling.Decision.UPHOLD, reason="Nobody saw it.")
    return case


def called():
    case = at_table()
    case.call = calling.call_judge(case.anna, reason="May he do that?")
    return case


def fined(level="warning", step=Step.PLAYING):
    case = at_table(step)
    case.anna_in = case.tournament.entrants.get(user=case.anna.user)
    case.given = penalizing.penalize(
        case.anna_in, by=case.judge, infraction="record", level=level, rule="10.3.2", note="No totals."
    )
    return case


# --- matches ---


def void_attempt():
    case = at_table(Step.BIDDING)
    yield case.tournament
    bidding.void_attempt(case.match, by=judge(), reason="Ben bid for the wrong game.")


def enter_paper_bids():
    case = at_table(Step.BOSSES, on_paper=True)
    greet_both(case.match)
    yield case.tournament
    bidding.enter_paper_bids(case.match, by=judge(), amounts={1: 3, 2: 8})


def open_attempt():
    case = at_table(Step.BIDDING)
    bidding.seal_bid(case.anna, amount=3)
    bidding.seal_bid(case.ben, amount=8)
    attempt = case.match.attempts.latest("number")
    yield case.tournament
    opening.open_attempt(attempt.pk)


def name_chooser():
    case = at_table(Step.BIDDING)
    for _ in range(3):
        bidding.seal_bid(case.anna, amount=3)
        bidding.seal_bid(case.ben, amount=3)
        opening.open_attempt(live_attempt(case.match).pk)
    yield case.tournament
    choosing.name_chooser(case.anna)


def choose_first():
    case = at_table(Step.CHOICE)
    yield case.tournament
    choosing.choose_first(case.ben, goes_first=True)


def report():
    case = at_table()
    yield case.tournament
    reporting.report(case.anna, winner=case.ben, reason=Reason.CONCEDED)


def withdraw_report():
    case = at_table(Step.REPORTED)
    yield case.tournament
    reporting.withdraw_report(case.anna)


def agree():
    case = at_table(Step.REPORTED)
    yield case.tournament
    reporting.agree(case.ben)


def enter_result():
    table = first_table(tournament := cup())
    yield tournament
    running.enter(table, 2, 1, by=judge())


def correct():
    """A result that stands already."""
    table = first_table(tournament := cup())
    running.enter(table, 1, 2)
    yield tournament
    running.enter(table, 2, 1, by=judge())


def take_back():
    table = first_table(tournament := cup())
    running.enter(table, 2, 1)
    yield tournament
    results.take_back(table.match, by=judge(), why="It was table 2.")


def decide_game():
    case = at_table()
    yield case.tournament
    results.decide_game(case.game, by=judge(), winner=case.ben, why="Slow play.")


def replay_game():
    case = at_table(Step.FINISHED)
    yield case.tournament
    results.replay_game(case.match.games.get(number=1), by=judge(), why="Wrong deck.")


def with_clocks(seconds):
    """Anna and Ben at their table, whose clocks began so long ago."""
    case = at_table()
    Match.objects.filter(pk=case.match.pk).update(clock_minutes=15)
    begun_before(Match.objects.get(pk=case.match.pk), seconds=seconds)
    return case


def pause_clocks():
    case = with_clocks(5)
    yield case.tournament
    clocks.pause(case.match, by=judge(), after=1, why="A ruling.")


def go_on_clocks():
    case = with_clocks(5)
    clocks.pause(case.match, by=case.anna.user, after=1)
    yield case.tournament
    clocks.go_on(case.match, by=judge(), after=2)


def set_clocks():
    case = with_clocks(5)
    yield case.tournament
    clocks.set_clocks(case.match, by=judge(), left={1: 600, 2: 600}, turn=2, why="The phone was off.")


def decide_by_time():
    case = with_clocks(5_000)
    yield case.tournament
    settling.decide_by_time(case.match.pairing, by=judge(), why="Out of time.")


def one_tap():
    tournament = cup()
    yield tournament
    rounds.go_on(tournament, number=1)


# --- tournaments ---


def create():
    yield TournamentFactory()
    plan = planning.Plan(name="Moon Cup", place="Hall", starts_at=timezone.now() + timezone.timedelta(hours=3))
    yield planning.create(olga(), plan)


def edit():
    tournament = TournamentFactory(place="Hall")
    yield tournament
    planning.edit(tournament, replace(planning.plan_of(tournament), place="Barn"))


def open_registration():
    tournament = TournamentFactory(state="draft")
    yield tournament
    planning.open_registration(tournament)


def announce():
    tournament = TournamentFactory()
    yield tournament
    planning.announce(tournament, text="Lunch at noon.")


def cancel():
    tournament = TournamentFactory()
    yield tournament
    planning.cancel(tournament, confirmation=tournament.name)


def pin_pool():
    tournament = TournamentFactory()
    yield tournament
    lists.pin_pool(tournament)


def do_check_in():
    tournament = TournamentFactory(check_in_opens_at=timezone.now() - timezone.timedelta(minutes=5))
    entrant = EntrantFactory(tournament=tournament, user__handle="Anna")
    yield tournament
    check_in.check_in(entrant)


def mark():
    entrant = EntrantFactory(user__handle="Anna")
    yield entrant.tournament
    check_in.mark(entrant, present=True)


def join():
    tournament = TournamentFactory()
    yield tournament
    joining.join(UserFactory(handle="Anna"), tournament)


def asked():
    return EntrantFactory(user__handle="Anna", state="asked", place=None, tournament__approval=True)


def accept_entrant():
    entrant = asked()
    yield entrant.tournament
    approving.accept(entrant)


def refuse_entrant():
    entrant = asked()
    yield entrant.tournament
    approving.refuse(entrant, why="For members only.")


def import_entrants():
    tournament = TournamentFactory()
    yield tournament
    importing.import_entrants(tournament, "Gus\nHana\n", by=olga())


def seat_meeting():
    tournament = running.opened(FOUR)
    yield tournament
    seating.seat_meeting(tournament)


def withdraw():
    entrant = EntrantFactory(user__handle="Anna")
    yield entrant.tournament
    joining.withdraw(entrant)


def submit_list():
    entrant = EntrantFactory(user__handle="Anna", tournament__pool=pinned_pool())
    yield entrant.tournament
    lists.submit_list(entrant, text=LEGAL)


def amend_list():
    tournament = running.opened(FOUR)
    yield tournament
    other = [text for text in starter_decks().values() if text != LEGAL][0]
    lists.amend_list(running.entrant(tournament, "Anna"), by=judge(), text=other, reason="Ash missed.")


def check_sheets():
    tournament = cup()
    round_ = running.publish(tournament)
    yield tournament
    deck_sheets.deck_sheets(round_, tables=None, by=judge(), purpose="Deck check.")


def list_sheets():
    tournament = running.opened(FOUR)
    yield tournament
    deck_sheets.list_sheets(tournament, tables=None, by=judge(), purpose="At the door.")


def add_guest():
    tournament = TournamentFactory()
    yield tournament
    guests.add_guest(tournament, handle="Gus", real_name="", by=judge())


def guest_in(tournament):
    return guests.add_guest(tournament, handle="Gus", real_name="", by=judge())[0]


def renew_link():
    entrant = guest_in(tournament := TournamentFactory())
    yield tournament
    guests.renew_link(entrant, by=olga())


def revoke_link():
    entrant = guest_in(tournament := TournamentFactory())
    yield tournament
    guests.revoke_link(entrant, by=olga())


def issue_links():
    tournament = TournamentFactory()
    importing.import_entrants(tournament, "Gus", by=judge())
    yield tournament
    guest_links.issue_links(tournament, by=olga())


def invite():
    tournament = TournamentFactory()
    yield tournament
    staff.invite(tournament, role="judge", by=olga())


def invited(tournament):
    token = staff.invite(tournament, role="judge", by=olga())
    return token, tournament.invitations.get(token_digest=digest(token))


def accept():
    token, _ = invited(tournament := TournamentFactory())
    yield tournament
    staff.accept(UserFactory(handle="Judith", second_factor=True), token)


def withdraw_invitation():
    _, invitation = invited(tournament := TournamentFactory())
    yield tournament
    staff.withdraw_invitation(invitation)


def told(tournament):
    made, _ = webhooks.add(tournament, url="https://chat.example/hush", topics=["results"])
    return made


def add_webhook():
    tournament = TournamentFactory()
    yield tournament
    told(tournament)


def change_webhook():
    webhook = told(tournament := TournamentFactory())
    yield tournament
    webhooks.change(webhook, url=webhook.url, topics=["results", "standings"])


def rotate_secret():
    webhook = told(tournament := TournamentFactory())
    yield tournament
    webhooks.rotate(webhook)


def webhook_off():
    webhook = told(tournament := TournamentFactory())
    yield tournament
    webhooks.switch_off(webhook)


def webhook_on():
    webhook = webhooks.switch_off(told(tournament := TournamentFactory()))
    yield tournament
    webhooks.switch_on(webhook)


def remove_webhook():
    webhook = told(tournament := TournamentFactory())
    yield tournament
    webhooks.remove(webhook)


def remove_role():
    role = StaffFactory(role="judge", user__handle="Judith")
    yield role.tournament
    staff.remove(role)


def start():
    tournament = running.opened(FOUR)
    yield tournament
    running.start(tournament)


def draft():
    tournament = cup()
    yield tournament
    rounds.draft(tournament, number=1)


def drafted():
    tournament = cup()
    return tournament, rounds.draft(tournament, number=1)


def redraw():
    tournament, round_ = drafted()
    yield tournament
    rounds.redraw(round_)


def discard():
    tournament, round_ = drafted()
    yield tournament
    rounds.discard(round_)


def exchange():
    tournament, round_ = drafted()
    one, other = (round_.pairings.get(table=table).sittings.first().entrant_id for table in (1, 2))
    yield tournament
    hand.exchange(round_, one=one, other=other, why="They are sisters.")


def publish():
    tournament, round_ = drafted()
    yield tournament
    rounds.publish(round_)


def unpublish():
    round_ = running.publish(tournament := cup())
    yield tournament
    rounds.unpublish(round_)


def close():
    round_ = running.publish(tournament := cup())
    running.play(round_)
    yield tournament
    rounds.close(round_)


def mend():
    tournament = running.running(running.NAMES[:6], planned=3)
    first = running.play_and_close(tournament)
    second = running.publish(tournament)
    table = first.pairings.get(table=1)
    wins = table.match.seats.get(games_won=0)
    settling.settle(
        table,
        by=judge(),
        wins={wins.number: 2, 3 - wins.number: 0},
        winner=wins,
        reason=Reason.PLAYED,
        why="The slip was read wrong.",
    )
    repair = repairing.repair_of(second)
    offer = next(one for one in repair.offers if one.changes)
    yield tournament
    repairing.mend(second, mending=offer.mending, token=repair.token, why="Anna had lost.")


def kept_apart():
    tournament = running.opened(FOUR)
    return tournament, [running.entrant(tournament, name) for name in ("Anna", "Ben")]


def put_into_series():
    tournament = TournamentFactory()
    season = series.create(olga(), series.SeriesPlan(name="Moon Season"))
    yield tournament
    series.attach(season, tournament)


def take_out_of_series():
    """Of one that is deleted afterwards: the line keeps its name."""
    tournament = TournamentFactory()
    season = series.create(olga(), series.SeriesPlan(name="Moon Season"))
    leg = series.attach(season, tournament)
    yield tournament
    series.take_out(leg)
    series.delete(season)


def keep_apart():
    tournament, pair = kept_apart()
    yield tournament
    apart.keep_apart(*pair, never=True, why="They are sisters.")


def let_meet():
    tournament, pair = kept_apart()
    kept = apart.keep_apart(*pair, never=True)
    yield tournament
    apart.let_meet(kept)


def seed():
    tournament = running.opened(FOUR)
    yield tournament
    fielding.seed(running.entrant(tournament, "Anna"), seeding=2)


def start_cut():
    tournament = running.running(FOUR, planned=1, format="swiss_cut", cut=2)
    running.play_and_close(tournament)
    yield tournament
    cut.start_cut(tournament)


def played_out():
    tournament = running.running(FOUR, planned=1)
    running.play_and_close(tournament)
    return tournament


def finish():
    tournament = played_out()
    yield tournament
    finishing.finish(tournament)


def close_anew():
    tournament = played_out()
    finishing.finish(tournament)
    stage = tournament.stages.get()
    pairing = stage.rounds.get().pairings.order_by("table").first()
    match = pairing.match
    match.refresh_from_db()
    loser = match.seats.exclude(pk=match.winner_id).get()
    wins = {seat.number: 2 if seat == loser else 0 for seat in match.seats.all()}
    settling.settle(pairing, by=judge(), wins=wins, winner=loser, reason=Reason.PLAYED, why="Read the wrong way round.")
    found = snapshots.differences(tournament)[0]
    yield tournament
    snapshots.close_anew(found.stage, by=olga(), why="The slip was read wrongly.", token=found.token)


def drop():
    tournament = cup()
    yield tournament
    fielding.drop(running.entrant(tournament, "Anna"), why="Train.")


def undo_drop():
    tournament = cup()
    anna = fielding.drop(running.entrant(tournament, "Anna"))
    yield tournament
    fielding.undo_drop(anna)


def bring_back():
    tournament = cup()
    anna = fielding.remove(running.entrant(tournament, "Anna"), by=judge(), why="Was not there.")
    yield tournament
    fielding.bring_back(anna, by=judge_again())


def judge_again():
    return UserFactory(handle="Jonas")


def remove():
    tournament = cup()
    yield tournament
    fielding.remove(running.entrant(tournament, "Anna"), by=judge(), why="Fell ill.")


def disqualify():
    tournament = cup()
    yield tournament
    fielding.disqualify(running.entrant(tournament, "Anna"), by=judge(), why="Took back a bid by force.")


def no_show():
    table = first_table(tournament := cup())
    yield tournament
    fielding.no_show(table, absent=[1], by=judge(), why="Ten minutes.", and_drop=True)


def fix_table():
    tournament = cup()
    yield tournament
    fielding.fix_table(running.entrant(tournament, "Anna"), table=2)


def settle():
    table = first_table(tournament := cup())
    yield tournament
    won = table.match.seats.get(number=1)
    settling.settle(table, by=judge(), wins={1: 2, 2: 1}, winner=won, reason=Reason.PLAYED, why="Slip.")


def settle_game():
    case = at_table()
    yield case.tournament
    settling.decide(case.game, by=judge(), winner=case.ben, why="Slow play.")


def settle_replay():
    case = at_table(Step.FINISHED)
    yield case.tournament
    settling.replay(case.match.games.get(number=1), by=judge(), why="Wrong deck.")


def settle_take_back():
    table = first_table(tournament := cup())
    running.enter(table, 2, 1)
    yield tournament
    settling.take_back(table, by=judge(), why="It was table 2.")


def enter_slip():
    round_ = running.publish(tournament := cup())
    yield tournament
    slips.enter(round_, table=1, games=(2, 0), by=judge())


def timed():
    round_ = running.publish(tournament := cup())
    timing.start(round_, minutes=50)
    return tournament, round_


def start_time():
    round_ = running.publish(tournament := cup())
    yield tournament
    timing.start(round_, minutes=50)


def pause_time():
    tournament, round_ = timed()
    yield tournament
    timing.pause(round_)


def go_on():
    tournament, round_ = timed()
    timing.pause(round_)
    yield tournament
    timing.go_on(round_)


def lengthen():
    tournament, round_ = timed()
    yield tournament
    timing.lengthen(round_, minutes=5)


def extend():
    table = first_table(tournament := cup())
    yield tournament
    timing.extend(table, minutes=7, why="A long ruling.", by=olga())


def withdraw_extension():
    table = first_table(tournament := cup())
    given = timing.extend(table, minutes=7, why="A long ruling.", by=olga())
    yield tournament
    timing.withdraw_extension(given)


def undo():
    tournament = cup()
    yield tournament
    undoing.undo(tournament, "start", token=undoing.offer(tournament, "start").token)


# --- judging ---


def file_dispute():
    case = at_table()
    yield case.tournament
    case.dispute()


def add_record():
    case = disputed()
    yield case.tournament
    disputing.add_record(case.filed, by=case.ben.user, seat=case.ben, text=record(case))


def withdraw_dispute():
    case = disputed()
    yield case.tournament
    disputing.withdraw_dispute(case.filed, by=case.anna.user)


def hand_in():
    case = at_table()
    yield case.tournament
    recording.hand_in(case.game, by=case.anna.user, seat=case.anna, text=record(case))


def rule():
    case = disputed()
    yield case.tournament
    ruling.rule(case.filed, by=judge(), decision=Ruling.Decision.UPHOLD, reason="Nobody saw it.")


def appeal():
    case = ruled()
    yield case.tournament
    appealing.appeal(case.filed, by=case.anna.user, why="Cleo saw it.")


def uphold():
    case = ruled()
    asked = appealing.appeal(case.filed, by=case.anna.user, why="Cleo saw it.")
    yield case.tournament
    appealing.uphold(asked, by=judge(), reason="Cleo was outside.")


def call_judge():
    case = at_table()
    yield case.tournament
    calling.call_judge(case.anna, reason="May he do that?")


def take_call():
    case = called()
    yield case.tournament
    calling.take_call(case.call, by=judge())


def put_back():
    case = called()
    calling.take_call(case.call, by=judge())
    yield case.tournament
    calling.put_back(case.call)


def finish_call():
    case = called()
    yield case.tournament
    calling.finish_call(case.call, by=judge())


def withdraw_call():
    case = called()
    yield case.tournament
    calling.withdraw_call(case.call, by=case.anna.user)


def picked():
    case = at_table()
    (case.check,) = deck_checks.pick(case.match.pairing.round, rule="hand", tables={1}, by=judge())
    return case


def counted(case, deck):
    found = deck_checks.parts_of(deck.expected, lists.pool_of(case.tournament))
    deck_checks.record(deck, by=judge(), found=found)


def pick_check():
    case = at_table()
    yield case.tournament
    deck_checks.pick(case.match.pairing.round, rule="lot", by=judge())


def begin_check():
    case = picked()
    yield case.tournament
    deck_checks.begin(case.check, by=judge())


def count_deck():
    case = picked()
    deck_checks.begin(case.check, by=judge())
    yield case.tournament
    counted(case, case.check.decks.get(seat=case.anna))


def finish_check():
    case = picked()
    check = deck_checks.begin(case.check, by=judge())
    for deck in check.decks.all():
        counted(case, deck)
    yield case.tournament
    deck_checks.finish(check, minutes=5, by=judge())


def call_off_check():
    case = picked()
    yield case.tournament
    deck_checks.call_off(case.check, why="They had begun.")


def penalize():
    case = at_table()
    anna = case.tournament.entrants.get(user=case.anna.user)
    yield case.tournament
    penalizing.penalize(anna, by=judge(), infraction="record", level="warning", rule="10.3.2", note="No totals.")


def carry_out():
    case = fined("game_loss", Step.FINISHED)
    table = case.match.pairing
    results.replay_game(case.match.games.get(number=1), by=case.judge, why="Wrong deck.")
    assert table.match_id
    yield case.tournament
    penalizing.carry_out(case.given, by=judge())


def take_back_penalty():
    case = fined()
    yield case.tournament
    penalizing.take_back(case.given, by=judge(), why="It was Ben.")


# Every deed by module and name: its scene, and the line it leaves when Olga's request did it.
SCENES = {
    "matches.bidding.void_attempt": (void_attempt, "Olga made the bids on game 1 at table 1, round 1 void, because: “Ben bid for the wrong game.”"),
    "matches.bidding.enter_paper_bids": (enter_paper_bids, "Olga entered the bids on game 1 at table 1, round 1 from paper."),
    "matches.opening.open_attempt": (open_attempt, "The bids on game 1 at table 1, round 1 were opened."),
    "matches.choosing.name_chooser": (name_chooser, "Ben chooses who goes first in game 1 at table 1, round 1."),
    "matches.choosing.choose_first": (choose_first, "Olga chose at table 1, round 1: Ben goes first in game 1."),
    "matches.reporting.report": (report, "Anna reported game 1 at table 1, round 1: won by Ben (conceded)."),
    "matches.reporting.withdraw_report": (withdraw_report, "Anna took the report on game 1 at table 1, round 1 back."),
    "matches.reporting.agree": (agree, "Game 1 at table 1, round 1 was won by Anna (played)."),
    "matches.results.enter_result": (enter_result, "Judith entered the result at table 1, round 1: {one} 2–1 {two}, because: “Told at the desk.”"),
    "matches.results.take_back": (take_back, "Judith took the result at table 1, round 1 back: it was {one} 2–1 {two}, because: “It was table 2.”"),
    "matches.results.decide_game": (decide_game, "Judith decided a game at table 1, round 1; now it stands Anna 0–1 Ben, still being played, because: “Slow play.”"),
    "matches.results.replay_game": (replay_game, "Judith took the result at table 1, round 1 back: it was Anna 2–0 Ben, because: “Wrong deck.”"),
    "tournaments.planning.create": (create, "Olga set up the tournament."),
    "tournaments.planning.edit": (edit, "Olga changed the settings: place."),
    "tournaments.planning.open_registration": (open_registration, "Olga opened registration."),
    "tournaments.planning.announce": (announce, "Olga announced: “Lunch at noon.”"),
    "tournaments.planning.cancel": (cancel, "Olga cancelled the tournament."),
    "tournaments.lists.pin_pool": (pin_pool, "Olga pinned the cards that count in this tournament."),
    "tournaments.check_in.check_in": (do_check_in, "Olga checked in Anna."),
    "tournaments.check_in.mark": (mark, "Olga checked in Anna."),
    "tournaments.joining.join": (join, "Anna joined, entered by Olga."),
    "tournaments.approving.accept": (accept_entrant, "Olga accepted Anna."),
    "tournaments.approving.refuse": (refuse_entrant, "Olga did not accept Anna, because: “For members only.”"),
    "tournaments.importing.import_entrants": (import_entrants, "Olga entered Gus and Hana at the door."),
    "tournaments.seating.seat_meeting": (seat_meeting, "Olga seated the player meeting."),
    "tournaments.joining.withdraw": (withdraw, "Olga withdrew the entry of Anna."),
    "tournaments.lists.submit_list": (submit_list, "Anna handed in a list."),
    "tournaments.lists.amend_list": (amend_list, "Judith amended the list of Anna, because: “Ash missed.”"),
    "tournaments.deck_sheets.deck_sheets": (check_sheets, "Judith read the list of Anna, Ben, Cleo and Dora, for: “Deck check.”"),
    "tournaments.deck_sheets.list_sheets": (list_sheets, "Judith read the list of Anna, Ben, Cleo and Dora, for: “At the door.”"),
    "tournaments.guests.add_guest": (add_guest, "Olga entered Gus at the door."),
    "tournaments.guests.renew_link": (renew_link, "Olga made a personal link for Gus."),
    "tournaments.guest_links.issue_links": (issue_links, "Olga made a personal link for Gus."),
    "tournaments.guests.revoke_link": (revoke_link, "Olga ended a personal link of Gus."),
    "tournaments.webhooks.add": (add_webhook, "Olga lets chat.example be told of the tournament."),
    "tournaments.webhooks.change": (change_webhook, "Olga changed what chat.example is told: topics."),
    "tournaments.webhooks.rotate": (rotate_secret, "Olga made a new secret for chat.example."),
    "tournaments.webhooks.switch_off": (webhook_off, "Olga switched chat.example off; it is told nothing."),
    "tournaments.webhooks.switch_on": (webhook_on, "Olga switched chat.example on; it is told what happens."),
    "tournaments.webhooks.remove": (remove_webhook, "Olga removed chat.example; it is told nothing any more."),
    "tournaments.staff.invite": (invite, "Olga made an invitation for a judge."),
    "tournaments.staff.accept": (accept, "Olga made Judith judge."),
    "tournaments.staff.withdraw_invitation": (withdraw_invitation, "Olga withdrew an invitation for a judge."),
    "tournaments.staff.remove": (remove_role, "Olga took the role of judge from Judith."),
    "tournaments.starting.start": (start, "Anna, Ben, Cleo and Dora began to play, through a deed of Olga."),
    "tournaments.rounds.draft": (draft, "Olga drew round 1."),
    "tournaments.rounds.go_on": (one_tap, "Olga published round 1."),
    "tournaments.rounds.redraw": (redraw, "Olga drew round 1 anew."),
    "tournaments.rounds.discard": (discard, "Olga threw the draft of round 1 away."),
    "tournaments.hand.exchange": (exchange, "Olga set {four} by hand at tables 1 and 2, round 1, because: “They are sisters.”"),
    "tournaments.rounds.publish": (publish, "Olga published round 1."),
    "tournaments.rounds.unpublish": (unpublish, "Olga took round 1 back; its matches were called off."),
    "tournaments.rounds.close": (close, "Olga closed round 1; its results count."),
    "tournaments.repairing.mend": (mend, "Olga paired {six} anew at tables {tables}, round 2, because: “Anna had lost.”"),
    "tournaments.series.attach": (put_into_series, "Olga put the tournament into the series “Moon Season”"),
    "tournaments.series.take_out": (take_out_of_series, "Olga took the tournament out of the series “Moon Season”"),
    "tournaments.apart.keep_apart": (keep_apart, "Olga keeps Anna and Ben apart, because: “They are sisters.”"),
    "tournaments.apart.let_meet": (let_meet, "Olga lets Anna and Ben meet again."),
    "tournaments.fielding.seed": (seed, "Olga put Anna at place 2 of the seeding."),
    "tournaments.undoing.undo": (undo, "Olga took the start back; registration goes on."),
    "tournaments.cut.start_cut": (start_cut, "Olga began stage 2 (single elimination)."),
    "tournaments.finishing.finish": (finish, "Olga finished the tournament."),
    "tournaments.snapshots.close_anew": (
        close_anew,
        "Olga closed the standings, because: “The slip was read wrongly.”",
    ),
    "tournaments.fielding.drop": (drop, "Olga dropped Anna, because: “Train.”"),
    "tournaments.fielding.undo_drop": (undo_drop, "Olga brought Anna back."),
    "tournaments.fielding.bring_back": (bring_back, "Olga brought Anna back."),
    "tournaments.fielding.remove": (remove, "Olga removed Anna, because: “Fell ill.”"),
    "tournaments.fielding.disqualify": (disqualify, "Olga disqualified Anna, because: “Took back a bid by force.”"),
    "tournaments.fielding.no_show": (no_show, "Judith entered the result at table 1, round 1: {one} 0–2 {two}, did not show up, because: “Ten minutes.”"),
    "tournaments.fielding.fix_table": (fix_table, "Olga fixed table 2 for Anna."),
    "tournaments.settling.settle": (settle, "Judith entered the result at table 1, round 1: {one} 2–1 {two}, because: “Slip.”"),
    "tournaments.settling.decide": (settle_game, "Judith decided a game at table 1, round 1; now it stands Anna 0–1 Ben, still being played, because: “Slow play.”"),
    "tournaments.settling.decide_by_time": (decide_by_time, "Judith entered the result at table 1, round 1: Anna 0–0 Ben, lost on time, because: “Out of time.”"),
    "matches.clocks.pause": (pause_clocks, "Judith paused the clocks at table 1, round 1, because: “A ruling.”"),
    "matches.clocks.go_on": (go_on_clocks, "Judith let the clocks go on at table 1, round 1."),
    "matches.clocks.set_clocks": (set_clocks, "Judith set the clocks at table 1, round 1, because: “The phone was off.”"),
    "tournaments.settling.replay": (settle_replay, "Judith took the result at table 1, round 1 back: it was Anna 2–0 Ben, because: “Wrong deck.”"),
    "tournaments.settling.take_back": (settle_take_back, "Judith took the result at table 1, round 1 back: it was {one} 2–1 {two}, because: “It was table 2.”"),
    "tournaments.timing.start": (start_time, "Olga started the time of round 1: 50 minutes."),
    "tournaments.timing.pause": (pause_time, "Olga paused the time of round 1."),
    "tournaments.timing.go_on": (go_on, "Olga let the time of round 1 go on."),
    "tournaments.timing.lengthen": (lengthen, "Olga changed the time of round 1 to 55 minutes in all."),
    "tournaments.timing.extend": (extend, "Olga gave 7 minutes more at table 1, round 1, because: “A long ruling.”"),
    "tournaments.timing.withdraw_extension": (withdraw_extension, "Olga took 7 minutes more at table 1, round 1 back."),
    "tournaments.slips.enter": (enter_slip, "Judith entered the result at table 1, round 1: {one} 2–0 {two}, because: “From the paper slip.”"),
    "judging.disputing.file_dispute": (file_dispute, "Olga disputed game 1 at table 1, round 1: “Ben attacked twice.”"),
    "judging.disputing.add_record": (add_record, "Ben handed in a record of game 1 at table 1, round 1."),
    "judging.disputing.withdraw_dispute": (withdraw_dispute, "Olga withdrew the dispute on game 1 at table 1, round 1."),
    "judging.recording.hand_in": (hand_in, "Anna handed in a record of game 1 at table 1, round 1."),
    "judging.ruling.rule": (rule, "Olga ruled on game 1 at table 1, round 1: the result stands, because: “Nobody saw it.”"),
    "judging.appealing.appeal": (appeal, "Olga appealed the ruling on game 1 at table 1, round 1, because: “Cleo saw it.”"),
    "judging.appealing.uphold": (uphold, "Olga answered the appeal on game 1 at table 1, round 1: the ruling stands, because: “Cleo was outside.”"),
    "judging.calling.call_judge": (call_judge, "Olga called a judge at table 1, round 1: “May he do that?”"),
    "judging.calling.take_call": (take_call, "Olga went to the call at table 1, round 1."),
    "judging.calling.put_back": (put_back, "Olga put the call at table 1, round 1 back into the queue."),
    "judging.calling.finish_call": (finish_call, "Olga finished the call at table 1, round 1."),
    "judging.calling.withdraw_call": (withdraw_call, "Olga took the call at table 1, round 1 back."),
    "judging.deck_checks.pick": (pick_check, "Olga picked a deck check at table 1, round 1."),
    "judging.deck_checks.begin": (begin_check, "Olga began the deck check at table 1, round 1."),
    "judging.deck_checks.record": (count_deck, "Olga found the deck of Anna as listed at table 1, round 1."),
    "judging.deck_checks.finish": (finish_check, "Olga finished the deck check at table 1, round 1."),
    "judging.deck_checks.call_off": (call_off_check, "Olga called the deck check at table 1, round 1 off, because: “They had begun.”"),
    "judging.penalizing.penalize": (penalize, "Olga gave Anna a penalty: warning for {record}, rule 10.3.2. What happened: “No totals.”"),
    "judging.penalizing.carry_out": (carry_out, "Olga carried out the game loss of Anna."),
    "judging.penalizing.take_back": (take_back_penalty, "Olga took the warning of Anna back, because: “It was Ben.”"),
}  # fmt: skip

# Deeds that leave no line of their own, and why.
WITHOUT_A_LINE = {
    "matches.bidding.seal_bid": "the moment of a line would tell who bid first",
    "matches.clocks.begin": "each turn is kept among the marks of the match's clocks; here it would hide the rest",
    "matches.clocks.end_turn": "each turn is kept among the marks of the match's clocks; here it would hide the rest",
    "matches.greeting.greet": "it decides nothing, and the page of the match shows it",
    "tournaments.webhooks.send_test": "it changes nothing, and the log of the address shows it",
    "tournaments.webhooks.send_again": "it changes nothing, and the log of the address shows it",
    "matches.swapping.swap_reserves": "that somebody swaps, and when, is nobody's business before the game",
    "matches.starting.start_match": "a part of publishing or mending a round, which is told",
    "matches.starting.start_matches": "a part of publishing a round, which is told",
    "matches.starting.call_on": "a part of taking a cancellation back",
    "matches.starting.call_off": "a part of taking a round back, mending it, or cancelling",
    "tournaments.series.create": "a series is no part of a tournament until one is put into it, which is told",
    "tournaments.series.edit": "a series is no part of a tournament; its page says how points are given",
    "tournaments.series.delete": "only a series without tournaments is deleted",
    "tournaments.series.add_organizer": "a series is no part of a tournament; its organizers see who else is one",
    "tournaments.series.remove_organizer": "a series is no part of a tournament; its organizers see who else is one",
    "judging.demo.make": "fills an empty site; what it does is told by its deeds",
}
