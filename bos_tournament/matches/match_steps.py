"""Where a match stands: its lock, the refusals of deeds that come too early or too late, and going on."""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.errors import Refused
from bos_tournament.matches import clock_marks, surroundings
from bos_tournament.matches.models import BidAttempt, Game, Match, Reason, Seat
from bos_tournament.messages import Given, words
from bos_tournament.operations import bulk_rows, idempotency, live_events
from bos_tournament.operations.db_clock import db_now
from engine.hosting import Message

Step = Match.Step

TO_DO = {
    Step.BOSSES: _("first show your boss and see the other one, then confirm."),
    Step.BIDDING: _("the bids for this game come first. Seal yours if you have not."),
    Step.CHOICE: _("first someone chooses who goes first. Wait, or choose if it is up to you."),
    Step.SWAPPING: _("reserves are swapped first. Lock your swap, or keep your deck."),
    Step.PLAYING: _("the game is being played. Report its result when it is over."),
    Step.REPORTED: _("a result is reported. Agree with it, report another one, or withdraw your own."),
    Step.DIFFERING: _("the two reports differ. Agree with the other one, or ask the desk to decide."),
    Step.FINISHED: _("this match is finished. Ask the desk if its result is wrong."),
}


def lock(match: Match) -> Match:
    """The match as it is now, held until the transaction ends. First line of every deed on a match."""
    return _lock(match.pk)


def _lock(pk: UUID) -> Match:
    held = Match.objects.select_for_update().get(pk=pk)
    refuse_called_off(held)
    return held


def refuse_called_off(match: Match) -> None:
    """Raises Refused (`match_called_off`) with what ended the match without a result, if something did."""
    if match.called_off_at is None:
        return
    sentence = gettext("This pairing was withdrawn, so nothing counts here. Look up your table in the pairings.")
    if is_cancelled(match):
        sentence = gettext("The tournament was cancelled, so nothing counts here any more.")
    raise Refused(sentence, code="match_called_off")


def is_cancelled(match: Match) -> bool:
    """Called off while its pairing stands: not that was withdrawn, the whole event was cancelled."""
    return match.called_off_at is not None and surroundings.event.is_at_a_table(match)


def lock_for(seat: Seat, *steps: Match.Step, refusal: str) -> Match:
    """The held match when it stands at one of these steps; otherwise refuses and says what is to be done instead.

    `refusal` is a sentence with a place for that: %(instead)s.
    """
    match = _lock(seat.match_id)
    if match.step not in steps:
        code = "match_finished" if match.step == Step.FINISHED else "not_now"
        raise Refused(refusal % {"instead": TO_DO[Step(match.step)]}, code=code, step=match.step)
    return match


def save(match: Match, *, step: Match.Step | None = None) -> None:
    """Ends a deed: clocks stand still where no game is played, and open pages learn that there is something new."""
    match.step = step or match.step
    clock_marks.stop(match)
    match.version += 1
    match.save()
    live_events.publish_change("match", match.pk)


def save_all(matches: Collection[Match]) -> None:
    """`save` for many matches that went on together: few statements, however many they are."""
    clock_marks.stop(*matches)
    for match in matches:
        match.version += 1
    bulk_rows.update_rows(matches, ["step", "version", "flag_seat", "flag_at"])
    live_events.publish_change("match", *(match.pk for match in matches))


def open_game(match: Match) -> Game:
    """The game that is on. A match that is not finished always has one."""
    return match.games.get(outcome=Game.Outcome.OPEN)


def on_paper(match: Match, game: Game | None = None) -> bool:
    """Are the bids of this game, or of the one that is on, shown on paper and entered together?"""
    if match.bids_on_paper or match.step == Step.FINISHED:
        return match.bids_on_paper
    return (game or open_game(match)).bids_on_paper


def others(seat: Seat) -> list[Seat]:
    """The other seats of the match, with their people."""
    return list(Seat.objects.filter(match=seat.match_id).exclude(pk=seat.pk).select_related("user"))


def next_attempts(ended: Iterable[BidAttempt]) -> None:
    """The next try after each of these, which was the last of its match."""
    BidAttempt.objects.bulk_create(
        BidAttempt(match=attempt.match, game=attempt.game, number=attempt.number + 1) for attempt in ended
    )


def new_attempt(match: Match, game: Game) -> BidAttempt:
    """The next try at the bids; attempts are numbered through the match."""
    return BidAttempt.objects.create(match=match, game=game, number=match.attempts.count() + 1)


def end_attempt(match: Match, *, why: Message) -> None:
    """Whatever is sealed for a game that needs no bids any more stays sealed for ever."""
    match.attempts.filter(state__in=BidAttempt.LIVE).update(state=BidAttempt.State.VOID, **words("void_reason", why))
    idempotency.forget_hidden_values(match.pk)


def next_game(match: Match) -> None:
    """Bosses are not shown again: each further game begins with its bids (12.3.1, G-160)."""
    game = Game.objects.create(match=match, number=match.games.count() + 1)
    new_attempt(match, game)
    match.winner, match.reason, match.finished_at, match.entered_whole = None, "", None, False
    match.step = Step.BIDDING


def finish_match(match: Match, *, winner: Seat | None, reason: Reason) -> None:
    """Nothing of a finished match stays open: a game in progress is cut, an attempt at bids is void."""
    end_attempt(match, why=Message("bids.match_ended"))
    match.games.filter(outcome=Game.Outcome.OPEN).update(outcome=Game.Outcome.CUT, ended_at=db_now())
    match.winner, match.reason, match.step = winner, reason, Step.FINISHED
    match.finished_at = match.finished_at or db_now()


def reason_given(why: Given) -> Given:
    """The reason without spaces around it. Refuses an empty or overlong one."""
    if isinstance(why, Message):
        return why
    if not (why := why.strip()):
        raise Refused(gettext("Give a reason. It is kept with the change."), code="reason_missing")
    if len(why) > 300:
        raise Refused(gettext("Give a reason of at most 300 characters."), code="reason_too_long")
    return why
