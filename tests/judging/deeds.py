"""Every deed of matches, tournaments and judges: its scene and its line in the trail, or why it leaves none.

Each scene gives the tournament it plays in, and does its deed when it is asked to go on.
"""

from tests.judging import scenes_of_entering, scenes_of_guests, scenes_of_judging, scenes_of_matches, scenes_of_rounds

SCENES = {
    **scenes_of_matches.SCENES,
    **scenes_of_entering.SCENES,
    **scenes_of_rounds.SCENES,
    **scenes_of_judging.SCENES,
    **scenes_of_guests.SCENES,
}

# Deeds that leave no line of their own, and why.
WITHOUT_A_LINE = {
    "matches.bidding.seal_bid": "the moment of a line would tell who bid first",
    "matches.clocks.begin": "each turn is kept among the marks of the match's clocks; here it would hide the rest",
    "matches.clocks.end_turn": "each turn is kept among the marks of the match's clocks; here it would hide the rest",
    "matches.greeting.greet": "it decides nothing, and the page of the match shows it",
    "tournaments.webhooks.send_test": "it changes nothing, and the log of the address shows it",
    "tournaments.webhooks.send_again": "it changes nothing, and the log of the address shows it",
    "matches.new_phones.bid_on_paper": "nothing is decided by it; the bids that follow are told as bids on paper",
    "tournaments.guests.confirm": "kept as a look at the lists it opens, which is told",
    "matches.swapping.swap_reserves": "that somebody swaps, and when, is nobody's business before the game",
    "matches.starting.start_matches": "a part of publishing or mending a round, which is told",
    "matches.starting.call_on": "a part of taking a cancellation back",
    "matches.starting.call_off": "a part of taking a round back or mending it",
    "matches.starting.cancel": "a part of cancelling the tournament, which is told",
    "tournaments.series.create": "a series is no part of a tournament until one is put into it, which is told",
    "tournaments.series.edit": "a series is no part of a tournament; its page says how points are given",
    "tournaments.series.delete": "only a series without tournaments is deleted",
    "tournaments.series.add_organizer": "a series is no part of a tournament; its organizers see who else is one",
    "tournaments.series.remove_organizer": "a series is no part of a tournament; its organizers see who else is one",
    "judging.demo.make": "fills an empty site; what it does is told by its deeds",
}
