"""What happens now in a match, what comes next and who is waited for, in sentences for each reader."""

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bos_tournament.matches import match_steps
from bos_tournament.matches.match_context import Facts
from bos_tournament.matches.models import BidAttempt, Game, Match, Reason, Report, Seat
from bos_tournament.matches.new_phones import Waiting
from bos_tournament.operations.db_clock import db_now

Step = Match.Step
StatusText = tuple[str, str, list[str]]
# Besides names: who is waited for, in words that programs can rely on.
BOTH_BIDS, THE_DESK = "both bids", "the desk"


def status_lines(facts: Facts) -> StatusText:
    """Now, next, and the names waited for ("you" for the reader). Tells no seat what the other has yet to do."""
    if match_steps.is_cancelled(facts.match):
        return (
            _("The tournament was cancelled, so this match ended without a result."),
            _("Nothing more is played here."),
            [],
        )
    if facts.match.called_off_at:
        return (
            _("This pairing was withdrawn; nothing that happened here counts."),
            _("Look up your table in the pairings."),
            [],
        )
    if facts.own_phone:
        return _unknown(facts, facts.own_phone)
    by_step = _TO_PLAYERS if facts.viewer else _TO_PUBLIC
    return by_step[Step(facts.match.step)](facts)


def steps(facts: Facts) -> list[dict[str, str]]:
    """The way through this game, each step done, now or to do."""
    number = facts.game.number
    way = [
        (Step.BOSSES, _("Bosses")) if number == 1 else None,
        (Step.BIDDING, _("Bids")),
        (Step.CHOICE, _("Choice")),
        (Step.SWAPPING, _("Reserves")) if number > 1 else None,
        (Step.PLAYING, _("Play")),
        (Step.REPORTED, _("Result")),
    ]
    now = _ORDER[Step(facts.match.step)]
    return [{"label": label, "state": _state(_ORDER[step], now)} for step, label in filter(None, way)]


_ORDER = {step: place for place, step in enumerate(Step)} | {Step.DIFFERING: 5, Step.FINISHED: 9}


def waiting_for(names: list[str]) -> str:
    """Who is waited for, in words; nothing when it is the reader alone, since the step says so."""
    if not names or names == ["you"]:
        return ""
    words = {"you": _("you"), BOTH_BIDS: _("both bids"), THE_DESK: _("the desk")}
    *most, last = [words.get(name, name) for name in names]
    if not most:
        return _("Waiting for %(who)s") % {"who": last}
    return _("Waiting for %(some)s and %(last)s") % {"some": ", ".join(most), "last": last}


def _state(place: int, now: int) -> str:
    return "now" if place == now else "done" if place < now else "todo"


def describe_report(facts: Facts, report: Report) -> str:
    """A report as part of a sentence."""
    number = facts.game.number
    if report.winner_id is None:
        return _("game %(number)s was drawn, both at 0") % {"number": number}
    winner, other = _seat_names(facts, report.winner_id)
    sentence = {
        Reason.CONCEDED: _("%(who)s won game %(number)s, %(other)s conceded"),
        Reason.TIME: _("%(who)s won game %(number)s, %(other)s ran out of time"),
    }.get(Reason(report.reason), _("%(who)s won game %(number)s"))
    return sentence % {"who": winner, "other": other, "number": number}


def _seat_names(facts: Facts, winner: object) -> tuple[str, str]:
    other = next(seat for seat in facts.seats if seat.pk != winner)
    return facts.name(winner), str(other.user)


def describe_result(facts: Facts) -> str:
    """How the match ended, in a sentence."""
    match = facts.match
    score = "–".join(str(seat.games_won) for seat in _leader_first(facts))
    gaps = {"who": facts.name(match.winner_id), "score": score, "reason": Reason(match.reason).label}
    if match.reason == Reason.PLAYED:
        sentence = (
            _("%(who)s wins the match %(score)s.")
            if match.winner_id
            else _("The match ends %(score)s without a winner.")
        )
    elif match.winner_id:
        sentence = _("%(who)s wins the match %(score)s (%(reason)s).")
    else:
        sentence = _("The match ends %(score)s without a winner (%(reason)s).")
    return sentence % gaps


def _leader_first(facts: Facts) -> list[Seat]:
    return sorted(facts.seats, key=lambda seat: seat.pk != facts.match.winner_id)


# To the players


