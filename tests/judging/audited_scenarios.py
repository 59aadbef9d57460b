"""Every deed of matches, tournaments and judges: its scene and its line in the trail, or why it leaves none.

Each scene gives the tournament it plays in, and does its deed when it is asked to go on.
"""

from tests.judging import entrant_scenarios, guest_phone_scenarios, judging_scenarios, match_scenarios, round_scenarios

SCENES = {
    **match_scenarios.SCENES,
    **entrant_scenarios.SCENES,
    **round_scenarios.SCENES,
    **judging_scenarios.SCENES,
    **guest_phone_scenarios.SCENES,
}

# Deeds that leave no line of their own, and why.
WITHOUT_A_LINE = {
    "matches.bid_entry.seal_bid": "the moment of a line would tell who bid first",
    "matches.clocks.start_clocks": "each turn is kept among the marks of the match's clocks; here it hides the rest",
    "matches.clocks.end_turn": "each turn is kept among the marks of the match's clocks; here it hides the rest",
    "matches.boss_reveal.confirm_bosses": "it decides nothing, and the page of the match shows it",
    "tournaments.subscriptions.send_test": "it changes nothing, and the log of the address shows it",
    "tournaments.subscriptions.send_again": "it changes nothing, and the log of the address shows it",
    "matches.new_phones.bid_on_paper": "nothing is decided by it; the bids that follow are told as bids on paper",
    "tournaments.guests.confirm": "kept as a look at the lists it opens, which is told",
    "matches.reserve_swaps.swap_reserves": "that somebody swaps, and when, is nobody's business before the game",
    "matches.match_start.start_matches": "a part of publishing or mending a round, which is told",
    "matches.match_start.reinstate_match": "a part of taking a cancellation back",
    "matches.match_start.withdraw_match": "a part of taking a round back or mending it",
    "matches.match_start.cancel_match": "a part of cancelling the tournament, which is told",
    "tournaments.series_setup.create": "a series is no part of a tournament until one is put into it, which is told",
    "tournaments.series_setup.edit_series": "a series is no part of a tournament; its page says how points are given",
    "tournaments.series_setup.delete_series": "only a series without tournaments is deleted",
    "tournaments.series_setup.add_organizer": "a series is no part of a tournament; its organizers see who else is one",
    "tournaments.series_setup.remove_organizer": "a series is no part of a tournament; its organizers see the others",
    "tournaments.leaderboard.renew_standings": "what follows from results that are told",
    "tournaments.kept_printouts.ask_for": "it changes nothing; looks at deck lists are kept by themselves",
    "judging.judge_calls.decide_board_change": "the recorded game has the change as a line, with who agreed to it",
    "judging.demo.make": "fills an empty site; what it does is told by its deeds",
}
