"""Who may open which door of a tournament. Each function gives the object or refuses.

404 for what somebody may not know of, 403 for a deed on what they see. Staff doors also ask for a second factor.
"""

from typing import TYPE_CHECKING, NamedTuple, TypedDict
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import Viewer
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.decks import access as deck_access
from bos_tournament.errors import SecondFactorNeeded
from bos_tournament.operations.prepared_queries import Prepared
from bos_tournament.tournaments.decklists import open_lists
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from bos_tournament.tournaments.models.template import Template
from bos_tournament.tournaments.models.webhooks import Delivery, Webhook
from bos_tournament.tournaments.structure.stages import open_tables
from bos_tournament.tournaments.structure.visibility import with_crowd, with_formats

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

ORGANIZER, HEAD_JUDGE, JUDGE, SCOREKEEPER = Staff.Role
JUDGES = frozenset({HEAD_JUDGE, JUDGE})
UNLOCKERS = JUDGES | {ORGANIZER}
EVERYBODY = frozenset(Staff.Role)

# What each role may do, as the staff page shows it and the views ask for it.
POWERS: tuple[tuple[Promise, frozenset[str]], ...] = (
    (gettext_lazy("read deck lists (logged), rule, give penalties, amend deck lists"), JUDGES),
    (gettext_lazy("let one player submit a deck list after the deadline"), UNLOCKERS),
    (gettext_lazy("overturn a ruling, disqualify"), frozenset({HEAD_JUDGE})),
    (gettext_lazy("enter and correct results, check in, drop, add walk-ins"), EVERYBODY),
    (gettext_lazy("pair, publish, change settings, invite staff, export"), frozenset({ORGANIZER})),
    (gettext_lazy("read the activity log"), frozenset({ORGANIZER, HEAD_JUDGE})),
)


class OpenedFor(NamedTuple):
    """What was asked together with a tournament about who opens it; it holds for this request."""

    user: UUID
    """The id of who opens it."""
    roles: frozenset[str]
    """Theirs."""
    has_entry: bool
    """Whether they ever entered, be it withdrawn."""


def _known(user: Viewer, tournament: Tournament) -> OpenedFor | None:
    known: OpenedFor | None = getattr(tournament, "opened_for", None)
    return known if known is not None and known.user == user.pk else None


def roles(user: Viewer, tournament: Tournament) -> frozenset[str]:
    """The roles somebody holds at a tournament; empty for everybody else. Asks nothing for whom it was opened."""
    if not user.is_authenticated:
        return frozenset()
    if known := _known(user, tournament):
        return known.roles
    return frozenset(Staff.objects.filter(tournament=tournament, user=user).values_list("role", flat=True))


def is_entered(user: Viewer, tournament: Tournament) -> bool:
    """Takes part, may still be seated, or dropped out and plays the last match: staff who are entered neither read
    lists nor the trail."""
    if not user.is_authenticated or _never_entered(user, tournament):
        return False
    own = Entrant.objects.filter(tournament=tournament, user=user)
    at_a_table = Exists(open_tables().filter(sittings__entrant=OuterRef("pk")))
    return own.filter(Q(state__in=Entrant.TAKING_PART) | at_a_table).exists()


def _never_entered(user: Viewer, tournament: Tournament) -> bool:
    """Is that known?"""
    known = _known(user, tournament)
    return known is not None and not known.has_entry


def staff_who_do_not_play(tournament: Tournament, *needed: str) -> list[User]:
    """Its staff with one of these roles (any when none is named) who take no part in it, by handle."""
    held = Staff.objects.filter(tournament=tournament, role__in=needed or EVERYBODY).values("user")
    users = User.objects.filter(pk__in=held, is_active=True).order_by("handle")
    return [user for user in users if not is_entered(user, tournament)]


def who_decides_on_phones(tournament: Tournament) -> list[User]:
    """Who decides in person whether a guest is who they say: head judges who do not play, else such organizers."""
    return staff_who_do_not_play(tournament, HEAD_JUDGE) or staff_who_do_not_play(tournament, ORGANIZER)


def refuse_unless_deciding(user: Viewer, tournament: Tournament) -> None:
    """Raises PermissionDenied, with the names of those who decide on new phones, for everybody else."""
    deciding = who_decides_on_phones(tournament)
    if user not in deciding:
        raise PermissionDenied(describe_phone_deciders(deciding))


