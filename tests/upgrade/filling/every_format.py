"""Tournaments of every format and ranking, with whatever can happen between two rounds."""

from bos_tournament.accounts.sign_in.personal_links import open_link
from bos_tournament.errors import Refused
from bos_tournament.matches.models import Reason
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import guests, participation, registration
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.planning.tournament_settings import Plan
from bos_tournament.tournaments.rounds import (
    manual_pairing,
    result_entry,
    round_cycle,
    round_repair,
    separated_pairs,
    top_cut,
    tournament_end,
    tournament_start,
    undo_actions,
)
from bos_tournament.tournaments.standings import final_standings
from bos_tournament.tournaments.structure import next_step
from bos_tournament.tournaments.structure.stages import position
from tests.factories import StaffFactory, TournamentFactory, UserFactory, pinned_pool
from tests.tournaments import running_tournaments

MANY = tuple(f"No {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVW")


def play_all():
    swiss("Dawn", "match_points", 11, first_round="random")
    swiss("Star", "opponents_twice", 10, first_round="top_table")
    swiss("Hill", "strength", 9, first_round="cross")
    swiss("Lake", "chess", 7, tie_breaks=["buchholz", "sonneborn_berger", "gw", "direct"])
    swiss("Glen", "chess", 8, tie_breaks=["median_buchholz", "buchholz_cut1", "wins", "head_to_head"])
    few("Rill", 4, planned=5)
    few("Pond", 5, planned=5)
    few("Dune", 6, planned=4)
    bracket("Oak", "single_elimination", 6, third_place=True)
    bracket("Ash", "double_elimination", 7)
    bracket("Elm", "round_robin", 5)
    bracket("Fir", "double_round_robin", 4)
    bracket("Yew", "groups", 9, groups=2, go_on=2)
    bracket("Fen", "groups", 8, groups=2, go_on=1)
    with_cut("Reed")
    with_cut("Rush", double_cut=True)
    corrected("Sand")
    corrected("Silt", mended=True)
    left_open()
    cancelled()


def named(word, count):
    return [f"{word} {name.removeprefix('No ')}" for name in MANY[:count]]


def begun(word, count, **settings):
    cup = running_tournaments.opened(named(word, count), name=f"{word} Cup", slug=f"{word.lower()}-cup", **settings)
    StaffFactory(tournament=cup, role="head_judge")
    StaffFactory(tournament=cup)
    return cup


def judge_of(cup):
    return cup.staff.filter(role="head_judge").get().user


def swiss(word, ranking, count, **settings):
    """Five rounds with all that happens to people between them."""
    cup = begun(word, count, ranking=ranking, **settings)
    who = {name: running_tournaments.entrant(cup, name) for name in named(word, count)}
    people = list(who.values())
    separated_pairs.separate_pair(people[0], people[1], never=True, why="They are sisters.")
    separated_pairs.separate_pair(people[2], people[3], never=False, why="They came in one car.")
    participation.set_earned_byes(people[4], byes=2)
    cup = running_tournaments.start(Tournament.objects.get(pk=cup.pk), planned=5)
    running_tournaments.play_and_close(cup, upset={2})
    participation.drop(again(people[5]), why="Has a train to catch.")
    second = running_tournaments.publish(cup)
    absent_at(second, judge_of(cup))
    running_tournaments.play(second)
    round_cycle.close(second)
    late_guest(cup, f"{word} Gus")
    third = round_cycle.create_draft_round(cup, number=3)
    by_hand(third)
    round_cycle.publish(third)
    draw_first_table(third)
    participation.disqualify(again(people[0]), by=judge_of(cup), why="Took back a bid by force.")
    running_tournaments.play(third, upset={3})
    round_cycle.close(third)
    participation.remove_entrant(again(people[2]), by=judge_of(cup), why="Fell ill.")
    running_tournaments.play_and_close(cup)
    participation.reinstate(again(people[2]), by=judge_of(cup))
    running_tournaments.play_and_close(cup, upset={1, 2})
    finish(cup)


def again(entrant):
    return Entrant.objects.select_related("user", "tournament").get(pk=entrant.pk)


def absent_at(round_, judge):
    """At one table one does not come and is dropped, at another neither."""
    tables = list(round_.pairings.exclude(match=None).order_by("-table"))
    participation.no_show(tables[0], absent=[1], by=judge, why="Ten minutes.", and_drop=True)
    if len(tables) > 2:
        participation.no_show(tables[1], absent=[1, 2], by=judge, why="Nobody came.", and_drop=False)


def late_guest(cup, handle):
    try:
        entrant, link = guests.add_guest(cup, handle=handle, real_name="Gustav Late", by=judge_of(cup))
        open_link(link)
        submissions.submit_list(
            again(entrant), text=next(iter(running_tournaments.DeckVersionFactory.build(owner=None).text for _ in "x"))
        )
    except Refused as refusal:
        print("late guest:", refusal)


def by_hand(round_):
    one, other = (
        round_.pairings.exclude(table=None).order_by("table")[at].sittings.first().entrant_id for at in (0, 1)
    )
    try:
        manual_pairing.swap_entrants(round_, one=one, other=other, why="Their bags stood at the other table.")
    except Refused as refusal:
        print("by hand:", refusal)


