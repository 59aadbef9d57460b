"""How else somebody may stand to the tournament of the access matrices, beside the ten of their cast, and which doors
that opens and shuts: what each relation expects follows from the letters of the cast and from a few RULES.

A relation arranges the scene of `place` and yields one person. Whoever asks signs that person in and goes on with the
relation, so that what comes after the yield happens to somebody who is signed in already.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.test import override_settings
from django.utils import timezone

from bos_tournament.accounts.models import User
from bos_tournament.matches.models import Match, Reason
from bos_tournament.privacy import erasure, merging
from bos_tournament.tournaments.models import Entrant, Pairing, Printout, Round, Sitting, Staff, Tournament
from bos_tournament.tournaments.models.series import Series, SeriesOrganizer
from bos_tournament.tournaments.series import series_setup
from bos_tournament.tournaments.staff import staff_roles
from tests.factories import (
    EntrantFactory,
    GuestFactory,
    MatchFactory,
    SeatFactory,
    StaffFactory,
    TournamentFactory,
    UserFactory,
)

State = Entrant.State


@dataclass(frozen=True)
class Scene:
    """Anna and Ben, who play at table 1 of round 1. The ids in addresses are Anna's: her entry, her penalty …"""

    tournament: Tournament
    match: Match
    anna: User
    ben: User

    @classmethod
    def of(cls, known) -> "Scene":
        match = Match.objects.get(pk=known["match_pk"])
        anna, ben = (seat.user for seat in match.seats.select_related("user").order_by("number"))
        return cls(Tournament.objects.get(slug=known["slug"]), match, anna, ben)

    def enter(self, user: User | None = None, *, state: str = State.PLAYING) -> User:
        return EntrantFactory(tournament=self.tournament, user=user or UserFactory(), state=state, place=None).user

    def seat(self, round_: Round, match: Match, *players: User) -> None:
        pairing = Pairing.objects.create(round=round_, table=1 + round_.pairings.count(), match=match)
        for number, player in enumerate(players, 1):
            SeatFactory(match=match, user=player, number=number)
            entrant = self.tournament.entrants.get(user=player)
            Sitting.objects.create(pairing=pairing, round=round_, entrant=entrant, number=number)


def at_the_next_table(scene: Scene, user: User | None = None, match: Match | None = None) -> User:
    """Plays in the same round, against somebody else."""
    player = scene.enter(user)
    round_ = Round.objects.get(stage__tournament=scene.tournament)
    scene.seat(round_, match or MatchFactory(), player, scene.enter())
    return player


def everything(scene: Scene, user: User) -> User:
    """Staff in every role at once, and organizer of the series: what is refused to them is refused to each role."""
    for role in Staff.Role:
        StaffFactory(tournament=scene.tournament, user=user, role=role)
    SeriesOrganizer.objects.create(series=Series.objects.get(legs__tournament=scene.tournament), user=user)
    return user


# --- without a role ---


def plays_elsewhere(scene: Scene) -> Iterator[User]:
    yield at_the_next_table(scene)


def guest(scene: Scene) -> Iterator[User]:
    yield at_the_next_table(scene, GuestFactory())


def met_before(scene: Scene) -> Iterator[User]:
    """Sat opposite Anna in the round before, and sits elsewhere now."""
    yield _met_before(scene, UserFactory())


def _met_before(scene: Scene, player: User) -> User:
    now = Round.objects.get(stage__tournament=scene.tournament)
    Round.objects.filter(pk=now.pk).update(number=2)
    before = Round.objects.create(stage=now.stage, number=1, state=Round.State.PUBLISHED)
    scene.enter(player)
    over = MatchFactory(step=Match.Step.FINISHED, finished_at=timezone.now())
    scene.seat(before, over, player, scene.anna)
    scene.seat(now, MatchFactory(), player, scene.enter())
    return player


def dropped(scene: Scene) -> Iterator[User]:
    yield from _left(scene, State.DROPPED)


def disqualified(scene: Scene) -> Iterator[User]:
    yield from _left(scene, State.DISQUALIFIED)


def _left(scene: Scene, state: str) -> Iterator[User]:
    player = at_the_next_table(scene)
    yield player
    Entrant.objects.filter(user=player).update(state=state, dropped_after=0)


def waits_for_a_place(scene: Scene) -> Iterator[User]:
    yield scene.enter(state=State.WAITLISTED)


