"""What happens now in a match, what comes next and who is waited for, in sentences for each reader."""

from collections.abc import Callable

from bos_tournament.matches.facts import Facts
from bos_tournament.matches.models import BidAttempt, Game, Match, Reason, Report, Seat

Step = Match.Step
Told = tuple[str, str, list[str]]


def tell(facts: Facts) -> Told:
    """Now, next, and the names waited for ("you" for the reader). Tells no seat what the other has yet to do."""
    if facts.match.called_off_at:
        return (
            "This pairing was withdrawn; nothing that happened here counts.",
            "Look up the table in the pairings.",
            [],
        )
    told = _TO_PLAYERS if facts.viewer else _TO_PUBLIC
    return told[Step(facts.match.step)](facts)


def steps(facts: Facts) -> list[dict[str, str]]:
    """The way through this game, each step done, now or to do."""
    number = facts.game.number
    way = [
        (Step.BOSSES, "Bosses") if number == 1 else None,
        (Step.BIDDING, "Bids"),
        (Step.CHOICE, "Choice"),
        (Step.SWAPPING, "Reserves") if number > 1 else None,
        (Step.PLAYING, "Play"),
        (Step.REPORTED, "Result"),
    ]
    now = _ORDER[Step(facts.match.step)]
    return [{"label": label, "state": _state(_ORDER[step], now)} for step, label in filter(None, way)]


_ORDER = {step: place for place, step in enumerate(Step)} | {Step.DIFFERING: 5, Step.FINISHED: 9}


def waiting(names: list[str]) -> str:
    """Who is waited for, in words; nothing when it is the reader alone, since the step says so."""
    if not names or names == ["you"]:
        return ""
    *most, last = names
    return f"Waiting for {', '.join(most)} and {last}" if most else f"Waiting for {last}"


def _state(place: int, now: int) -> str:
    return "now" if place == now else "done" if place < now else "todo"


def report_said(facts: Facts, report: Report) -> str:
    """A report as part of a sentence."""
    if report.winner_id is None:
        return f"game {facts.game.number} was drawn, both at 0"
    who, other = _seat_names(facts, report.winner_id)
    won = f"{who} won game {facts.game.number}"
    if report.reason == Reason.CONCEDED:
        return f"{won}, {other} conceded"
    if report.reason == Reason.TIME:
        return f"{won}, {other} ran out of time"
    return won


def _seat_names(facts: Facts, winner: object) -> tuple[str, str]:
    other = next(seat for seat in facts.seats if seat.pk != winner)
    return facts.name(winner), str(other.user)


def result_said(facts: Facts) -> str:
    """How the match ended, in a sentence."""
    match = facts.match
    score = "–".join(str(seat.games_won) for seat in _leader_first(facts))
    reason = "" if match.reason == Reason.PLAYED else f" ({Reason(match.reason).label})"
    if match.winner_id:
        return f"{facts.name(match.winner_id)} wins the match {score}{reason}."
    return f"The match ends {score} without a winner{reason}."


def _leader_first(facts: Facts) -> list[Seat]:
    return sorted(facts.seats, key=lambda seat: seat.pk != facts.match.winner_id)


def _ether(amount: int) -> str:
    return f"{amount} ether"


# To the players


def _bosses(facts: Facts) -> Told:
    other = str(facts.other.user)
    bids = "Then each of you seals a bid for the first game."
    if facts.me.greeted:
        return "You have confirmed the bosses.", bids, [other]
    return f"Greet {other} and show each other your bosses.", bids, ["you"]


def _bidding(facts: Facts) -> Told:
    if facts.match.bids_on_paper:
        now = f"Write down your bids for game {facts.game.number}, show both together, and enter them."
        return _again(facts) + now, "The higher bid chooses who goes first, the lower one gets ether.", ["you"]
    opened = "Both bids are opened together as soon as both are in."
    if facts.own_bid:
        return f"Your bid for game {facts.game.number} is sealed.", opened, ["both bids"]
    return f"{_again(facts)}Seal your bid for game {facts.game.number}.", opened, ["you"]


def _again(facts: Facts) -> str:
    """Why there is another attempt at this game's bids."""
    before = facts.before
    if before is None:
        return ""
    if before.state == BidAttempt.State.VOID:
        return f"The bids were void: {before.void_reason.rstrip('.')}. "
    tied = next(iter(facts.opened.get(before.pk, {}).values()), 0)
    return f"Both bids were {tied}, so they are void. "


def _choice(facts: Facts) -> Told:
    game, other = facts.game, str(facts.other.user)
    swap = "Then reserves are swapped." if game.number > 1 else "Then you set up and play."
    if game.chooser_id is None:
        now = "Three ties: play rock-paper-scissors. Whoever lost names the winner here."
        return now, "The winner chooses who goes first; the other gets their own last bid as ether.", ["you", other]
    if game.chooser_id == facts.me.pk:
        return f"You choose who goes first; {other} gets {_ether(game.ether[str(facts.other.number)])}.", swap, ["you"]
    mine = _ether(game.ether[str(facts.me.number)])
    return f"{other} chooses who goes first; you get {mine}.", swap, [other]


