"""Halls full of disputed games: every written game that the referee is tried on, and damaged records of others.

People with the same two lists play one game after another, a round each, as many as a tournament has.
"""

import re
from collections import defaultdict
from dataclasses import replace
from itertools import zip_longest

from django.utils import timezone

from benchmarks.fuzz import damaged_record
from bos_tournament.cards import catalogue
from bos_tournament.errors import Refused
from bos_tournament.judging.disputes import appeals, dispute_rulings, filing
from bos_tournament.judging.models import Ruling
from bos_tournament.judging.records import record_entry
from bos_tournament.matches import first_player_choice
from bos_tournament.tournaments.models import Pairing, Round, Sitting, Staff, Stage, Tournament
from engine.bos.decks.deck_lists import main_cards, read_deck
from engine.bos.model.card_pool import Pool
from tests.engine.bos import random_players
from tests.engine.bos.ability_cards import LISTS, POOL
from tests.engine.bos.test_games import GAMES
from tests.factories import DeckVersionFactory, EntrantFactory, StaffFactory, TournamentFactory, UserFactory
from tests.judging.games import work
from tests.matches.playing import bid_both, greet_both, person, start_match

DAMAGED = 36
MOST_ROUNDS = 12
Decision = Ruling.Decision


def play_all():
    written = [(path.read_text(encoding="utf-8"), lists_of(path), POOL) for path in GAMES]
    hall("Hall of written games", written)
    hall("Hall of damaged records", [damaged(number) for number in range(DAMAGED)], twice=True)


def lists_of(path):
    named = re.search(r"^# Lists: (\w+), (\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return tuple(LISTS[name] for name in (named.groups() if named else ("red", "yellow")))


def damaged(number):
    table = random_players.tables()[number % len(random_players.tables())]
    return damaged_record(table, "upgrade", number)[0], (table.decks["P1"], table.decks["P2"]), table.pool


def hall(name, games, *, twice=False):
    """Each game disputed with its record; `twice` both players wrote one."""
    slug, pool = name.lower().replace(" ", "-"), pinned(games[0][2])
    tournament = TournamentFactory(name=name, slug=slug, state=Tournament.State.RUNNING, pool=pool)
    stage = Stage.objects.create(tournament=tournament, number=1, format="swiss", rounds_planned=MOST_ROUNDS)
    judges = [
        StaffFactory(tournament=tournament, role=role, user=UserFactory(second_factor=True)).user
        for role in (Staff.Role.JUDGE, Staff.Role.HEAD_JUDGE)
    ]
    tables = list(of_the_same_people(games))
    pairs = [players(tournament, at, texts[0]) for at, texts in enumerate(tables)]
    done = 0
    for number, played in enumerate(zip_longest(*tables), start=1):
        round_ = Round.objects.create(stage=stage, number=number, state=Round.State.PUBLISHED)
        for table, game in enumerate(played, start=1):
            if game:
                match = seated(round_, table, pairs[table - 1], game[2])
                begin(match, game[0])
                dispute(match, done, game[0], judges, twice=twice)
                done += 1
        if number < max(map(len, tables)):
            Round.objects.filter(pk=round_.pk).update(closed_at=timezone.now())


def of_the_same_people(games):
    """The games of each pair of lists, no more of them than there are rounds."""
    by_lists = defaultdict(list)
    for game in games:
        by_lists[game[1], id(game[2])].append(game)
    for found in by_lists.values():
        yield from (found[at : at + MOST_ROUNDS] for at in range(0, len(found), MOST_ROUNDS))


def pinned(pool):
    """A boss without a condition cannot be kept: it has one that holds in nearly every game."""
    cards = Pool(tuple(replace(card, condition=card.condition or without(card)) for card in pool.cards))
    return catalogue.pin_cards(cards, cards)


def without(card):
    return "If you have 40 or less life." if card.type == "boss" else None


def players(tournament, at, game):
    """Two people with these lists."""
    _, lists, pool = game
    found = []
    for number, text in enumerate(lists, start=1):
        user = person()
        version, place = deck_of(user, text, pool), 2 * at + number
        facts = {"state": "playing", "place": place, "deck_version": version}
        found.append(EntrantFactory(tournament=tournament, user=user, **facts))
    return found


def deck_of(user, text, pool):
    text = re.sub(r"^[ ]+", "", text.strip(), flags=re.MULTILINE)
    boss = next(card for card in main_cards(read_deck(text), pool) if card.type == "boss")
    return DeckVersionFactory(owner=user, text=text, name="Grove", color=str(boss.color), boss=boss.name)


def seated(round_, table, entrants, pool):
    settings = {"edition": "bos-1", "pool": pinned(pool), "draws_allowed": True, "bids_on_paper": False}
    match = start_match([(one.user, one.deck_version) for one in entrants], **settings)
    pairing = Pairing.objects.create(round=round_, table=table, match=match, why="first round: drawn by lot")
    for number, entrant in enumerate(entrants, start=1):
        Sitting.objects.create(pairing=pairing, round=round_, entrant=entrant, number=number, points=0)
    return match


def begin(match, text):
    """Bids and order as the record has them, where it says so."""
    bids = re.search(r"\[Bid P1 (\d+) P2 (\d+)\]", text)
    one, two = map(int, bids.groups()) if bids and bids[1] != bids[2] else (4, 7)
    first = int(found[1]) if (found := re.search(r"\[First P(\d)\]", text)) else 1
    greet_both(match)
    bid_both(match, one, two)
    chooser = match.seats.get(number=1 if one > two else 2)
    first_player_choice.choose_first(chooser, goes_first=chooser.number == first)


def dispute(match, number, text, judges, *, twice):
    anna, ben = match.seats.select_related("user").order_by("number")
    game, claim = match.games.get(), f"In game {number} he attacked twice."
    filed = filing.file_dispute(game, by=anna.user, seat=anna, claim=claim, text=text)
    if twice:
        lines = text.splitlines()
        other = "\n".join(lines[: len(lines) * 2 // 3] + lines[len(lines) * 2 // 3 + 1 :])
        record_entry.hand_in(game, by=ben.user, seat=ben, text=(text if number % 5 == 0 else other) + "\n")
    work()
    try:
        end(filed, number % 9, anna, ben, judges)
    except Refused as refusal:
        print(f"dispute {number}: {refusal}")


def end(filed, way, anna, ben, judges):
    """Withdrawn, opened, ruled in each way, appealed, upheld, changed; or it waits."""
    judge, head = judges
    if way == 1:
        filing.withdraw_dispute(filed, by=anna.user)
    if way == 2:
        filing.open_records(filed, by=judge)
    ways = {3: Decision.CORRECT, 4: Decision.REPLAY, 5: Decision.GO_ON, 6: Decision.CORRECT, 7: Decision.GO_ON}
    if way not in ways:
        return
    won = {3: anna, 6: ben}.get(way)
    dispute_rulings.rule_on_dispute(
        filed, by=judge, decision=ways[way], winner=won, reason="Rule 3.1.1, and Thornback (6.1.4)."
    )
    if way in (5, 6, 7):
        asked = appeals.appeal(filed, by=(anna if way == 6 else ben).user, why="Cleo saw it.")
    if way == 5:
        appeals.uphold(asked, by=head, reason="Cleo was outside.")
    if way == 6:
        dispute_rulings.rule_on_dispute(filed, by=head, decision=Decision.REPLAY, reason="Cleo was right.")
