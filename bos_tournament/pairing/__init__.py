"""Swiss rounds, brackets, round robins and standings as pure functions on frozen values; nothing else is imported.

    event        Event, Player, Pairing, Unplayed: a tournament as plain values, and `check_event`
    event_file   `read_event`, `write_event`: EVENT.json
    standings    `standings(event)`: ranks with exact figures and reasons; tally, figures, tie_breaks,
                 contributions: their parts
    convention   families of tie-breaks to choose from, and the sentences that say how an event ranks
    working      `why_here(event, player)`: a rank worked out term by term; pencil: how each figure is
    swiss        `pair_round(event, seed=7)`: the next round with reasons and proof
    checking     `check_rounds(event)`: every finished round drawn again, each difference explained
    messages     what all of these say, as codes with arguments
    rounds, cut  how many rounds suit a field, who goes on and in which order
    bracket      `bracket(n, double=..., third_place=...)`; bracket_play: `advance`, `places`
    bracket_groups  from groups into a bracket, people of one group kept apart
    round_robin  Berger tables
    pods         `draft_pods(event, seed=7)`: tables of three to six for free-for-alls and raids, with reasons and proof
    repair       what a corrected result changes, and the ways to mend the round paired from it

Inside a Swiss round: `field` puts the players in order, `walk` pairs them from the top, `exact` matches a stretch,
`mend` joins the two and proves the whole. For pods, `pod_field` puts the players in order, `pod_search` finds the
tables and what is proved of them, `pod_totals` counts points by place.
"""
