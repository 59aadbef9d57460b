"""Games on the board outside tournaments: practice against bots."""