def describe_phone_deciders(deciding: list[User]) -> str:
    """Who decides on new phones, in words."""
    if not deciding:
        return _("Everyone who could decide this is playing, so the players bid on paper.")
    names = ", ".join(str(user) for user in deciding[:3])
    return _("Who holds a guest's new phone is decided at the table by %(names)s.") % {"names": names}


class ByReader(TypedDict):
    """What is asked of a reader together with a tournament."""

    own_roles: list[str]
    """Theirs."""
    has_entry: bool
    """Whether they ever entered, be it withdrawn."""


def _opened(slug: str, reader: UUID) -> "QuerySet[WithAnnotations[Tournament, ByReader]]":
    """Every page's bar tells whether it is full, and leads to what its formats have."""
    found = with_formats(with_crowd(Tournament.objects.filter(slug=slug)))
    own_roles = Staff.objects.filter(tournament=OuterRef("pk"), user=reader).values("role")
    own_entry = Entrant.objects.filter(tournament=OuterRef("pk"), user=reader)
    return found.annotate(own_roles=ArraySubquery(own_roles), has_entry=Exists(own_entry))


OPENED = Prepared(_opened, slug=str, reader=UUID)


def tournament_to_see(user: Viewer, slug: str) -> Tournament:
    """A tournament that is public, or a private one of one's own; any other private one does not exist (404)."""
    tournament = next(iter(OPENED(slug=slug, reader=user.pk)), None)
    if tournament is not None and user.is_authenticated:
        known = OpenedFor(user.pk, frozenset(tournament.own_roles), tournament.has_entry)
        vars(tournament)["opened_for"] = known
    if tournament is None or (tournament.is_private and not roles(user, tournament)):
        raise Http404(_("There is no such tournament."))
    return tournament


def staff_of(user: Viewer, slug: str, *needed: str) -> Tournament:
    """The tournament, for staff with one of the needed roles (any role when none is named).

    Raises Http404 for a draft of others, PermissionDenied without the role, SecondFactorNeeded without the factor.
    """
    return staff_with_roles(user, slug, *needed)[0]


def staff_with_roles(user: Viewer, slug: str, *needed: str) -> tuple[Tournament, frozenset[str]]:
    """As `staff_of`, with the roles that the user holds, for who asks for them too."""
    tournament = tournament_to_see(user, slug)
    held = roles(user, tournament)
    if not held & (frozenset(needed) or EVERYBODY):
        raise PermissionDenied(_("Only staff of this tournament with the right role may open this page."))
    _ask_for_second_factor(user)
    return tournament, held


def organizer_to_be(user: Viewer) -> User:
    """Somebody who may set up a tournament: an account with a second factor, not a guest."""
    if not user.is_authenticated or user.guest:
        raise PermissionDenied(_("You need an account to create a tournament."))
    _ask_for_second_factor(user)
    return user


def template_of(user: Viewer, pk: UUID) -> Template:
    """A template of one's own, for who may set up a tournament; other people's do not exist (404)."""
    template = organizer_to_be(user).templates.filter(pk=pk).first()
    if template is None:
        raise Http404(_("You have no such template."))
    return template


def entrant_of(user: Viewer, tournament: Tournament) -> Entrant:
    """The user's own entry, also when it was withdrawn; 404 without one."""
    entrant = own_entry(user, tournament)
    if entrant is None:
        raise Http404(_("You are not entered in this tournament."))
    return entrant


def entrant_with_list(user: Viewer, tournament: Tournament) -> Entrant:
    """As `entrant_of`, where the list can be read or replaced; 403 for a guest whose link does not open it."""
    entrant = entrant_of(user, tournament)
    deck_access.refuse_closed(entrant.user, entrant.deck_version)
    return entrant


def why_list_closed(entrant: Entrant) -> str:
    """Why a guest's link does not open their own list; empty where it does."""
    try:
        deck_access.refuse_closed(entrant.user, entrant.deck_version)
    except PermissionDenied as refusal:
        return str(refusal)
    return ""


def own_entry(user: Viewer, tournament: Tournament) -> Entrant | None:
    if not user.is_authenticated or _never_entered(user, tournament):
        return None
    entrant = Entrant.objects.filter(tournament=tournament, user=user).select_related("user", "deck_version").first()
    if entrant:
        entrant.tournament = tournament
    return entrant


def entrant_for_staff(user: Viewer, slug: str, pk: UUID, *needed: str) -> Entrant:
    """An entrant of a tournament whose staff the user is; with the refusals of staff_of."""
    tournament = staff_of(user, slug, *needed)
    return _entrant(tournament, pk)


