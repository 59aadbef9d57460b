"""What can be printed of a tournament: for whom, how long it is, what stands on it, and when it is another one."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Sum
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import Viewer
from bos_tournament.matches.models import Match
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.entrants import player_meeting
from bos_tournament.tournaments.models import Printout, Round, Stage, Tournament
from bos_tournament.tournaments.printing import deck_sheets, printouts
from bos_tournament.tournaments.printing.sheets import LogSheet, Sheet
from bos_tournament.tournaments.standings import leaderboard
from bos_tournament.tournaments.structure.stages import tables_of

Kind = Printout.Kind


@dataclass(frozen=True)
class Printable:
    """Something that somebody may print."""

    kind: Printout.Kind
    """Which sheets."""
    tournament: Tournament
    """Of which they tell."""
    round: Round | None = None
    """Of which they tell, if it is one round alone."""
    tables: frozenset[int] | None = None
    """Whose deck lists; None for all."""
    by: User | None = None
    """Who reads the deck lists on them; None for sheets without any."""
    purpose: str = ""
    """What the deck lists are read for."""


@dataclass(frozen=True)
class Description:
    """What is known of all printables of a kind."""

    name: str
    """The end of the file's name, without a type; %s stands for the number of the round."""
    door: Callable[[Viewer, str, int], tuple[Tournament, Round | None]]
    """Lets in who may print it, by the tournament's slug and the number of the round, or refuses."""
    rows: Callable[[Printable], int]
    """About how many people, tables or lists are on it; 0 where there is nothing to print yet."""
    sheets: Callable[[Printable], Sequence[Sheet]]
    """What stands on it. Those with deck lists are on record before they are given."""
    nothing: str | Promise = ""
    """Says that there is nothing to print yet."""
    follows_results: bool = False
    """Whether a result changes it."""


def printable(kind: Printout.Kind, user: Viewer, slug: str, number: int = 0) -> Printable:
    """What this person may print; raises Http404, PermissionDenied or SecondFactorNeeded for everybody else."""
    tournament, round_ = KINDS[kind].door(user, slug, number)
    reader = user if isinstance(user, User) and kind in WITH_LISTS else None
    return Printable(kind, tournament, round_, by=reader)


def rows(asked: Printable) -> int:
    """About how long it is, without making it. Raises Http404 where there is nothing to print, and Refused."""
    number = KINDS[asked.kind].rows(asked)
    if not number:
        raise Http404(KINDS[asked.kind].nothing)
    return number


def sheets(asked: Printable) -> Sequence[Sheet]:
    """What stands on it. Raises Http404 where there is nothing to print, and Refused."""
    made = KINDS[asked.kind].sheets(asked)
    if not made:
        raise Http404(KINDS[asked.kind].nothing)
    return made


def file_name(kind: str, number: int) -> str:
    """The end of the file's name, without a type; `number` is that of the round."""
    return KINDS[kind].name.replace("%s", str(number))


def revision(asked: Printable) -> str:
    """Another one whenever it would look otherwise. Two queries at most."""
    parts = [str(asked.tournament.version)]
    if KINDS[asked.kind].follows_results:
        parts.append(str(_moves(asked.tournament)))
    if asked.kind in WITH_LISTS:
        versions = asked.tournament.entrants.exclude(deck_version=None).order_by("pk").values_list("deck_version")
        parts.append(hashlib.sha256(repr(list(versions)).encode()).hexdigest()[:16])
    return ".".join(parts)


def _moves(tournament: Tournament) -> int:
    matches = Match.objects.filter(pairing__round__stage__tournament=tournament)
    return matches.aggregate(moves=Sum("version"))["moves"] or 0


# Doors


def _published(user: Viewer, slug: str, number: int) -> tuple[Tournament, Round]:
    tournament, rounds = desk_access.rounds_to_see(user, slug)
    return tournament, desk_access.one_of(rounds, number)


def _everybody(user: Viewer, slug: str, number: int) -> tuple[Tournament, None]:
    return tournament_access.tournament_to_see(user, slug), None


def _at_the_meeting(user: Viewer, slug: str, number: int) -> tuple[Tournament, None]:
    return player_meeting.tournament_with_meeting(user, slug), None


def _staff(user: Viewer, slug: str, number: int) -> tuple[Tournament, None]:
    return tournament_access.staff_of(user, slug), None


def _staff_of_round(user: Viewer, slug: str, number: int) -> tuple[Tournament, Round]:
    round_ = desk_access.round_to_look_at(user, slug, number)
    return round_.stage.tournament, round_


