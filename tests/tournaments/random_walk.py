"""A desk that does whatever comes to mind: random deeds over a small tournament, for laws that hold after each."""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.models import Penalty
from bos_tournament.judging.penalties import penalty_decisions
from bos_tournament.matches import bid_entry, boss_reveal
from bos_tournament.matches.models import Game, Match, Reason, Seat
from bos_tournament.tournaments.entrants import check_in, guests, participation, player_meeting, registration
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import (
    manual_pairing,
    result_entry,
    round_clock,
    round_cycle,
    round_repair,
    separated_pairs,
    top_cut,
    tournament_end,
    tournament_start,
    undo_actions,
)
from bos_tournament.tournaments.standings import final_standings
from bos_tournament.tournaments.structure.stages import position

WHY = "Seen at the table."
TABLE = ("pairing__round__number", "pairing__table")
IN_ORDER = {  # never by ids, so that a walk is the same each time
    Entrant: ("user__handle",),
    Round: ("number",),
    Pairing: ("round__number", "table"),
    Sitting: ("entrant__user__handle",),
    Seat: (*(f"match__{name}" for name in TABLE), "number"),
    Game: (*(f"match__{name}" for name in TABLE), "number"),
    Penalty: ("made_at",),
}


def nothing() -> Refused:
    return Refused("Nothing is there.", code="nothing_there")


@dataclass
class Desk:
    """Somebody at the desk who picks deeds by lot; refused ones change nothing."""

    cup: Tournament
    by: User
    lot: Random
    done: list[str] = field(default_factory=list)

    def go_on(self) -> str:
        """Does something, or is refused; says what."""
        self.cup.refresh_from_db()
        name = self.lot.choice(sorted(DEEDS))
        try:
            DEEDS[name](self)
        except Refused as refusal:
            said = f"{name}: refused, {refusal.code}"
        else:
            said = name
        self.done.append(said)
        self.cup.refresh_from_db()
        return said

    # --- what there is to choose from ---

    def one(self, found):
        """One of these by lot; nothing to choose from ends the deed."""
        found = list(found.order_by(*IN_ORDER[found.model]))
        if not found:
            raise nothing()
        return self.lot.choice(found)

    def entrant(self):
        return self.one(self.cup.entrants.select_related("user", "tournament"))

    def round(self, **facts):
        return self.one(Round.objects.filter(stage__tournament=self.cup, **facts))

    def pairing(self, **facts):
        return self.one(Pairing.objects.filter(round__stage__tournament=self.cup, **facts).exclude(match=None))

    def seat(self):
        return self.one(Seat.objects.filter(match__pairing__round__stage__tournament=self.cup))


def start(desk):
    preview = tournament_start.preview_start(desk.cup)
    tournament_start.start_tournament(desk.cup, token=preview.token)


def settle(desk, **facts):
    """What is foreseen is what then happens."""
    pairing = desk.pairing(round__state="published", **facts)
    match = pairing.match
    wins = dict(zip((1, 2), desk.lot.choice(((2, 0), (2, 1), (0, 2), (1, 2), (1, 1))), strict=True))
    winner = None if wins[1] == wins[2] else match.seats.get(number=1 if wins[1] > wins[2] else 2)
    said = {"by": desk.by, "wins": wins, "winner": winner, "reason": Reason.PLAYED, "why": WHY}
    told = result_entry.preview_result(pairing, **said)
    seen = Match.objects.get(pk=match.pk).version
    assert result_entry.enter_result(Pairing.objects.get(pk=pairing.pk), seen=seen, **said) == told


def settle_all(desk):
    for _ in range(8):
        with suppress(Refused):
            settle(desk, match__finished_at=None)


def close(desk):
    round_cycle.close(desk.round(state="published", closed_at=None))


def next_round(desk):
    round_cycle.create_draft_round(desk.cup, number=position(desk.cup).next_number)


def publish(desk):
    round_cycle.publish(desk.round(state="draft"))


def on(desk):
    """A whole round: played to its end, and on."""
    at = position(desk.cup)
    if at.open:
        settle_all(desk)
    round_cycle.close_and_start_next(desk.cup, number=at.next_number)


def end(desk):
    at = position(desk.cup)
    settle_all(desk)
    if at.open:
        round_cycle.close(at.open)
    with suppress(Refused):
        top_cut.start_cut(desk.cup)
    tournament_end.finish_tournament(desk.cup)


def exchange(desk):
    draft = desk.round(state="draft")
    two = [desk.one(Sitting.objects.filter(round=draft)) for _ in range(2)]
    manual_pairing.swap_entrants(draft, one=two[0].entrant_id, other=two[1].entrant_id, why=WHY)


def take_back_result(desk):
    result_entry.undo_result(desk.pairing(match__entered_whole=True), by=desk.by, why=WHY)


def decide(desk):
    game = desk.one(Game.objects.filter(match__pairing__round__stage__tournament=desk.cup))
    result_entry.decide(game, by=desk.by, winner=desk.lot.choice([None, *game.match.seats.order_by("number")]), why=WHY)


def replay(desk):
    game = desk.one(Game.objects.filter(match__pairing__round__stage__tournament=desk.cup))
    result_entry.replay(game, by=desk.by, why=WHY)


