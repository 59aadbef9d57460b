"""A well-filled site for looking at every page: long names, long words, tables at every step, people in every state.

It stands on the place of the access matrix and names, for each door that is shut there, a tournament where it is open.
"""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from bos_tournament.judging.calls import judge_calls
from bos_tournament.play.recording import endings
from bos_tournament.tournaments.entrants import guests, player_meeting
from bos_tournament.tournaments.models import Entrant, Pairing, Sitting, Staff, Tournament
from bos_tournament.tournaments.rounds import round_clock, tournament_end
from bos_tournament.tournaments.series import series_setup
from bos_tournament.tournaments.series.series_setup import SeriesPlan
from bos_tournament.tournaments.staff import staff_roles
from tests.factories import EntrantFactory, StaffFactory, UserFactory
from tests.matches.playing import Step, match_at
from tests.play.recorded import recorded, write
from tests.tournaments.running_tournaments import NAMES, opened, play_and_close, publish, running

LONG_WORD = "Donaudampfschiffahrtsgesellsch"  # as long as a handle may be
LONG_NAMES = ["Maximiliane-Wilhelmina Feather", "Шереметьева Александра Викторо", "محمد عبد الرحمن الطويل", "W" * 30]


def fill(place):
    """Fills the tournament of `place` and adds others; gives addresses by door for what only the others have."""
    browsers, known = place
    tournament = Tournament.objects.get(slug=known["slug"])
    organizer = Staff.objects.get(tournament=tournament, role=Staff.Role.ORGANIZER).user
    _rename(tournament)
    _seat_more(tournament)
    _say_much(tournament, organizer)
    judge_calls.call_judge(tournament.stages.get().rounds.get().pairings.get(table=3).match.seats.get(number=2))
    return _elsewhere(organizer)


def _rename(tournament):
    for name, entrant in zip([LONG_WORD, *LONG_NAMES], tournament.entrants.order_by("place"), strict=False):
        entrant.user.handle = name
        entrant.user.save()


def _seat_more(tournament):
    """A table at every step of a match, and people who wait, asked, or left."""
    first = tournament.stages.get().rounds.get()
    for table, step in enumerate(Step.values, start=2):
        match = match_at(Step(step))
        pairing = Pairing.objects.create(round=first, table=table, match=match)
        for seat in match.seats.all():
            place = 10 * table + seat.number
            entrant = EntrantFactory(tournament=tournament, user=seat.user, state="playing", place=place)
            Sitting.objects.create(pairing=pairing, round=first, entrant=entrant, number=seat.number)
    for state in (Entrant.State.WAITLISTED, Entrant.State.DROPPED, Entrant.State.ASKED):
        name = f"{state.value} {LONG_WORD}"[:30]
        EntrantFactory(tournament=tournament, user=UserFactory(handle=name), state=state, place=None)


def _say_much(tournament, organizer):
    tournament.name = f"The Great Autumn Championship of {LONG_WORD}"
    tournament.place = f"Large hall of the {LONG_WORD}, second floor, through the yard"
    tournament.description = f"# Welcome\n\nBring **sleeves**.\n\n- {LONG_WORD * 3}\n- a pen\n\n1. One\n2. Two"
    tournament.announcement = f"Round one lasts five minutes longer. {LONG_WORD * 2} Lunch is in the yard at noon."
    tournament.capacity, tournament.round_minutes = 32, 50
    tournament.save()
    round_clock.start_round_clock(tournament.stages.get().rounds.get())
    pairing = tournament.stages.get().rounds.get().pairings.get(table=2)
    round_clock.extend(pairing, minutes=5, why=f"A chair broke, says {LONG_WORD}.", by=organizer)
    guests.add_guest(tournament, handle="Gus", real_name="Gustav Adolf Stein von Steinbach", by=organizer)
    staff_roles.invite(tournament, role="judge", by=organizer)


def _elsewhere(organizer):
    """Addresses of the doors that need another tournament: finished, meeting, with a bracket, everyone, in groups."""
    finished = _run_by(organizer, running(_named("Fin", 8), planned=2, stage_lists="open"))
    for _ in range(2):
        play_and_close(finished)
    tournament_end.finish_tournament(finished)
    season = series_setup.create(organizer, SeriesPlan(name=f"Season of {LONG_WORD}"))
    series_setup.attach(season, finished)
    everyone = _run_by(organizer, running(_named("Robin", 8), format="round_robin"))
    play_and_close(everyone)
    knock_out = _run_by(organizer, running(_named("Double", 8), format="double_elimination"))
    play_and_close(knock_out)
    publish(knock_out)
    grouped = _run_by(organizer, running(_named("Group", 8), format="groups"))
    play_and_close(grouped)
    meeting = _run_by(organizer, opened(_named("Meet", 6), check_in_opens_at=timezone.now() - timedelta(hours=1)))
    player_meeting.seat_meeting(meeting)
    soon = _run_by(organizer, opened(_named("Soon", 6), name=f"Soon {LONG_WORD}"))
    replay = _replay()
    return {
        "tournaments:published_lists": [_at("published_lists", finished)],
        "tournaments:why_rank": [_at("why_rank", finished, pk=finished.entrants.first().pk)],
        "tournaments:final_standings": [_at("final_standings", finished, stage=1, number=1)],
        "tournaments:outlooks": [_at("outlooks", one) for one in (finished, grouped)],
        "tournaments:standings": [_at("standings", one) for one in (finished, knock_out, grouped)],
        "tournaments:standings_pdf": [_at("standings_pdf", finished)],
        "tournaments:standings_csv": [_at("standings_csv", finished)],
        "tournaments:cross_table": [_at("cross_table", everyone), _at("cross_table", grouped)],
        "tournaments:bracket": [_at("bracket", knock_out)],
        "tournaments:bracket_pdf": [_at("bracket_pdf", knock_out)],
        "tournaments:meeting": [_at("meeting", meeting)],
        "tournaments:meeting_pdf": [_at("meeting_pdf", meeting)],
        "tournaments:detail": [_at("detail", soon), _at("detail", finished)],
        "tournaments:screen": [_at("screen", soon)],
        "tournaments:start": [_at("start", soon)],
        "tournaments:desk": [_at("desk", one) for one in (soon, finished, knock_out)],
        "tournaments:desk_round": [_at("desk_round", knock_out, number=2)],
        "tournaments:undo": [_at("undo", finished)],
        "tournaments:series_player": [_in_series("series_player", season, pk=finished.entrants.first().user_id)],
        "tournaments:one_series": [_in_series("one_series", season)],
        "recording:replay": [replay],
        "tournaments:position_picture": [f"{replay}position.png"],
        "accounts:claim": [],
        "operations:security_txt": [],
        "tournaments:staff_invitation": [],
    }


def _replay():
    """Where a recorded game is that is over."""
    case = recorded()
    game = case.game
    write(case.ben, case, "X P2 concedes")
    for seat in (case.anna, case.ben):
        endings.confirm_record(seat, game)
    return reverse("recording:replay", kwargs={"pk": case.match.pk, "number": 1})


def _run_by(organizer, tournament):
    StaffFactory(tournament=tournament, user=organizer)
    return tournament


def _named(word, count):
    return [f"{word} {name}" for name in NAMES[:count]]


def _at(door, tournament, **more):
    return reverse(f"tournaments:{door}", kwargs={"slug": tournament.slug, **more})


def _in_series(door, season, **more):
    return reverse(f"tournaments:{door}", kwargs={"series": season.slug, **more})