def asks_to_enter(scene: Scene) -> Iterator[User]:
    yield scene.enter(state=State.ASKED)


def invited(scene: Scene) -> Iterator[User]:
    """Was sent an invitation to the staff and has not accepted it."""
    staff_roles.invite(scene.tournament, role=Staff.Role.JUDGE, by=UserFactory())
    yield UserFactory()


def removed_from_staff(scene: Scene) -> Iterator[User]:
    someone = everything(scene, UserFactory())
    yield someone
    for role in scene.tournament.staff.filter(user=someone):
        staff_roles.remove_staff(role)
    series_setup.remove_organizer(someone.series_roles.get())


def staff_elsewhere(scene: Scene) -> Iterator[User]:
    """Staff in every role of another tournament."""
    someone, other = UserFactory(), TournamentFactory()
    for role in Staff.Role:
        StaffFactory(tournament=other, user=someone, role=role)
    yield someone


def admin(scene: Scene) -> Iterator[User]:
    """May change every row in the admin, and is nobody at the tournament."""
    yield UserFactory(is_staff=True, is_superuser=True)


def admin_by_half(scene: Scene) -> Iterator[User]:
    yield from admin(scene)


def heir(scene: Scene) -> Iterator[User]:
    """Another account, which a player's was merged into."""
    gone, kept = scene.enter(), UserFactory()
    yield kept
    merging.merge(gone, kept, by=UserFactory(), token=merging.preview_merge(gone, kept).token)


def merged(scene: Scene) -> Iterator[User]:
    """A member of the staff whose account was merged into another a moment ago."""
    gone, kept = everything(scene, UserFactory()), UserFactory()
    yield gone
    merging.merge(gone, kept, by=UserFactory(), token=merging.preview_merge(gone, kept).token)


def erased(scene: Scene) -> Iterator[User]:
    """A member of the staff who erased the account a moment ago."""
    gone = everything(scene, UserFactory())
    yield gone
    erasure.erase(gone)


def shut_out(scene: Scene) -> Iterator[User]:
    """A member of the staff whose account an admin closed a moment ago."""
    gone = everything(scene, UserFactory())
    yield gone
    User.objects.filter(pk=gone.pk).update(is_active=False)


# --- in every role ---


def runs_it_by_half(scene: Scene) -> Iterator[User]:
    """Staff in every role, without a second factor."""
    yield everything(scene, UserFactory())


def runs_it_and_is_anna(scene: Scene) -> Iterator[User]:
    """Her own table, list, penalty, dispute and call."""
    yield everything(scene, scene.anna)


def runs_it_and_is_ben(scene: Scene) -> Iterator[User]:
    """The table is his own; list, penalty, dispute and call are his opponent's."""
    yield everything(scene, scene.ben)


def runs_it_and_plays_elsewhere(scene: Scene) -> Iterator[User]:
    yield everything(scene, at_the_next_table(scene))


def runs_it_and_met_before(scene: Scene) -> Iterator[User]:
    yield everything(scene, _met_before(scene, UserFactory()))


def runs_it_and_waits_for_a_place(scene: Scene) -> Iterator[User]:
    yield everything(scene, scene.enter(state=State.WAITLISTED))


def runs_it_and_plays_the_guest(scene: Scene) -> Iterator[User]:
    """The personal link in addresses opens the seat opposite."""
    player = everything(scene, scene.enter())
    opposite = User.objects.get(entries__tournament=scene.tournament, guest=True)
    scene.seat(Round.objects.get(stage__tournament=scene.tournament), MatchFactory(), player, opposite)
    yield player


def runs_it_and_dropped(scene: Scene) -> Iterator[User]:
    """Her last match is over."""
    over = MatchFactory(step=Match.Step.FINISHED, finished_at=timezone.now())
    player = everything(scene, at_the_next_table(scene, match=over))
    yield player
    Entrant.objects.filter(user=player).update(state=State.DROPPED, dropped_after=0)


def runs_it_and_plays_the_last_match(scene: Scene) -> Iterator[User]:
    """Dropped out in the middle of it, so that it is still played."""
    player = everything(scene, at_the_next_table(scene))
    yield player
    Entrant.objects.filter(user=player).update(state=State.DROPPED, dropped_after=1)