def _unknown(facts: Facts, phone: Waiting) -> StatusText:
    """To a guest on a new phone whom nobody has confirmed yet."""
    other = str(facts.other.user)
    if phone.denied:
        now = _("%(other)s says that this is not you. The head judge decides at the table.") % {"other": other}
        return now, _("Until then you cannot do anything on this page. If no one comes, call a judge."), [THE_DESK]
    now = _("You are on a new phone. Ask %(other)s to confirm on their page that it is you.") % {"other": other}
    if phone.is_for_the_desk(db_now()):
        next_ = _("The head judge can now decide at the table, too. If no one comes, call a judge.")
        return now, next_, [other, THE_DESK]
    next_ = _(
        "Until then you cannot do anything on this page. After two minutes the head judge can decide at the table."
    )
    return now, next_, [other]


def _bosses(facts: Facts) -> StatusText:
    other = str(facts.other.user)
    bids = _("Then each of you seals a bid for the first game.")
    if facts.me.greeted:
        return _("You have confirmed the bosses."), bids, [other]
    return _("Greet %(other)s and show each other your bosses.") % {"other": other}, bids, ["you"]


def _bidding(facts: Facts) -> StatusText:
    number = {"number": facts.game.number}
    if facts.on_paper:
        now = _("Write down your bids for game %(number)s, show both together, and enter them.") % number
        return _again(facts) + now, _("The higher bid chooses who goes first; the lower one gets ether."), ["you"]
    opened = _("Both bids are opened together once both are in.")
    if facts.own_bid:
        return _("Your bid for game %(number)s is sealed.") % number, opened, [BOTH_BIDS]
    return _again(facts) + _("Seal your bid for game %(number)s.") % number, opened, ["you"]


def _again(facts: Facts) -> str:
    """Why there is another attempt at this game's bids: a sentence of its own, with a space behind it."""
    before = facts.before
    if before is None:
        return ""
    if before.state == BidAttempt.State.VOID:
        return _("The bids were void: %(why)s.") % {"why": before.void_reason_words.rstrip(".")} + " "
    tied = next(iter(facts.opened.get(before.pk, {}).values()), 0)
    return _("Both bids were %(tied)s, so they are void.") % {"tied": tied} + " "


def _choice(facts: Facts) -> StatusText:
    game, other = facts.game, str(facts.other.user)
    swap = _("Then reserves are swapped.") if game.number > 1 else _("Then you set up and play.")
    if game.chooser_id is None:
        now = _("Tied three times. Play rock-paper-scissors. The loser names the winner here.")
        next_ = _("The winner chooses who goes first; the other gets their own last bid as ether.")
        return now, next_, ["you", other]
    if game.chooser_id == facts.me.pk:
        theirs = {"other": other, "ether": game.ether[str(facts.other.number)]}
        return _("You choose who goes first; %(other)s gets %(ether)s ether.") % theirs, swap, ["you"]
    mine = {"other": other, "ether": game.ether[str(facts.me.number)]}
    return _("%(other)s chooses who goes first; you get %(ether)s ether.") % mine, swap, [other]


def _swapping(facts: Facts) -> StatusText:
    play = _("Then you set up and play game %(number)s.") % {"number": facts.game.number}
    if facts.swap_locked:
        return _("Your reserves for this game are settled."), play, [str(facts.other.user)]
    return " ".join([_begins(facts), _("Swap reserves, or keep your deck.")]), play, ["you"]


def _playing(facts: Facts) -> StatusText:
    after = _("When it is over, one of you reports the result and the other agrees.")
    now = _("Play game %(number)s.") % {"number": facts.game.number}
    return f"{now} {_begins(facts)}", after, ["you", str(facts.other.user)]


def _begins(facts: Facts) -> str:
    """Who goes first in this game, and who has ether."""
    game = facts.game
    rich = next((seat for seat in facts.seats if game.ether.get(str(seat.number), 0)), None)
    you_begin = _is_reader(facts, game.first_id)
    if rich is None:
        sentence = (
            _("You go first. Neither player has ether.")
            if you_begin
            else _("%(who)s goes first. Neither player has ether.")
        )
    elif _is_reader(facts, rich.pk):
        sentence = (
            _("You go first with %(ether)s ether.") if you_begin else _("%(who)s goes first. You have %(ether)s ether.")
        )
    elif you_begin:
        sentence = _("You go first. %(other)s has %(ether)s ether.")
    else:
        sentence = _("%(who)s goes first. %(other)s has %(ether)s ether.")
    ether = game.ether[str(rich.number)] if rich else 0
    return sentence % {"who": facts.name(game.first_id), "other": rich.user if rich else "", "ether": ether}


def _is_reader(facts: Facts, seat: object) -> bool:
    return facts.viewer is not None and seat == facts.me.pk