def _swapping(facts: Facts) -> Told:
    play = f"Then you set up and play game {facts.game.number}."
    if facts.swap_locked:
        return "Your reserves are settled for this game.", play, [str(facts.other.user)]
    return f"{_begins(facts)} Swap reserves, or keep your deck.", play, ["you"]


def _playing(facts: Facts) -> Told:
    after = "When it is over, one of you reports the result and the other agrees."
    return f"Play game {facts.game.number}. {_begins(facts)}", after, ["you", str(facts.other.user)]


def _begins(facts: Facts) -> str:
    """Who goes first in this game, and who has ether."""
    game = facts.game
    who = "You go first" if facts.viewer and game.first_id == facts.me.pk else f"{facts.name(game.first_id)} goes first"
    rich = [(seat, game.ether.get(str(seat.number), 0)) for seat in facts.seats]
    given = [f"{_has(facts, seat)} {_ether(ether)}" for seat, ether in rich if ether]
    return f"{who}; {given[0]}." if given else f"{who}; nobody has ether."


def _has(facts: Facts, seat: Seat) -> str:
    return "you have" if facts.viewer and seat.pk == facts.me.pk else f"{seat.user} has"


def _reported(facts: Facts) -> Told:
    other = str(facts.other.user)
    if mine := facts.own_report:
        now = f"You reported that {report_said(facts, mine)}."
        return now, f"It counts as soon as {other} agrees.", [other]
    theirs = facts.reports[facts.other.pk]
    return f"{other} reports that {report_said(facts, theirs)}.", "It counts as soon as you agree.", ["you"]


def _differing(facts: Facts) -> Told:
    mine, theirs = facts.reports[facts.me.pk], facts.reports[facts.other.pk]
    now = f"The reports differ. You: {report_said(facts, mine)}. {facts.other.user}: {report_said(facts, theirs)}."
    return now, "One of you agrees with the other, or the desk decides.", ["you", str(facts.other.user), "the desk"]


def _finished(facts: Facts) -> Told:
    return result_said(facts), "If this is wrong, tell the desk.", []


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


def _public(now: str, next_: str) -> Callable[[Facts], Told]:
    def told(facts: Facts) -> Told:
        return now.format(game=facts.game.number), next_, [str(seat.user) for seat in facts.seats]

    return told


def _public_bosses(facts: Facts) -> Told:
    waiting = [str(seat.user) for seat in facts.seats if not seat.greeted]
    return "The players show each other their bosses.", "Then each seals a bid for the first game.", waiting


def _public_bidding(facts: Facts) -> Told:
    on_paper = "shown on paper" if facts.match.bids_on_paper else "sealed"
    now = f"{_again(facts)}The bids for game {facts.game.number} are being {on_paper}."
    return now, "Both become known at the same moment.", ["both bids"]


def _public_choice(facts: Facts) -> Told:
    if facts.game.chooser_id is None:
        now = "Three ties: rock-paper-scissors decides who chooses."
        return now, "The winner chooses who goes first.", [str(seat.user) for seat in facts.seats]
    chooser = facts.name(facts.game.chooser_id)
    return f"{chooser} chooses who goes first.", "Then the game is set up and played.", [chooser]


def _public_playing(facts: Facts) -> Told:
    now = f"Game {facts.game.number} is being played. {_begins(facts)}"
    return now, "When it is over, the players report its result.", []


def _public_finished(facts: Facts) -> Told:
    return result_said(facts), "", []


_TO_PUBLIC = {
    Step.BOSSES: _public_bosses,
    Step.BIDDING: _public_bidding,
    Step.CHOICE: _public_choice,
    Step.SWAPPING: _public("Reserves are being swapped before game {game}.", "Then the game is set up and played."),
    Step.PLAYING: _public_playing,
    Step.REPORTED: _public("A result of game {game} is reported.", "It counts as soon as both players agree."),
    Step.DIFFERING: _public("The reports of game {game} differ.", "A player agrees, or the desk decides."),
    Step.FINISHED: _public_finished,
}


def game_said(facts: Facts, game: Game) -> str:
    """How a game ended, or that it is on."""
    if game.outcome == Game.Outcome.WON:
        reason = "" if game.reason == Reason.PLAYED else f", {Reason(game.reason).label}"
        return f"{facts.name(game.winner_id)} won{reason}"
    if game.outcome == Game.Outcome.OPEN:
        return "now" if facts.match.called_off_at is None else "withdrawn"
    return Game.Outcome(game.outcome).label