def runs_it_and_was_disqualified(scene: Scene) -> Iterator[User]:
    """Anna, whose match that ended."""
    yield everything(scene, scene.anna)
    ended = {"step": Match.Step.FINISHED, "finished_at": timezone.now(), "reason": Reason.DISQUALIFIED}
    Match.objects.filter(pk=scene.match.pk).update(winner=scene.match.seats.get(number=2), **ended)
    Entrant.objects.filter(user=scene.anna).update(state=State.DISQUALIFIED, dropped_after=0)


# --- what they expect ---

(TEMPLATES,) = settings.TEMPLATES
LOADERS = {"loaders": ["tests.empty_templates.Loader"]}
UNDRAWN = [{**TEMPLATES, "APP_DIRS": False, "OPTIONS": {**TEMPLATES["OPTIONS"], **LOADERS}}]

CLUB = r"tournaments/<slug:slug>/"
ONE = r"<uuid:pk>/"
# Which doors of the staff are shut to staff who play, by what their address is about; the first that fits counts.
OPEN, ENTERED, OWN, LINK, BACK = "open", "while entered", "at the own table", "the opponent's link", "one's own return"
TRIED = "lines that tell what is in a list"
RULES = (
    (rf"records/{ONE}(try|continuations|analys(e|is))/", TRIED),
    (r"checks/|(trail|activity-log)/|lists\.pdf|deck-checks\.pdf", ENTERED),
    (rf"(guests|entrants|tables)/{ONE}phone/|desk/phone/", ENTERED),
    (rf"(entrants|tables)/{ONE}(deck)?list/(amend/)?$|desk/list/$", ENTERED),
    (rf"(guests|entrants)/{ONE}link/", LINK),
    (rf"entrants/{ONE}(reinstate|return)/$", BACK),
    (rf"^get {CLUB}entrants/{ONE}(penalties|penalize)/$|desk/tables/{ONE}$", OPEN),
    (rf"entrants/{ONE}(remove|disqualify|penalties|penalize)/", OWN),
    (rf"(tables|matches|disputes|calls|penalties|records)/{ONE}", OWN),
    (rf"entrants/{ONE}(accept|refuse|check-in|door-check-in|drop|fixed-table|seed|seeding)?/?$", OPEN),
    (rf"entrants/{ONE}((earned-)?byes|(deck)?list/unlock)/$", OPEN),
    (rf"{CLUB}(desk/)?rounds/(<int:number>/((clock|time)/[a-z-]+/)?)?[a-z-]*(/|\.pdf)?$", OPEN),
    (rf"{CLUB}(desk/)?(printouts|apart|guests|separated-pairs|series|staff|standings/anew|undo|webhooks)/", OPEN),
    (rf"{CLUB}(announce|announcement|calls|cancel|cut|delete|disputes|edit|entrants(/check-in(-all)?)?)/$", OPEN),
    (rf"{CLUB}(finish|import|open|penalties|requests)/({ONE}(accept|refuse)/)?$", OPEN),
    (rf"{CLUB}(poster/)?(code/((renew|limit)/)?|(flyer|badges)\.pdf)?$", OPEN),
    (rf"{CLUB}(duplicate/(template/)?|pack\.pdf|start/|meeting/seat/)$", OPEN),
    (rf"{CLUB}desk/((entrants|start|cut|finish|final-standings|printing)/|printing/(pack|badges)\.pdf)?$", OPEN),
    (r"^\w+ ((tournaments/)?templates/|(tournaments|series)/(new/)?$|(rulings|precedents)/$|series/<slug:)", OPEN),
)  # fmt: skip
SHUT = {
    runs_it_and_is_anna: {OWN, ENTERED, TRIED},
    runs_it_and_is_ben: {OWN, ENTERED, TRIED},
    runs_it_and_plays_elsewhere: {ENTERED, TRIED},
    runs_it_and_met_before: {ENTERED, TRIED},
    runs_it_and_waits_for_a_place: {ENTERED, TRIED},
    runs_it_and_plays_the_guest: {ENTERED, LINK, TRIED},
    runs_it_and_dropped: set(),
    runs_it_and_plays_the_last_match: {ENTERED, TRIED},
    runs_it_and_was_disqualified: {OWN, BACK, TRIED},
}
AS_NOBODY = (merged, erased, shut_out)
AS_STRANGER = (invited, removed_from_staff, staff_elsewhere, admin)
AS_PLAYER = (plays_elsewhere, met_before, dropped, disqualified, waits_for_a_place, asks_to_enter, heir)
HALVES = (guest, admin_by_half, runs_it_by_half)  # without a second factor
RELATIONS = (*AS_NOBODY, *AS_STRANGER, *AS_PLAYER, *HALVES, *SHUT)
ABOUT_A_MATCH = re.compile(r"(decks|matches|disputes|records|calls|penalties)/(<uuid|new)|list\.pdf$")


