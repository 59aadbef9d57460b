"""Starting a tournament: first what would happen, then exactly that."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.messages import localize, set_words
from bos_tournament.operations.db_clock import db_now
from bos_tournament.pairing.groups import GroupPlan, group_name, rounds_needed, suggest_groups
from bos_tournament.pairing.round_count import Suggestion, suggest
from bos_tournament.pairing.round_field import draw_lots
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import join_requests
from bos_tournament.tournaments.entrants.participation import MOST_SEEDS
from bos_tournament.tournaments.models import Entrant, Stage, Tournament
from bos_tournament.tournaments.planning.tournament_settings import MOST_ROUNDS
from bos_tournament.tournaments.standings import leaderboard
from bos_tournament.tournaments.structure import bracket_stage, round_robin_stage
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.stage_standings import player_id
from bos_tournament.tournaments.structure.stages import seed_of
from engine.hosting import Message

State = Entrant.State
AT_ONCE = 500  # rows in one statement


@dataclass(frozen=True)
class Preview:
    """What a start would do now. `token` names it: a start that would do something else is refused."""

    tournament: Tournament
    """The tournament that would start."""
    playing: tuple[Entrant, ...]
    """Have a place and keep it."""
    from_waitlist: tuple[Entrant, ...]
    """Are on the waitlist and get a place."""
    left_out: tuple[tuple[Entrant, Message], ...]
    """Have a place and lose it, each with the reason."""
    waiting: tuple[tuple[Entrant, Message | None], ...]
    """Stay on the waitlist, each with the reason if it is their own doing."""
    rounds: int
    """Suggested, or as planned."""
    asking: int = 0
    """How many asked to join and have no answer; a start refuses them."""
    groups: GroupPlan | None = None
    """Suggested, as planned, or as asked for; None without groups."""
    dealt: tuple[tuple[str, tuple[Entrant, ...]], ...] = ()
    """Each group's name with its entrants; empty without groups."""
    problem: str = ""
    """Why the groups cannot be dealt; empty where they can."""

    @property
    def players(self) -> int:
        return len(self.playing) + len(self.from_waitlist)

    @property
    def is_swiss(self) -> bool:
        return self.tournament.has_swiss_rounds

    @property
    def counted(self) -> int:
        """How many players the number of Swiss rounds is for."""
        return _counted([*self.playing, *self.from_waitlist])

    @property
    def usual(self) -> Suggestion | None:
        """Swiss rounds and cut as tournaments of this size have them (field rules C2)."""
        return suggest(self.counted) if self.is_swiss and self.players > 1 else None

    @property
    def bracket(self) -> int:
        """How many go on from the groups."""
        return self.groups.groups * self.groups.go_on if self.groups else 0

    @property
    def token(self) -> str:
        plan = (self.groups.groups, self.groups.go_on) if self.groups else ()
        seated = (entrant.pk for entrant in (*self.playing, *self.from_waitlist))
        parts = [self.tournament.pk, self.tournament.version, *plan, *seated]
        return sha256("/".join(map(str, parts)).encode()).hexdigest()[:32]


def preview_start(tournament: Tournament, *, groups: int | None = None, go_on: int | None = None) -> Preview:
    """Who would be seated and who not, and in which of so many groups. Changes nothing."""
    taking_part = tournament.entrants.filter(state__in=(State.REGISTERED, State.WAITLISTED))
    entrants = list(taking_part.select_related("user", "deck_version").order_by("place", "waits_since", "id"))
    faults = _faults(tournament, entrants)
    inside = [entrant for entrant in entrants if entrant.state == State.REGISTERED]
    waiting = [entrant for entrant in entrants if entrant.state == State.WAITLISTED]
    playing = tuple(entrant for entrant in inside if entrant.pk not in faults)
    free = len(_free_places(tournament, playing))
    seated = tuple(entrant for entrant in waiting if entrant.pk not in faults)[:free]
    preview = Preview(
        tournament=tournament,
        playing=playing,
        from_waitlist=seated,
        left_out=tuple((entrant, faults[entrant.pk]) for entrant in inside if entrant.pk in faults),
        waiting=tuple((entrant, faults.get(entrant.pk)) for entrant in waiting if entrant not in seated),
        rounds=_rounds(tournament, [*playing, *seated]),
        asking=tournament.entrants.filter(state=State.ASKED).count(),
    )
    return _with_groups(preview, groups, go_on) if tournament.has_groups else preview