def draw_first_table(round_):
    table = round_.pairings.exclude(match=None).filter(match__finished_at=None).order_by("table").first()
    running_tournaments.enter(table, 1, 1)


def finish(cup):
    cup = Tournament.objects.get(pk=cup.pk)
    tournament_end.finish_tournament(cup)


def few(word, count, *, planned):
    """So few that somebody meets again."""
    cup = running_tournaments.start(begun(word, count), planned=planned)
    for number in range(planned):
        try:
            running_tournaments.play_and_close(cup, upset={number % 2})
        except Refused as refusal:
            print("few:", refusal)
            return
    finish(cup)


def bracket(word, format_, count, **settings):
    """To the end; after the first round somebody leaves."""
    cup = running_tournaments.start(begun(word, count, format=format_, **settings))
    leaver = None
    while cup.state == Tournament.State.RUNNING:
        at = position(cup)
        if at.stage.rounds.count() == 1 and leaver is None and not at.open:
            leaver = cup.entrants.filter(state="playing").order_by("-place").first()
            participation.drop(again(leaver), why="Has a train to catch.")
        if not step(cup):
            return
        cup = Tournament.objects.get(pk=cup.pk)


def step(cup, **how):
    """What the desk would do next; False where that is nothing."""
    due = next_step.next_deed(position(cup))
    if due == next_step.Next.FINISH:
        finish(cup)
    elif due == next_step.Next.CUT:
        top_cut.start_cut(cup)
    else:
        running_tournaments.play_and_close(cup, **how)
    return True


def with_cut(word, **settings):
    """A cut to four, in the middle of which it stays."""
    cup = running_tournaments.start(begun(word, 9, format="swiss_cut", cut=4, cut_lists="open", **settings), planned=3)
    for _ in range(3):
        running_tournaments.play_and_close(cup)
    top_cut.start_cut(Tournament.objects.get(pk=cup.pk))
    first = running_tournaments.publish(Tournament.objects.get(pk=cup.pk))
    running_tournaments.play(first)
    if settings:
        round_cycle.close(first)


def corrected(word, *, mended=False):
    """A result of a closed round was wrong; its tables are paired again, or the standings closed once more."""
    cup = running_tournaments.start(begun(word, 8), planned=3)
    first = running_tournaments.play_and_close(cup)
    if not mended:
        running_tournaments.play_and_close(cup)
        running_tournaments.play_and_close(cup)
        finish(cup)
    else:
        second = running_tournaments.publish(cup)
    table = first.pairings.get(table=1)
    turn_round(table, judge_of(cup))
    if mended:
        repair = round_repair.repair_of(second)
        if repair and (offers := [one for one in repair.offers if one.changes]):
            round_repair.repair_round(
                second, mending=offers[0].mending, token=repair.token, why="The slip was read wrong."
            )
    elif found := final_standings.differences(Tournament.objects.get(pk=cup.pk)):
        final_standings.update_final_standings(
            found[0].stage, by=judge_of(cup), why="The slip was read wrong.", token=found[0].token
        )


def turn_round(table, judge):
    match = table.match
    match.refresh_from_db()
    loser = match.seats.exclude(pk=match.winner_id).get()
    wins = {seat.number: 2 if seat == loser else 0 for seat in match.seats.all()}
    said = {"wins": wins, "winner": loser, "reason": Reason.PLAYED, "why": "Read the wrong way round."}
    return result_entry.enter_result(table, by=judge, seen=match.version, **said)


def left_open():
    """One draft, one open with people in every state, one whose start left people out, one taken back."""
    olga = UserFactory(handle="Plum Olga")
    lifecycle.create(olga, Plan(name="Draft Cup", place="Hall", starts_at=TournamentFactory.build().starts_at))
    cup = TournamentFactory(name="Open Cup", slug="open-cup", capacity=2, approval=True, pool=pinned_pool())
    StaffFactory(tournament=cup, user=olga)
    for state in ("asked", "refused", "withdrawn", "waitlisted", "registered"):
        place = 1 if state == "registered" else None
        user = UserFactory(handle=f"Plum {state}")
        running_tournaments.EntrantFactory(tournament=cup, user=user, state=state, place=place, note="")
    short = TournamentFactory(name="Short Cup", slug="short-cup", pool=pinned_pool())
    StaffFactory(tournament=short, user=olga)
    running_tournaments.entrants_of(short, named("Fig", 5))
    for number in range(3):
        registration.join(UserFactory(handle=f"Kiwi {number}"), short)
    short = Tournament.objects.get(pk=short.pk)
    preview = tournament_start.preview_start(short)
    tournament_start.start_tournament(short, token=preview.token, rounds=3)
    running_tournaments.play_and_close(short)
    back = running_tournaments.running(named("Leek", 4), name="Back Cup", slug="back-cup")
    running_tournaments.publish(back)
    offer = undo_actions.preview_undos(Tournament.objects.get(pk=back.pk))[0]
    undo_actions.undo(back, offer.key, token=offer.token)


def cancelled():
    cup = running_tournaments.running(named("Beet", 6), name="Beet Cup", slug="beet-cup")
    running_tournaments.play_and_close(cup)
    running_tournaments.publish(cup)
    cup = Tournament.objects.get(pk=cup.pk)
    lifecycle.cancel(cup, confirmation=cup.name)