def expected(relation: Callable[[Scene], Iterator[User]], door: str, letters: dict[str, str], half: str) -> str:
    """The letter of a door ("get tournaments/…") for a relation, from those of the cast; `half` stands for staff
    without a second factor. A door of the staff to which no rule says what it is to staff who play fails."""
    as_staff = staff_letter(letters)
    if relation in AS_NOBODY:
        return letters["nobody"]
    if relation is staff_elsewhere and door.endswith(("rulings/", "precedents/")):
        return as_staff
    if relation in AS_STRANGER:
        return letters["stranger"]
    if relation is guest and "claim/" in door:
        return "o"
    if relation is guest:
        return _as_player(door, letters, "cleo").replace("f", "3")
    if relation is admin_by_half:
        return letters["cleo"]
    if relation is runs_it_by_half:
        return letters["cleo"] if as_staff == letters["cleo"] else half
    if relation in AS_PLAYER:
        return _as_player(door, letters, "stranger")
    as_player = {runs_it_and_is_anna: letters["anna"], runs_it_and_was_disqualified: letters["anna"]}
    as_player[runs_it_and_is_ben] = letters["ben"]
    if "o" in (as_player.get(relation) or _as_player(door, letters, "stranger")):
        return "o"
    return "3" if is_of_the_staff(letters) and rule_of(door) in SHUT[relation] else as_staff


def _as_player(door: str, letters: dict[str, str], outside: str) -> str:
    """At the tournament like Ben, at the match of Anna and Ben like somebody outside."""
    return "o" if letters["ben"] == "o" and not ABOUT_A_MATCH.search(door) else letters[outside]


def concerns(relation: Callable[[Scene], Iterator[User]], door: str, letters: dict[str, str]) -> bool:
    """Doors of the staff that are open to staff who play are asked by Anna, whose own everything is, and by whoever
    dropped out; how else somebody plays is nothing to them."""
    if relation not in SHUT or relation in (runs_it_and_is_anna, runs_it_and_dropped):
        return True
    return not is_of_the_staff(letters) or rule_of(door) != OPEN


def is_of_the_staff(letters: dict[str, str]) -> bool:
    return staff_letter(letters) in "o4" and staff_letter(letters) != letters["cleo"]


def staff_letter(letters: dict[str, str]) -> str:
    """What somebody gets who is staff in every role."""
    return next(one for one in "o4m3" if one in [letters[role.value] for role in Staff.Role])


def rule_of(door: str) -> str:
    found = next((rule for pattern, rule in RULES if re.search(pattern, door)), None)
    assert found, f"{door} lets staff in: say in RULES whether staff who play are let in too."
    return found


Asking = Callable[[Iterable[str]], dict[str, str]]


def wrongly_answered(
    scene: Scene, rows: dict[str, dict[str, str]], sign_in: Callable[[User, bool], Asking], *, half: str
) -> list[str]:
    """What differs from `expected`, a sentence each. `rows` are the doors with the letters of the cast. `sign_in` takes
    a person, and whether with a second factor, and gives what asks each door. Nothing is drawn meanwhile."""
    wrong, printouts = [], list(scene.tournament.printouts.all())
    with override_settings(TEMPLATES=UNDRAWN, API_RATE="100000/min"):
        for relation in RELATIONS:
            with transaction.atomic():
                arranged = relation(scene)
                asking = sign_in(next(arranged), relation not in HALVES)
                next(arranged, None)
                Printout.objects.bulk_create(printouts, ignore_conflicts=True)  # another name or none ends kept prints
                found = asking(door for door, letters in rows.items() if concerns(relation, door, letters))
                transaction.set_rollback(True)
            right = {door: expected(relation, door, rows[door], half) for door in found}
            wrong += [
                f"{relation.__name__}: {door} answers {letter}, not {right[door]}"
                for door, letter in found.items()
                if letter != right[door]
            ]
    return wrong
