"""Tournaments whose lists are long: as many people and things at each step as asked for, made at once."""

from datetime import timedelta
from itertools import count, cycle

from django.utils import timezone

from benchmarks.site import finish_matches
from bos_tournament.accounts.models import User
from bos_tournament.decks.models import DeckVersion
from bos_tournament.judging.deck_checks import check_desk
from bos_tournament.judging.models import Call, DeckCheck, Dispute, Penalty, Ruling
from bos_tournament.matches.models import Game
from bos_tournament.tournaments.entrants import player_meeting
from bos_tournament.tournaments.models import Entrant, KeptApart, Staff, Tournament
from bos_tournament.tournaments.rounds import round_cycle, tournament_end, tournament_start
from bos_tournament.tournaments.standings import leaderboard
from engine.bos.decks.deck_lists import starter_decks
from tests.factories import StaffFactory, TournamentFactory, pinned_pool
from tests.tournaments.running_tournaments import publish

LETTERS = "Шереметьева-Александровская"  # two bytes each
LONG_WORDS = f"{LETTERS} said that it was the third turn. " * 3
NUMBERS = count(1)


def add_people(tournament, number, *, guests=False, **facts):
    """Entrants with a handle as long as may be and a legal list."""
    handles = [f"{LETTERS[:25]}{next(NUMBERS):05}" for _ in range(number)]
    users = User.objects.bulk_create(
        User(email=None if guests else f"{handle}@example.org", guest=guests, handle=handle, real_name=LETTERS)
        for handle in handles
    )
    lists = DeckVersion.objects.bulk_create(
        DeckVersion(owner=user, text=text, color="red", boss="Pyro-Maniac")
        for user, text in zip(users, cycle(starter_decks().values()), strict=False)
    )
    return Entrant.objects.bulk_create(
        Entrant(tournament=tournament, user=user, deck_version=version, **{"place": place, **facts})
        for place, (user, version) in enumerate(zip(users, lists, strict=True), start=1)
    )


def opened(number, **settings):
    facts = {"capacity": number, "place": LETTERS, "round_minutes": 50, "pool": pinned_pool(), **settings}
    tournament = TournamentFactory(name=f"The Great Championship of {LETTERS}", **facts)
    add_people(tournament, number, checked_in_at=timezone.now())
    return tournament


def started(number, *, planned=3, **settings):
    tournament = opened(number, **settings)
    preview = tournament_start.preview_start(tournament)
    return tournament_start.start_tournament(tournament, token=preview.token, rounds=planned or preview.rounds)


def play_and_close(tournament):
    round_ = publish(tournament)
    finish_matches(round_)
    return round_cycle.close(round_)


def joining(number):
    """Before the start: as many are in, ask to join, wait, and are guests as asked for; the meeting is seated."""
    tournament = opened(number, check_in_opens_at=timezone.now() - timedelta(hours=1))
    player_meeting.seat_meeting(tournament)
    for state in (Entrant.State.ASKED, Entrant.State.WAITLISTED):
        add_people(tournament, number, state=state, place=None)
    add_people(tournament, number, guests=True, state=Entrant.State.ASKED, place=None)
    return tournament


def playing(number):
    """The second Swiss round is played, and everything that judges write down is there at every table."""
    tournament = started(number, format="swiss_cut", cut=2)
    play_and_close(tournament)
    publish(tournament)
    add_people(tournament, number, guests=True, state=Entrant.State.DROPPED, place=None)
    _write_down(tournament)
    leaderboard.standings_of(tournament)  # as everybody finds them but the first after a penalty
    return tournament


def drafted(number):
    tournament = started(number)
    play_and_close(tournament)
    round_cycle.create_draft_round(tournament, number=2)
    return tournament


def finished(number):
    tournament = started(number, planned=1, stage_lists="open")
    play_and_close(tournament)
    return tournament_end.finish_tournament(tournament)


def in_a_bracket(number, **settings):
    tournament = started(number, planned=None, **settings)
    play_and_close(tournament)
    publish(tournament)
    return tournament


def staff_of(tournament):
    """Who sees most: an organizer who is head judge."""
    user = StaffFactory(tournament=tournament, role=Staff.Role.ORGANIZER).user
    return StaffFactory(tournament=tournament, role=Staff.Role.HEAD_JUDGE, user=user).user


def player_of(tournament):
    return tournament.entrants.filter(user__guest=False).exclude(place=None).order_by("place")[1].user


def _write_down(tournament: Tournament) -> None:
    rounds = tournament.stages.get().rounds.all()
    first, second = (list(one.pairings.exclude(match=None).select_related("match")) for one in rounds)
    entrants, judge, now = list(tournament.entrants.exclude(place=None)), staff_of(tournament), timezone.now()
    said = {"by": entrants[0].user, "reason": LONG_WORDS[:200]}
    ended = {"state": Call.State.FINISHED, "taken_by": judge, "taken_at": now, "ended_at": now}
    Call.objects.bulk_create([Call(match=table.match, **said, **ended) for table in first])
    Call.objects.bulk_create([Call(match=table.match, **said) for table in second])
    games = Game.objects.filter(match__pairing__in=first, number=1)
    states = cycle((Dispute.State.WAITING, Dispute.State.RULED))
    disputes = Dispute.objects.bulk_create(
        Dispute(game=game, filed_by=entrants[0].user, claim=LONG_WORDS, state=state)
        for game, state in zip(games, states, strict=False)
    )
    ruled = [dispute for dispute in disputes if dispute.state == Dispute.State.RULED]
    Ruling.objects.bulk_create(Ruling(dispute=one, by=judge, decision="uphold", reason=LONG_WORDS) for one in ruled)
    given = {"infraction": "record", "level": "game_loss", "proposed": "warning", "note": LONG_WORDS, "state": "due"}
    Penalty.objects.bulk_create(Penalty(entrant=one, by=judge, match=second[0].match, **given) for one in entrants)
    check_desk.seed_of(tournament)
    DeckCheck.objects.bulk_create(DeckCheck(pairing=table, rule="hand", picked_by=judge) for table in second)
    pairs = [sorted(two, key=lambda one: one.pk) for two in zip(entrants[::2], entrants[1::2], strict=True)]
    KeptApart.objects.bulk_create(
        KeptApart(tournament=tournament, one=one, other=other, never=False, why=LONG_WORDS[:300])
        for one, other in pairs
    )