def list_to_read(user: Viewer, slug: str, pk: UUID) -> Entrant:
    """An entrant whose list a judge may read and amend. Judges who are entered themselves may not (403)."""
    return _entrant(lists_to_print(user, slug), pk)


def lists_to_print(user: Viewer, slug: str) -> Tournament:
    """The tournament whose lists a judge may print; 403 for judges who take part themselves."""
    tournament = staff_of(user, slug, *JUDGES)
    if is_entered(user, tournament):
        raise PermissionDenied(_("You are playing in this tournament, so its deck lists are closed to you."))
    return tournament


def role_to_remove(user: Viewer, tournament: Tournament, pk: int) -> Staff:
    """A role that the user may take away: everybody their own, an organizer anybody's with a recent second factor."""
    role = tournament.staff.filter(pk=pk).select_related("tournament", "user").first()
    if role is None:
        raise Http404(_("There is no such role in this tournament."))
    if role.user_id != user.pk and ORGANIZER not in roles(user, tournament):
        raise PermissionDenied(_("Only organizers remove other people's roles."))
    if role.user_id != user.pk:
        require_recent_second_factor(user)
    return role


def trail_to_read(user: Viewer, slug: str) -> Tournament:
    """The tournament whose trail organizers and head judges may read while they are not entered in it."""
    tournament = staff_of(user, slug, ORGANIZER, HEAD_JUDGE)
    if is_entered(user, tournament):
        raise PermissionDenied(_("You play in this tournament, so its activity log is closed to you."))
    return tournament


def may_read_trail(held: frozenset[str], own_entrant: Entrant | None) -> bool:
    """Does trail_to_read let in somebody with these roles and this entry?"""
    takes_part = own_entrant is not None and own_entrant.state in Entrant.TAKING_PART
    return bool(held & {ORGANIZER, HEAD_JUDGE}) and not takes_part


def webhook_of(user: Viewer, slug: str, pk: UUID) -> Webhook:
    """An address that is told of the tournament, for its organizers."""
    webhook = staff_of(user, slug, ORGANIZER).webhooks.filter(pk=pk).select_related("tournament").first()
    if webhook is None:
        raise Http404(_("This tournament has no such webhook."))
    return webhook


def delivery_of(user: Viewer, slug: str, pk: UUID) -> Delivery:
    """What was sent, or is to be sent, to an address of the tournament, for its organizers."""
    tournament = staff_of(user, slug, ORGANIZER)
    delivery = (
        Delivery.objects.filter(webhook__tournament=tournament, pk=pk).select_related("webhook__tournament").first()
    )
    if delivery is None:
        raise Http404(_("There is no such delivery; the log goes back 30 days."))
    return delivery


def lists_to_see(user: Viewer, slug: str) -> tuple[Tournament, QuerySet[Entrant]]:
    """The tournament and the entrants whose lists are open to this person, as its organizer chose. 404 without any."""
    tournament = tournament_to_see(user, slug)
    reader = None if personal_links.in_doubt(user) else user.pk  # who may be somebody else reads what everybody reads
    if not open_lists.may_ever_read(reader, tournament):
        raise Http404(_("The deck lists of this tournament are not open to you."))
    return tournament, open_lists.open_to(reader, tournament)


def may_read_lists(user: Viewer, tournament: Tournament, held: frozenset[str] | None = None) -> bool:
    """Judges and head judges who are not entered, with a second factor. `held`: their roles, where they are known."""
    if not user.is_authenticated or not user.second_factor:
        return False
    held = roles(user, tournament) if held is None else held
    return bool(held & JUDGES) and not is_entered(user, tournament)


def staff_to_change(user: Viewer, slug: str) -> Tournament:
    """The tournament to whose staff an organizer invites, who has confirmed the second factor within minutes."""
    tournament = staff_of(user, slug, ORGANIZER)
    require_recent_second_factor(user)
    return tournament


def require_recent_second_factor(user: Viewer) -> None:
    """For deeds that end something for good or open doors to others. Raises SecondFactorNeeded after ten minutes."""
    if not user.is_authenticated or not user.second_factor_lately:
        raise SecondFactorNeeded


def _entrant(tournament: Tournament, pk: UUID) -> Entrant:
    entrant = tournament.entrants.filter(pk=pk).select_related("tournament", "user", "deck_version").first()
    if entrant is None:
        raise Http404(_("There is no such player in this tournament."))
    return entrant


def _ask_for_second_factor(user: Viewer) -> None:
    if not user.is_authenticated or not user.second_factor:
        raise SecondFactorNeeded
