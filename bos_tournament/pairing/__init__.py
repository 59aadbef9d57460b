"""Swiss rounds, brackets and standings as pure functions on frozen values.

from bos_tournament.pairing.event import Event, Pairing, Player
from bos_tournament.pairing.standings import standings
from bos_tournament.pairing.swiss import pair_round
"""