def _reported(facts: Facts) -> StatusText:
    other = str(facts.other.user)
    if mine := facts.own_report:
        now = _("You reported that %(report)s.") % {"report": describe_report(facts, mine)}
        return now, _("It counts as soon as %(other)s agrees.") % {"other": other}, [other]
    theirs = {"other": other, "report": describe_report(facts, facts.reports[facts.other.pk])}
    return _("%(other)s reports that %(report)s.") % theirs, _("It counts as soon as you agree."), ["you"]


def _differing(facts: Facts) -> StatusText:
    mine, theirs = (describe_report(facts, facts.reports[seat.pk]) for seat in (facts.me, facts.other))
    other = str(facts.other.user)
    gaps = {"mine": mine, "other": other, "theirs": theirs}
    now = _("The reports differ. You: %(mine)s. %(other)s: %(theirs)s.") % gaps
    return now, _("Change your report, or ask the desk to decide."), ["you", other, THE_DESK]


def _finished(facts: Facts) -> StatusText:
    return describe_result(facts), _("If this is wrong, tell the desk."), []


_TO_PLAYERS = {
    Step.BOSSES: _bosses,
    Step.BIDDING: _bidding,
    Step.CHOICE: _choice,
    Step.SWAPPING: _swapping,
    Step.PLAYING: _playing,
    Step.REPORTED: _reported,
    Step.DIFFERING: _differing,
    Step.FINISHED: _finished,
}


# To everybody else


def _public(now: Promise, next_: Promise) -> Callable[[Facts], StatusText]:
    def told(facts: Facts) -> StatusText:
        return str(now) % {"number": facts.game.number}, str(next_), [str(seat.user) for seat in facts.seats]

    return told


def _public_bosses(facts: Facts) -> StatusText:
    waiting = [str(seat.user) for seat in facts.seats if not seat.greeted]
    return _("The players show each other their bosses."), _("Then each seals a bid for the first game."), waiting


def _public_bidding(facts: Facts) -> StatusText:
    on_paper = _("The bids for game %(number)s are being shown on paper.")
    now = on_paper if facts.on_paper else _("The bids for game %(number)s are being sealed.")
    sentence = _again(facts) + now % {"number": facts.game.number}
    return sentence, _("Both are shown at the same moment."), [BOTH_BIDS]


def _public_choice(facts: Facts) -> StatusText:
    if facts.game.chooser_id is None:
        now = _("Tied three times: rock-paper-scissors decides who chooses.")
        return now, _("The winner chooses who goes first."), [str(seat.user) for seat in facts.seats]
    chooser = facts.name(facts.game.chooser_id)
    now = _("%(who)s chooses who goes first.") % {"who": chooser}
    return now, _("Then the game is set up and played."), [chooser]


def _public_playing(facts: Facts) -> StatusText:
    now = _("Game %(number)s is being played.") % {"number": facts.game.number}
    return f"{now} {_begins(facts)}", _("When it is over, the players report its result."), []


def _public_finished(facts: Facts) -> StatusText:
    return describe_result(facts), "", []


_TO_PUBLIC = {
    Step.BOSSES: _public_bosses,
    Step.BIDDING: _public_bidding,
    Step.CHOICE: _public_choice,
    Step.SWAPPING: _public(
        gettext_lazy("Reserves are being swapped before game %(number)s."),
        gettext_lazy("Then the game is set up and played."),
    ),
    Step.PLAYING: _public_playing,
    Step.REPORTED: _public(
        gettext_lazy("The result of game %(number)s has been reported."),
        gettext_lazy("It counts as soon as both players agree."),
    ),
    Step.DIFFERING: _public(
        gettext_lazy("The reports of game %(number)s differ."),
        gettext_lazy("A player changes their report, or the desk decides."),
    ),
    Step.FINISHED: _public_finished,
}


def describe_game(facts: Facts, game: Game) -> str:
    """How a game ended, or that it is on."""
    if game.outcome == Game.Outcome.WON:
        gaps = {"who": facts.name(game.winner_id), "reason": Reason(game.reason).label}
        plain, with_reason = _("%(who)s won"), _("%(who)s won, %(reason)s")
        return (plain if game.reason == Reason.PLAYED else with_reason) % gaps
    if game.outcome == Game.Outcome.OPEN:
        if match_steps.is_cancelled(facts.match):
            return _("cancelled")
        return _("now") if facts.match.called_off_at is None else _("withdrawn")
    return str(Game.Outcome(game.outcome).label)
