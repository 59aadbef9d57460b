"""What workers do for practice games."""

from bos_tournament.operations.jobs import DEEDS
from bos_tournament.play import bot_turns, game_flow

DEEDS[game_flow.BOT_ANSWERS] = bot_turns.answer
