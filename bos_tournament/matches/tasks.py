"""What workers do for matches."""

from bos_tournament.matches import bid_opening, bid_sealing
from bos_tournament.operations.jobs import DEEDS, TOGETHER

DEEDS[bid_sealing.OPEN_BIDS] = bid_opening.open_attempt
TOGETHER[bid_sealing.OPEN_BIDS] = bid_opening.open_attempts