def _judges(user: Viewer, slug: str, number: int) -> tuple[Tournament, None]:
    return tournament_access.lists_to_print(user, slug), None


def _judges_of_round(user: Viewer, slug: str, number: int) -> tuple[Tournament, Round]:
    round_ = desk_access.round_to_check(user, slug, number)
    return round_.stage.tournament, round_


# How long it is


def _tables(asked: Printable) -> int:
    return max(1, _round(asked).pairings.count())


def _people_at_tables(asked: Printable) -> int:
    return 2 * _tables(asked)


def _people(asked: Printable) -> int:
    return asked.tournament.entrants.exclude(place=None).count()


def _people_or_none(asked: Printable) -> int:
    return max(1, _people(asked))


def _seated(asked: Printable) -> int:
    return max(1, asked.tournament.entrants.filter(state__in=player_meeting.INSIDE).count())


def _ranked(asked: Printable) -> int:
    return _people(asked) if leaderboard.standings_of(asked.tournament).closed else 0


def _in_the_bracket(asked: Printable) -> int:
    stage = asked.tournament.stages.filter(format__in=Stage.BRACKETS).first()
    return len(stage.seeds) if stage else 0


def _checked(asked: Printable) -> int:
    return deck_sheets.count_checked(_round(asked), asked.tables)


def _lists(asked: Printable) -> int:
    return deck_sheets.count_lists(asked.tournament, asked.tables)


# What stands on it


def _by_table(asked: Printable) -> Sequence[Sheet]:
    return [printouts.by_table(_round(asked), list(tables_of(_round(asked))))]


def _by_name(asked: Printable) -> Sequence[Sheet]:
    return [printouts.by_name(_round(asked), list(tables_of(_round(asked))))]


def _slips(asked: Printable) -> Sequence[Sheet]:
    entry = f"{settings.PUBLIC_URL}{printouts.entry_page(_round(asked))}"
    return [printouts.slips(_round(asked), list(tables_of(_round(asked))), entry=entry)]


def _log_sheets(asked: Printable) -> Sequence[Sheet]:
    return printouts.log_sheets(_round(asked), list(tables_of(_round(asked)))) or [LogSheet()]


def _deck_checks(asked: Printable) -> Sequence[Sheet]:
    assert asked.by is not None
    return deck_sheets.deck_sheets(_round(asked), tables=asked.tables, by=asked.by, purpose=asked.purpose)


def _deck_lists(asked: Printable) -> Sequence[Sheet]:
    assert asked.by is not None
    return deck_sheets.list_sheets(asked.tournament, tables=asked.tables, by=asked.by, purpose=asked.purpose)


def _round(asked: Printable) -> Round:
    assert asked.round is not None
    return asked.round


WITH_LISTS = frozenset({Kind.DECKS, Kind.LISTS})
KINDS: dict[str, Description] = {
    Kind.BY_TABLE: Description("round-%s-by-table", _published, _tables, _by_table, follows_results=True),
    Kind.BY_NAME: Description("round-%s-by-name", _published, _people_at_tables, _by_name),
    Kind.STANDINGS: Description(
        "standings",
        _everybody,
        _ranked,
        lambda asked: printouts.ranks(asked.tournament),
        _("There are no standings yet."),
        follows_results=True,
    ),
    Kind.BRACKET: Description(
        "bracket",
        _everybody,
        _in_the_bracket,
        lambda asked: printouts.brackets(asked.tournament),
        _("This tournament has no bracket yet."),
        follows_results=True,
    ),
    Kind.MEETING: Description(
        "player-meeting", _at_the_meeting, _seated, lambda asked: [printouts.meeting(asked.tournament)]
    ),
    Kind.SLIPS: Description("slips-%s", _staff_of_round, _tables, _slips),
    Kind.LOG_SHEETS: Description("log-sheets-%s", _staff_of_round, _tables, _log_sheets),
    Kind.BADGES: Description(
        "badges",
        _staff,
        _people,
        lambda asked: printouts.badges(asked.tournament),
        _("No players yet, so there are no badges."),
    ),
    Kind.PACK: Description(
        "print-pack",
        _staff,
        _people_or_none,
        lambda asked: printouts.pack(asked.tournament, site=settings.PUBLIC_URL),
        follows_results=True,
    ),
    Kind.DECKS: Description("deck-checks-%s", _judges_of_round, _checked, _deck_checks, follows_results=True),
    Kind.LISTS: Description("lists", _judges, _lists, _deck_lists),
}
