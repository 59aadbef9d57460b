"""What the board of a practice game shows to its player: the table as they may see it, and what they can do."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.cards import catalogue
from bos_tournament.messages import localize, localize_told
from bos_tournament.play import bot_queue, option_outlooks
from bos_tournament.play.models import PLAYER, PracticeGame
from bos_tournament.play.positions import Position, position_of, wizards_of
from bos_tournament.play.practice_matches import presenter as preparing
from engine.bos import game as bos
from engine.bos.game import Card, Pool
from engine.hosting import Message, Violation

Shown = dict[str, Any]


def board(game: PracticeGame, seat: int = PLAYER) -> Shown:
    """The game as it is now for that seat; before it begins, what is asked and nothing of the table."""
    match = preparing.match_so_far(game, seat)
    if game.is_preparing:
        return {**_empty_board(game, seat), **match}
    here = position_of(game)
    table = here.track.table(here.last_key, seat - 1)
    pool = catalogue.pinned(game.pool_id)
    is_own_turn = here.seat == seat
    options = here.options if is_own_turn else ()
    choices = [_choice(each) for each in option_outlooks.foreseen(here, options)]
    return {
        **_empty_board(game, seat),
        **match,
        "problem": localize(here.problem) if here.problem else "",
        "count": here.count,
        "table": {**table, "below": f"P{seat}"} if table else None,
        "told": _told_since_own_choice(here, seat),
        "hand": hand(table, seat - 1, pool) if table else [],
        "own_turn": is_own_turn,
        "waiting": game.over_at is None and not is_own_turn,
        "wizards": _own_wizards(game, here, seat),
        "games_before": bot_queue.games_before(game),
        "prompt": localize(here.prompt) if here.prompt and is_own_turn else "",
        "options": choices,
        **by_kind(choices),
        "whole": here.whole,
        "may_pass": here.may_pass and is_own_turn,
        "notes": list(notes(here.track.why_not(here.last_key) if is_own_turn else {}, table, pool)) if table else [],
        "may_take_back": bool(game.bot)
        and not match["following"]
        and any(row.seat == seat and not row.by_itself for row in here.rows),
        "ending": _ending(here),
    }


def _own_wizards(game: PracticeGame, here: Position, seat: int) -> list[str]:
    """The seat's wizards from column a, while it may still place them."""
    may = game.over_at is None and not _has_chosen(here, seat)
    return wizards_of(game, seat) if may else []


def game_row(game: PracticeGame, user: Viewer) -> Shown:
    """A game in the user's list, from their seat: against whom, with which deck, and how it stands."""
    seat = game.seat_of(user)
    score = game.score
    return {
        "address": game.address_of(seat),
        "opponent": game.name_of(3 - seat),
        "deck": game.bot_deck_name if seat == PLAYER else game.deck_name,
        "is_over": game.over_at is not None,
        "is_won": game.winner == seat,
        "is_lost": game.winner == 3 - seat,
        "is_against_bot": bool(game.bot),
        "best_of": game.best_of,
        "number": game.number,
        "score": [score[seat - 1], score[2 - seat]],
    }


def _has_chosen(here: Position, seat: int) -> bool:
    return any(row.seat == seat and not row.by_itself for row in here.rows)


def _empty_board(game: PracticeGame, seat: int) -> Shown:
    """Whose game it is; nothing is done, and nothing to see."""
    return {
        "game": game,
        "seat": seat,
        "key": game.key_of(seat),
        "opponent": game.name_of(3 - seat),
        "won": game.winner == seat,
        "problem": "",
        "count": 0,
        "table": None,
        "told": [],
        "hand": [],
        "own_turn": False,
        "waiting": False,
        "games_before": 0,
        "wizards": [],
        "prompt": "",
        "options": [],
        "whole": True,
        "may_pass": False,
        "notes": [],
        "may_take_back": False,
        "ending": "",
    }


def _choice(each: option_outlooks.Foreseen) -> Shown:
    """An option as its button shows it."""
    option, outlook = each.option, each.outlook
    return {
        "written": option.written,
        "path": option.path,
        "how": option.how,
        "odd": each.odd,
        "label": localize(each.label),
        "outcome": _said(outlook.said) if outlook else "",
        "effect": _said(outlook.effect) if outlook else "",
        "outlook": outlook,
    }


def _said(message: Message | None) -> str:
    return localize(message) if message else ""


def _told_since_own_choice(here: Position, seat: int) -> list[Shown]:
    """What happened since the player last chose something, that included: each line with what it did."""
    own = [at for at, row in enumerate(here.rows) if row.seat == seat and not row.by_itself]
    before = sum(row.how == row.How.LINE for row in here.rows[: own[-1]]) if own else 0
    lines = here.track.lines[1 + before :]
    return [{"number": line.number, "line": line.written, "told": localize_told(line.told)} for line in lines]


def by_kind(choices: Sequence[Shown]) -> Shown:
    """Moves that are tapped, those among them that are hardly ever meant, and moves that are buttons alone."""
    return {
        "taps": [choice for choice in choices if choice["path"] and not choice["odd"]],
        "odd": [choice for choice in choices if choice["path"] and choice["odd"]],
        "buttons": [choice for choice in choices if not choice["path"]],
    }


def hand(table: Shown, seat: int, pool: Pool) -> list[Shown]:
    """The cards in the piles of a seat, from 0, that sees them, each once with how many there are."""
    own = table["seats"][seat]
    piles = [("castle", _("Castle")), ("spellbook", _("Spellbook"))]
    return [{"pile": name, "title": title, "cards": list(pile(own[f"{name}_cards"], pool))} for name, title in piles]


def pile(names: list[str], pool: Pool) -> Iterator[Shown]:
    """The cards of a pile, each once with how many there are."""
    for name, copies in sorted(Counter(names).items()):
        card = pool.find(name)
        yield {
            "name": name,
            "at": f"={name}",
            "copies": copies,
            "color": card.color.value if card and card.color else "",
            "strength": card.strength if card else None,
            "cost": card.cost if card else None,
        }


def notes(why: Mapping[str, Violation], table: Shown, pool: Pool) -> Iterator[Shown]:
    """For everything that can be tapped: the card, and why it can do nothing now, where that is so."""
    for at, name in cards_in_sight(table):
        violation = why.get(at)
        card = pool.find(name) if name else None
        if card is None and violation is None:
            continue
        reason = {"text": localize(violation.message), "rule": violation.rule} if violation else None
        yield {"at": at, "card": printed(card) if card else None, "why": reason}


def cards_in_sight(table: Shown) -> Iterator[tuple[str, str | None]]:
    """What can be tapped for each card that the player sees, and its name."""
    for seat in table["seats"]:
        for card in (seat["boss"], *seat["wizards"], *seat["summons"]):
            if card:
                yield card["at"], card["name"]
        for name in dict.fromkeys([*seat.get("castle_cards", ()), *seat.get("spellbook_cards", ())]):
            yield f"={name}", name


def printed(card: Card) -> Shown:
    """A card as a player reads it."""
    return {
        "name": card.name,
        "type": card.type.value if card.type else "",
        "strength": card.strength,
        "cost": card.cost,
        "condition": card.condition,
        "texts": [ability.text for ability in card.abilities],
    }


def _ending(here: Position) -> str:
    """How the game ended; empty while it is on."""
    return localize(bos.ending(here.outcome)) if here.outcome else ""