@transaction.atomic
def start_tournament(
    tournament: Tournament,
    *,
    token: str,
    rounds: int | None = None,
    groups: int | None = None,
    go_on: int | None = None,
) -> Tournament:
    """Does what the preview with this token showed, with so many Swiss rounds; pins the cards if they are not yet.

    `groups` and `go_on` are those the preview was asked for. Raises Refused when the preview is out of date, with
    fewer than two players, for a number of Swiss rounds nobody plays, or for groups that cannot be dealt. In every
    other format the field sets the rounds.
    """
    tournament = lock_tournament(tournament)
    if tournament.state != Tournament.State.OPEN:
        raise Refused(_("This tournament is no longer open; check the desk."), code="not_open")
    preview = preview_start(tournament, groups=groups, go_on=go_on)
    rounds = preview.rounds if rounds is None or not preview.is_swiss else rounds
    if preview.token != token:
        raise Refused(_("Something changed since you looked. Check again, then start."), code="preview_outdated")
    _refuse(preview, rounds)
    tournament = submissions.pin_pool(tournament)
    _leave_out(preview)
    join_requests.refuse_all_left(tournament)
    _seat(preview)
    _open_stage(tournament, preview, rounds)
    tournament.state, tournament.started_at = Tournament.State.RUNNING, db_now()
    tournament.save(update_fields=["state", "started_at"])
    leaderboard.renew_standings(tournament)
    bump_version(tournament)
    return tournament


def _faults(tournament: Tournament, entrants: list[Entrant]) -> dict[UUID, Message]:
    """Why somebody cannot start, by entrant."""
    illegal = submissions.illegal(entrants, tournament)
    faults = {}
    for entrant in entrants:
        is_here = entrant.checked_in_at is not None or not tournament.has_check_in
        if entrant.deck_version_id is None:
            faults[entrant.pk] = Message("entrant.no_list" if is_here else "entrant.no_list_not_checked_in")
        elif entrant.pk in illegal:
            faults[entrant.pk] = Message("entrant.illegal_list" if is_here else "entrant.illegal_list_not_checked_in")
        elif not is_here:
            faults[entrant.pk] = Message("entrant.not_checked_in")
    return faults


def _rounds(tournament: Tournament, seated: list[Entrant]) -> int:
    players = len(seated)
    if players < 2:
        return 1
    if tournament.format in Stage.ROUND_ROBINS:
        return round_robin_stage.rounds_of(tournament.format, players)
    if tournament.format in Stage.BRACKETS:
        return bracket_stage.rounds_of(tournament.format, players)
    return tournament.swiss_rounds or suggest(_counted(seated)).rounds


def _counted(seated: list[Entrant]) -> int:
    """Whoever has earned byes stands for those, too, who would have met and lost to each other in those rounds."""
    return sum(2**entrant.earned_byes for entrant in seated)


def _refuse(preview: Preview, rounds: int) -> None:
    if preview.players < 2:
        raise Refused(_("A tournament needs at least two players who can start."), code="too_few_players")
    if preview.is_swiss and not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(_("Choose between 1 and %(most)s rounds.") % {"most": MOST_ROUNDS}, code="rounds_out_of_range")
    if preview.problem:
        raise Refused(preview.problem, code="groups_do_not_fit")


