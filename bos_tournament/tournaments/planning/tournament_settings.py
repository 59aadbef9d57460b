"""The settings of a tournament, each described once: the form, its sections, the API and the checks are made from this.

A new setting is a field here, a field of the model with its migration, and the words of its label and help.
"""

from dataclasses import dataclass, field, fields
from datetime import datetime
from types import NoneType
from typing import Any, cast, get_args, get_origin, get_type_hints

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bos_tournament.pairing.event import FirstRound
from bos_tournament.pairing.groups import MOST_GROUPS
from bos_tournament.tournaments.models import CUTS, FIRST_ROUNDS, RANKINGS, Tournament
from bos_tournament.tournaments.planning.online_help import ONLINE, TAKE_BACKS
from bos_tournament.tournaments.planning.setting import Setting, about
from bos_tournament.tournaments.structure.format_defaults import PLACES
from bos_tournament.tournaments.structure.round_robin_stage import MOST_PLAYERS
from engine.bos.game import EDITIONS

State, Format, Lists = Tournament.State, Tournament.Format, Tournament.Lists
MOST_ROUNDS = 20
MOST_ROUND_MINUTES, MOST_CLOCK_MINUTES, MOST_DELAY = 600, 180, 300
MOST_CALL_MINUTES, MOST_LATE_MINUTES, MOST_SEAT_MINUTES, MOST_SPECTATOR_DELAY = 60, 120, 60, 60

WHAT, WHEN, WHO, HOW = _("What and where"), _("When"), _("Who takes part"), _("How it is played")
SWISS, GROUPS, BRACKET = _("Swiss rounds and the cut"), _("Groups"), _("The bracket")
STANDINGS, TIME, LISTS = _("Standings"), _("Time"), _("Bids and deck lists")

