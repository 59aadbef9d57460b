"""What workers do for matches."""

from bos_tournament.matches import bid_entry, bid_opening
from bos_tournament.operations.jobs import DEEDS, TOGETHER

DEEDS[bid_entry.OPEN_BIDS] = bid_opening.open_attempt
TOGETHER[bid_entry.OPEN_BIDS] = bid_opening.open_attempts