def _leave_out(preview: Preview) -> None:
    for entrant, why in preview.left_out:
        entrant.state, entrant.place, entrant.fixed_table, entrant.seeding = State.REMOVED, None, None, None
        entrant.earned_byes = 0
        set_words(entrant, "note", Message("entrant.left_out", why=why))
    left_out = [entrant for entrant, why in preview.left_out]
    cleared = ["state", "place", "fixed_table", "seeding", "earned_byes", "note", "note_message"]
    Entrant.objects.bulk_update(left_out, cleared, batch_size=AT_ONCE)


def _seat(preview: Preview) -> None:
    """Whoever has a place keeps it; who waited gets one that is free."""
    for entrant in _placed(preview):
        entrant.state = State.PLAYING
    Entrant.objects.bulk_update(preview.from_waitlist, ["state", "place"], batch_size=AT_ONCE)
    Entrant.objects.filter(pk__in=[entrant.pk for entrant in preview.playing]).update(state=State.PLAYING)


def _placed(preview: Preview) -> list[Entrant]:
    """Everybody who would play, with the place they would have; nothing is saved."""
    free = iter(_free_places(preview.tournament, preview.playing))
    for entrant in preview.from_waitlist:
        entrant.place = entrant.place or next(free)
    return [*preview.playing, *preview.from_waitlist]


def _free_places(tournament: Tournament, playing: Iterable[Entrant]) -> list[int]:
    """Those that nobody keeps: neither who plays, nor whoever was disqualified before the start was taken back."""
    out = tournament.entrants.exclude(state=State.REGISTERED).exclude(place=None)
    taken = {*out.values_list("place", flat=True), *(entrant.place for entrant in playing)}
    return [place for place in range(1, tournament.capacity + 1) if place not in taken]


def _open_stage(tournament: Tournament, preview: Preview, rounds: int) -> Stage:
    if preview.is_swiss:
        return tournament.stages.create(number=1, format=Stage.Format.SWISS, rounds_planned=rounds)
    seeds = _seeded(tournament, [*preview.playing, *preview.from_waitlist])
    if preview.groups:
        dealt = round_robin_stage.deal_into_groups(seeds, preview.groups)
        return round_robin_stage.open_groups(tournament, 1, dealt, go_on=preview.groups.go_on)
    if tournament.format in Stage.ROUND_ROBINS:
        return round_robin_stage.open_stage(tournament, 1, tournament.format, seeds)
    return bracket_stage.open_bracket(tournament, 1, tournament.format, [seed.pk for seed in seeds])


def _seeded(tournament: Tournament, entrants: list[Entrant]) -> list[Entrant]:
    """In the order of the seeding; whoever has no place in it follows, by lots drawn from the published seed."""
    lots = draw_lots(sorted(map(player_id, entrants)), seed=seed_of(tournament), round_number=0)

    def order(entrant: Entrant) -> tuple[int, int]:
        return entrant.seeding or MOST_SEEDS + 1, lots[player_id(entrant)]

    return sorted(entrants, key=order)


def _with_groups(preview: Preview, groups: int | None, go_on: int | None) -> Preview:
    """Dealt as asked for, else as planned, else as suits the field; or why that cannot be."""
    tournament = preview.tournament
    try:
        usual = suggest_groups(
            preview.players, size=None if groups else tournament.group_size, groups=groups or tournament.groups
        )
    except ValueError as problem:
        return replace(preview, problem=localize(problem.args[0]))
    plan = GroupPlan(groups or tournament.groups or usual.groups, go_on or tournament.go_on or usual.go_on)
    try:
        dealt = round_robin_stage.deal_into_groups(_seeded(tournament, _placed(preview)), plan)
    except Refused as refusal:
        return replace(preview, groups=plan, problem=str(refusal))
    named_groups = tuple((group_name(at), tuple(group)) for at, group in enumerate(dealt))
    return replace(preview, groups=plan, dealt=named_groups, rounds=rounds_needed(dealt))