def no_show(desk):
    absent = desk.lot.choice(((1,), (2,), (1, 2)))
    participation.no_show(desk.pairing(), absent=absent, by=desk.by, why=WHY, and_drop=desk.lot.random() < 0.5)


def mend(desk):
    round_ = desk.round(state="published", closed_at=None)
    repair = round_repair.repair_of(round_)
    if repair is None:
        raise nothing()
    offer = desk.lot.choice(repair.offers)
    round_repair.repair_round(round_, mending=offer.mending, token=repair.token, why=WHY)


def close_anew(desk):
    anew = final_standings.differences(desk.cup)
    if not anew:
        raise nothing()
    final_standings.update_final_standings(anew[0].stage, by=desk.by, why=WHY, token=anew[0].token)


def walk_in(desk):
    guests.add_guest(desk.cup, handle=f"Guest {len(desk.done)}", real_name="", by=desk.by)


def join(desk):
    registration.join(desk.entrant().user, desk.cup)


def play(desk):
    """A player taps on: shows the bosses, or bids."""
    seat = desk.seat()
    if desk.lot.random() < 0.6:
        boss_reveal.confirm_bosses(seat)
    else:
        bid_entry.seal_bid(seat, amount=desk.lot.randint(0, 5))


def penalize(desk):
    level = desk.lot.choice(("warning", "game_loss", "match_loss", "disqualification"))
    penalty_decisions.penalize(desk.entrant(), by=desk.by, infraction="late", level=level, rule="", note=WHY)


def carry_out(desk):
    penalty_decisions.apply_penalty(desk.one(Penalty.objects.filter(entrant__tournament=desk.cup)), by=desk.by)


def take_back_penalty(desk):
    penalty_decisions.undo_penalty(desk.one(Penalty.objects.filter(entrant__tournament=desk.cup)), by=desk.by, why=WHY)


def keep_apart(desk):
    separated_pairs.separate_pair(desk.entrant(), desk.entrant(), never=desk.lot.random() < 0.5)


def capacity(desk):
    lifecycle.edit(desk.cup, replace(lifecycle.plan_of(desk.cup), capacity=desk.lot.randint(2, 9)))


def undo(desk):
    offers = undo_actions.preview_undos(desk.cup)
    if not offers:
        raise nothing()
    offer = desk.lot.choice(offers)
    desk.done.append(f"undo {offer.key}")
    undo_actions.undo(desk.cup, offer.key, token=offer.token)


def timer(desk):
    deed = desk.lot.choice(
        (round_clock.start_round_clock, round_clock.pause_round_clock, round_clock.resume_round_clock)
    )
    deed(desk.round(state="published"))


def extend(desk):
    round_clock.extend(desk.pairing(), minutes=5, why=WHY, by=desk.by)


DEEDS = {
    "start": start,
    "settle": settle,
    "settle all": settle_all,
    "close": close,
    "draft": next_round,
    "publish": publish,
    "go on": on,
    "go on!": on,
    "end": end,
    "redraw": lambda desk: round_cycle.redraw_round(desk.round(state="draft")),
    "discard": lambda desk: round_cycle.discard(desk.round(state="draft")),
    "unpublish": lambda desk: round_cycle.unpublish(desk.round(state="published", closed_at=None)),
    "exchange": exchange,
    "take back result": take_back_result,
    "decide": decide,
    "replay": replay,
    "no show": no_show,
    "mend": mend,
    "close anew": close_anew,
    "cut": lambda desk: top_cut.start_cut(desk.cup),
    "finish": lambda desk: tournament_end.finish_tournament(desk.cup),
    "cancel": lambda desk: lifecycle.cancel(desk.cup, confirmation=desk.cup.name),
    "drop": lambda desk: participation.drop(desk.entrant()),
    "undo drop": lambda desk: participation.undo_drop(desk.entrant()),
    "bring back": lambda desk: participation.reinstate(desk.entrant(), by=desk.by),
    "remove": lambda desk: participation.remove_entrant(desk.entrant(), by=desk.by, why=WHY),
    "disqualify": lambda desk: participation.disqualify(desk.entrant(), by=desk.by, why=WHY),
    "withdraw": lambda desk: registration.withdraw(desk.entrant()),
    "join": join,
    "walk in": walk_in,
    "mark": lambda desk: check_in.set_checked_in(desk.entrant(), present=True),
    "fix table": lambda desk: participation.fix_table(desk.entrant(), table=desk.lot.randint(1, 4)),
    "seed": lambda desk: participation.seed(desk.entrant(), seeding=desk.lot.randint(1, 4)),
    "byes": lambda desk: participation.set_earned_byes(desk.entrant(), byes=desk.lot.randint(0, 2)),
    "keep apart": keep_apart,
    "meeting": lambda desk: player_meeting.seat_meeting(desk.cup),
    "capacity": capacity,
    "play": play,
    "play on": play,
    "call": lambda desk: judge_calls.call_judge(desk.seat()),
    "penalize": penalize,
    "carry out": carry_out,
    "take back penalty": take_back_penalty,
    "timer": timer,
    "extend": extend,
    "undo": undo,
    "undo!": undo,
    "undo!!": undo,
}