MINUTES = _("Choose between 1 and %(most)s minutes.")
MINUTES_OR_NONE = _("Choose between 1 and %(most)s minutes, or leave it empty.")
READERS = _("Choose who may read the deck lists.")


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The settings of a tournament, as its organizer writes them. Moments know their time zone.

    Without a capacity (0) or a ranking ("") they are those that suit the format. Fields stand in the order of the page.
    """

    name: str = field(metadata=about(WHAT, _("Name"), until=State.RUNNING))
    """What everybody calls it, in one line."""
    place: str = field(
        default="",
        metadata=about(
            WHAT,
            pgettext_lazy("where", "Place"),
            help=_("Town and hall, as people would search for it."),
            until=State.RUNNING,
        ),
    )
    online: bool = field(default=False, metadata=about(WHAT, _("Played online"), help=ONLINE, until=State.RUNNING))
    """Whether it is played at a distance."""
    description: str = field(
        default="",
        metadata=about(
            WHAT,
            _("Description"),
            help=_("Markdown: **bold**, lists, links and tables work."),
            meaning="Markdown",
            until=State.FINISHED,
        ),
    )
    time_zone: str = field(
        default="UTC", metadata=about(WHEN, _("Time zone"), help=_("All times below are in this time zone."))
    )
    starts_at: datetime = field(metadata=about(WHEN, _("Start"), help=_("When the first round begins.")))
    registration_opens_at: datetime | None = field(
        default=None,
        metadata=about(WHEN, _("Registration opens"), help=_("Empty: as soon as you open the tournament.")),
    )
    registration_closes_at: datetime | None = field(
        default=None, metadata=about(WHEN, _("Registration closes"), help=_("Empty: at the start."))
    )
    check_in_opens_at: datetime | None = field(
        default=None, metadata=about(WHEN, _("Check-in opens"), help=_("Empty: no check-in needed."))
    )
    check_in_closes_at: datetime | None = field(
        default=None, metadata=about(WHEN, _("Check-in closes"), help=_("Empty: at the start."))
    )
    list_deadline: datetime | None = field(
        default=None,
        metadata=about(WHEN, _("Deck lists are due"), help=_("Empty: at the start. Deck lists are locked afterwards.")),
    )
    schedule: tuple[tuple[int, str], ...] = field(
        default=(),
        metadata=about(
            WHEN,
            _("Schedule"),
            help=_(
                "Planned rounds and breaks, one per line, such as 10:00 Round 1. A time alone is on the "
                "day of the start; put another day before it: 2027-03-07 10:00 Round 6."
            ),
            until=State.RUNNING,
        ),
    )
    capacity: int = field(
        default=0,
        metadata=about(
            WHO,
            _("Places"),
            help=format_lazy(
                _(
                    "Extra players go on the waitlist. Empty: {usual}, or {most} for round robins; an "
                    "existing tournament keeps its number."
                ),
                usual=PLACES,
                most=MOST_PLAYERS,
            ),
            meaning="never sent: as suits the format",
            least=2,
            most=4096,
            fault=_("Choose between 2 and 4096 places."),
            left_out="stays",
        ),
    )
    approval: bool = field(
        default=False,
        metadata=about(
            WHO,
            _("Approve sign-ups manually"),
            help=_("Players ask to join. Once staff accept, they get a place or a spot on the waitlist."),
            meaning="staff accept each player",
        ),
    )
    code_only: bool = field(
        default=False,
        metadata=about(
            WHO,
            _("Require join code"),
            help=_("Players need the code to join, even if they find the page. The public display does not show it."),
            meaning="nobody joins without the join code",
        ),
    )
    format: str = field(
        default=Format.SWISS,
        metadata=about(HOW, _("Format"), choices=tuple(Format.choices), fault=_("Choose one of the formats.")),
    )
    """A value of `Tournament.Format`."""
    edition: str = field(
        default="bos-1",
        metadata=about(
            HOW,
            _("Rules edition"),
            help=_("Fixed when registration opens."),
            choices=tuple((edition.name, _(edition.title)) for edition in EDITIONS.values()),
            fault=_("Choose one of the rules editions."),
            until=State.DRAFT,
        ),
    )
    show_outcomes: bool = field(
        default=False,
        metadata=about(
            HOW,
            _("Show outcomes on the board"),
            help=_("Each move on the board says what it would do, for both players alike."),
            meaning="recorded games tell both players what each move would do",
            until=State.RUNNING,
        ),
    )
    swiss_rounds: int | None = field(
        default=None,
        metadata=about(
            SWISS,
            _("Swiss rounds"),
            help=_(
                "Empty: set at the start to suit the number of players, such as 3 for 8, 5 for up to 32, 6 for up to "
                "64."
            ),
            least=1,
            most=MOST_ROUNDS,
            fault=_("Choose between 1 and %(most)s rounds, or leave it empty."),
        ),
    )
    first_round: str = field(
        default=FirstRound.RANDOM.value,
        metadata=about(
            SWISS,
            _("First Swiss round"),
            help=_("Set seeds on the page of each player, before the start."),
            meaning="of Swiss rounds",
            choices=tuple(FIRST_ROUNDS),
            fault=_("Choose how to pair the first round: %(known)s."),
            left_out="stays",
        ),
    )
    cut: int = field(
        default=0,
        metadata=about(
            SWISS,
            _("Top cut"),
            help=_("For Swiss with a top cut: how many advance to a bracket."),
            choices=tuple(CUTS),
            fault=_("Choose how many advance after the Swiss rounds: 2, 4, 8 or 16."),
        ),
    )
    groups: int | None = field(
        default=None,
        metadata=about(
            GROUPS,
            _("Groups"),
            help=_(
                "For groups: how many. Empty: set at the start to suit the number of players, such as 2 for "
                "8, 4 for 16, 8 for 32."
            ),
            meaning="null: as suits the players at the start",
            least=1,
            most=MOST_GROUPS,
            fault=_("Choose between 1 and %(most)s groups, or leave it empty."),
        ),
    )
    group_size: int | None = field(
        default=None,
        metadata=about(
            GROUPS,
            _("Players in a group"),
            help=_("Instead of the number of groups: the maximum number of players in each."),
            meaning="at most; instead of `groups`",
            least=3,
            most=MOST_PLAYERS,
            fault=_("Choose between 3 and %(most)s players in a group, or leave it empty."),
        ),
    )
    go_on: int | None = field(
        default=None,
        metadata=about(
            GROUPS,
            _("Advance from each group"),
            help=_("To the bracket, where players of one group meet again as late as possible. Empty: the best two."),
            meaning="of each group",
            least=1,
            most=MOST_PLAYERS - 1,
            fault=_("Choose how many advance from each group, from 1 to %(most)s, or leave it empty."),
        ),
    )
    double_cut: bool = field(
        default=False,
        metadata=about(
            BRACKET,
            _("Double-elimination bracket afterwards"),
            help=_("After a cut or groups: players are out after two losses."),
            meaning="only who loses twice in the cut is out",
        ),
    )
    third_place: bool = field(
        default=False,
        metadata=about(
            BRACKET,
            _("Match for third place"),
            help=_("In single elimination the losers of the semi-finals meet."),
            meaning="losers of semi-finals meet",
        ),
    )
    ranking: str = field(
        default="",
        metadata=about(
            STANDINGS,
            _("How players with equal points are ranked"),
            help=_(
                "Default for the format: direct encounter in round robins and groups, otherwise "
                "opponents' match wins. The full rule is shown next to the standings."
            ),
            meaning="never sent: as suits the format, so by direct encounter where all meet all",
            choices=tuple(RANKINGS),
            fault=_("Choose one of the ways of ranking."),
        ),
    )
    tie_breaks: tuple[str, ...] = field(
        default=(),
        metadata=about(
            STANDINGS,
            _("Tie-breakers in another order"),
            help=_("Empty: in the order of the choice above."),
            meaning="in the order they decide; empty: those of the ranking",
        ),
    )
    round_minutes: int | None = field(
        default=None,
        metadata=about(
            TIME,
            _("Round time (minutes)"),
            help=_(
                "Empty: no limit. The desk starts the timer when players are seated, and can give tables more time."
            ),
            meaning="null: rounds have no limit",
            least=1,
            most=MOST_ROUND_MINUTES,
            fault=MINUTES_OR_NONE,
            until=State.RUNNING,
        ),
    )
    clock_minutes: int | None = field(
        default=None,
        metadata=about(
            TIME,
            _("Player clock (minutes)"),
            help=_("Empty: no player clocks. The rules name 15; players tap their phones when a turn ends."),
            meaning="of each player; null: no player clocks",
            least=1,
            most=MOST_CLOCK_MINUTES,
            fault=MINUTES_OR_NONE,
        ),
    )
    clock_delay: int = field(
        default=30,
        metadata=about(
            TIME,
            _("Delay per turn (seconds)"),
            help=_("For player clocks. Empty: 30, as in the rules. Unused delay is lost."),
            meaning="seconds of each turn that cost nothing",
            least=0,
            most=MOST_DELAY,
            fault=_("Choose between 0 and %(most)s seconds."),
            left_out="usual",
        ),
    )
    clock_per_game: bool = field(
        default=False,
        metadata=about(
            TIME,
            _("Player clock restarts each game"),
            help=_("Otherwise it is for the whole match, and a player who runs out of time may lose the match."),
            meaning="a player's minutes are for each game, not for the match",
        ),
    )
    seat_minutes: int = field(
        default=10,
        metadata=about(
            TIME,
            _("No-show after (minutes)"),
            help=_(
                "Counted from when the round is published, also on both players' phones. Nothing is lost "
                "automatically: the desk sees who is missing. Empty: unchanged; default 10."
            ),
            meaning="from a published round until who is not at the table is missing",
            least=1,
            most=MOST_SEAT_MINUTES,
            fault=MINUTES,
            left_out="stays",
            until=State.RUNNING,
        ),
    )
    late_minutes: int = field(
        default=15,
        metadata=about(
            TIME,
            _("Flag slow tables after (minutes)"),
            help=_(
                "Counted from when half of the tables have a result. The desk sees the table, and its "
                "players are reminded. Empty: unchanged; default 15."
            ),
            meaning="from half of the results until a table without one is late",
            least=1,
            most=MOST_LATE_MINUTES,
            fault=MINUTES,
            left_out="stays",
            until=State.RUNNING,
        ),
    )
    call_minutes: int = field(
        default=5,
        metadata=about(
            TIME,
            _("Escalate judge calls after (minutes)"),
            help=_("A call that no one has taken by then is marked at the desk. Empty: unchanged; default 5."),
            meaning="until a call for a judge that nobody took is pressing",
            least=1,
            most=MOST_CALL_MINUTES,
            fault=MINUTES,
            left_out="stays",
            until=State.RUNNING,
        ),
    )
    spectator_delay: int = field(
        default=3,
        metadata=about(
            TIME,
            _("Spectator delay (minutes)"),
            help=_("For featured tables recorded on the board; at least one full turn. Empty: unchanged; default 3."),
            meaning="that spectators are behind at featured tables; never less than one full turn",
            least=1,
            most=MOST_SPECTATOR_DELAY,
            fault=MINUTES,
            left_out="stays",
            until=State.RUNNING,
        ),
    )
    take_backs: bool = field(
        default=False,
        metadata=about(TIME, _("Take-backs in online games"), help=TAKE_BACKS, until=State.RUNNING),
    )
    bids_on_paper: bool = field(
        default=False,
        metadata=about(
            LISTS,
            _("Bids on paper"),
            help=_("Players write bids at the table and staff enter both together. Shown to everyone."),
        ),
    )
    stage_lists: str = field(
        default=Lists.CLOSED,
        metadata=about(
            LISTS,
            _("Deck lists during the first stage"),
            help=_("Players see this before they submit. Once a deck list is in, it can only become stricter."),
            meaning="who reads lists in the first stage",
            choices=tuple(Lists.choices),
            fault=READERS,
            left_out="stays",
            until=State.RUNNING,
        ),
    )
    cut_lists: str = field(
        default=Lists.CLOSED,
        metadata=about(
            LISTS,
            _("Deck lists during the cut"),
            help=_(
                "For Swiss with a top cut: deck lists of the players who advance, from the moment the bracket is drawn."
            ),
            meaning="who reads lists in the cut",
            choices=tuple(Lists.choices),
            fault=READERS,
            left_out="stays",
            until=State.RUNNING,
        ),
    )
    publish_lists: bool = field(
        default=False,
        metadata=about(
            LISTS,
            _("Publish all deck lists after the end"),
            help=_("Players see this before they submit. Once a deck list is in, this can only be switched off."),
            meaning="all lists, after the end",
            until=State.FINISHED,
        ),
    )


SETTINGS: dict[str, Setting] = {plan_field.name: plan_field.metadata["setting"] for plan_field in fields(Plan)}
USUAL: dict[str, Any] = {
    plan_field.name: plan_field.default for plan_field in fields(Plan) if plan_field.name not in ("name", "starts_at")
}
HINTS = get_type_hints(Plan)


def kind_of(name: str) -> type:
    """What the setting is, left empty or not: a `str`, `bool`, `int`, `datetime` or `tuple`."""
    hint = HINTS[name]
    if isinstance(hint, type):
        return hint
    return cast("type", tuple if get_origin(hint) is tuple else get_args(hint)[0])


def may_be_none(name: str) -> bool:
    return NoneType in get_args(HINTS[name])


MOMENTS = tuple(name for name in SETTINGS if kind_of(name) is datetime and may_be_none(name))
_IN_ORDER = [State.DRAFT, State.OPEN, State.RUNNING, State.FINISHED, State.CANCELLED]
CHANGEABLE: dict[str, frozenset[str]] = {
    state: frozenset(name for name, setting in SETTINGS.items() if at <= _IN_ORDER.index(State(setting.until)))
    for at, state in enumerate(_IN_ORDER)
}
