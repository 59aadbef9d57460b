"""Evenings of small tournaments by phone, in every format that the walk knows, and bids that stay sealed."""

from benchmarks.walk.cast import GUESTS, ONE, World
from benchmarks.walk.story import FORMATS, states
from bos_tournament.accounts.models import User
from bos_tournament.matches import bid_entry
from bos_tournament.tournaments.models import Tournament
from tests.tournaments import running_tournaments
from tests.upgrade.filling.every_deed import LANGUAGES


def play_all():
    people = {}
    for number, (name, settings) in enumerate(FORMATS.items()):
        world = World({**settings, "name": f"Evening of {name}"[:60]}, ONE, people)
        User.objects.filter(pk=people["Anna"].pk).update(language=LANGUAGES[number % 3])
        for _ in states(world):
            pass
        people = world.people
        for guest in GUESTS:
            user = User.objects.get(pk=people.pop(guest).pk)
            user.set_handle(f"{guest} of evening {number}")
            user.save()


def bids_that_wait():
    """Last of all: at one table one bid is in, at the other both, and nobody has opened them."""
    from bos_tournament.tournaments.rounds import round_cycle

    cup = running_tournaments.running(["Seal A", "Seal B", "Seal C", "Seal D"], name="Sealed Cup", slug="sealed-cup")
    round_ = round_cycle.publish(round_cycle.create_draft_round(cup, number=1))
    from bos_tournament.matches import boss_reveal

    for pairing in round_.pairings.order_by("table"):
        one, two = pairing.match.seats.select_related("match", "user").order_by("number")
        for seat in (one, two):
            boss_reveal.confirm_bosses(seat)
        bid_entry.seal_bid(one, amount=713)
        if pairing.table == 2:
            bid_entry.seal_bid(two, amount=808)
    assert Tournament.objects.get(slug="sealed-cup").state == "running"
