"""What the scenes of single deeds leave out: every reason, level and word that a row may have."""

from datetime import timedelta

from django.utils import timezone

from bos_tournament.accounts.models import PersonalLink
from bos_tournament.judging.deck_checks import check_desk
from bos_tournament.judging.disputes import dispute_rulings, filing
from bos_tournament.judging.models import Ruling
from bos_tournament.judging.penalties import penalty_decisions
from bos_tournament.matches import bid_opening, clocks, new_phones
from bos_tournament.matches.models import Match, Reason
from bos_tournament.messages import sentences_of_the_site
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.rounds import result_entry
from engine.messages import Message
from tests.factories import TournamentFactory
from tests.judging.guest_phone_scenarios import new_phone
from tests.judging.scenario_people import at_table, judge
from tests.matches.playing import Step, fresh, live_attempt, play_game
from tests.tournaments import running_tournaments
from tests.upgrade.filling.every_deed import step_aside


def play_all():
    deeds = (games, void_bids, *map(result_by, Reason), penalties, checks, phones, turns, result_stands, mid_round)
    for number, deed in enumerate((*deeds, format_settings), start=1):
        deed()
        step_aside(f"M{number}")


def games():
    """A drawn game, one conceded, one lost on time."""
    case = at_table(Step.BIDDING)
    play_game(case.match, winner=None)
    for winner, reason in ((1, Reason.CONCEDED), (2, Reason.TIME), (1, Reason.PLAYED)):
        if fresh(case.match).step != Step.FINISHED:
            play_game(case.match, winner=winner, reason=reason)


def void_bids():
    """Bids that were void for each reason there is, one after the other."""
    case = at_table(Step.BIDDING)
    of_the_site = [Message(code) for code in sentences_of_the_site() if code.startswith("bids.")]
    for why in (*of_the_site, "Ben bid for the wrong game."):
        bid_opening.void(fresh(case.match), live_attempt(case.match), why=why, by=None)
        Match.objects.filter(pk=case.match.pk).update(step=Step.BIDDING)


def result_by(reason):
    """A result that the desk enters with this reason, and corrects."""

    def enter():
        cup = running_tournaments.running(running_tournaments.NAMES[:4], planned=2)
        table = running_tournaments.publish(cup).pairings.get(table=1)
        for winner in (1, 2):
            match = fresh(table.match)
            seat = None if reason == Reason.DOUBLE_NO_SHOW else match.seats.get(number=winner)
            wins = {1: 0, 2: 0} if seat is None else {winner: 2, 3 - winner: 0}
            said = {"wins": wins, "winner": seat, "reason": reason, "why": "Told at the desk.", "seen": match.version}
            result_entry.enter_result(table, by=judge(), **said)
            if seat is None:
                return

    return enter


def penalties():
    """Of every level, one that waits, and each taken back once."""
    for level in ("game_loss", "match_loss", "disqualification"):
        for is_back in (False, True):
            case = at_table()
            anna = case.tournament.entrants.get(user=case.anna.user)
            said = {"infraction": "record", "rule": "10.3.2", "note": "No totals."}
            given = penalty_decisions.penalize(anna, by=case.judge, level=level, **said)
            if is_back:
                penalty_decisions.undo_penalty(given, by=case.judge, why="It was Ben.")
            step_aside(f"{level[:5]} {is_back:d}")
    cup = running_tournaments.running(running_tournaments.NAMES[:4])
    waits = {"infraction": "late", "level": "game_loss", "note": "Came after the bell."}
    penalty_decisions.penalize(running_tournaments.entrant(cup, "Anna"), by=judge(), **waits)


def checks():
    """From the top, and found otherwise than listed; the penalty for it is written in German."""
    case = at_table()
    (check,) = check_desk.pick(case.match.pairing.round, rule="top", by=case.judge)
    check_desk.begin_deck_check(check, by=case.judge)
    for deck in check.decks.all():
        found = check_desk.parts_of(deck.expected, submissions.pool_of(case.tournament))
        part = found["deck"] if "deck" in found else next(iter(found.values()))
        missing = next(name for name, count in sorted(part.items()) if count > 1)
        part[missing] -= 1
        part["Stranger"] = 1
        deck = check_desk.record_deck(deck, by=case.judge, found=found)
    check_desk.finish_deck_check(check, minutes=4, by=case.judge)
    anna = case.tournament.entrants.get(user=deck.seat.user)
    note = check_desk.penalty_note(deck)
    penalty_decisions.penalize(anna, by=case.judge, infraction="deck-differs", level="warning", note=note)


def phones():
    """A phone that the opponent does not know, and one that the desk does."""
    _, ben, link = new_phone()
    new_phones.confirm_phone(ben, phone=link.pk, is_them=False)
    step_aside("phone")
    cup, ben, link = new_phone()
    earlier = timezone.now() - timedelta(minutes=3)
    PersonalLink.objects.filter(pk=link.pk).update(opened_at=earlier)
    Match.objects.filter(pk=ben.match_id).update(made_at=earlier)
    new_phones.decide(ben.match, phone=link.pk, is_them=True, by=judge())
    assert cup.state == Tournament.State.RUNNING


def turns():
    """Clocks from the first turn on."""
    case = at_table()
    Match.objects.filter(pk=case.match.pk).update(clock_minutes=15)
    anna, ben = (seat for seat in case.match.seats.select_related("match", "user").order_by("number"))
    first = fresh(case.match).games.get().first_id
    starts, other = (anna, ben) if anna.pk == first else (ben, anna)
    mark = clocks.start_clocks(starts, after=0)
    mark = clocks.end_turn(starts, of=starts.number, after=mark.number)
    clocks.end_turn(other, of=other.number, after=mark.number)


def result_stands():
    """A dispute about a game that is over: its result stands."""
    case = at_table(Step.FINISHED)
    game = case.match.games.get(number=2)
    filed = filing.file_dispute(game, by=case.ben.user, seat=case.ben, claim="I had won that.")
    dispute_rulings.rule_on_dispute(filed, by=case.judge, decision=Ruling.Decision.UPHOLD, reason="Nobody else saw it.")


def mid_round():
    """Somebody is taken out while their match is on, and somebody else is disqualified."""
    cup = running_tournaments.running(running_tournaments.NAMES[:6], planned=3)
    running_tournaments.publish(cup)
    participation.remove_entrant(running_tournaments.entrant(cup, "Anna"), by=judge(), why="Fell ill.")
    other = next(name for name in ("Ben", "Cleo", "Dora", "Emil") if not _met(cup, name))
    participation.disqualify(running_tournaments.entrant(cup, other), by=judge(), why="Took back a bid by force.")


def _met(cup, name):
    sitting = running_tournaments.entrant(cup, name).sittings.get()
    return sitting.pairing.sittings.filter(entrant__user__handle="Anna").exists()


def format_settings():
    """What no other tournament of the filling has chosen."""
    TournamentFactory(format="swiss_cut", cut=8, stage_lists="open", cut_lists="opponents")
    TournamentFactory(format="swiss_cut", cut=16, clock_minutes=25, clock_per_game=True, online=True)
