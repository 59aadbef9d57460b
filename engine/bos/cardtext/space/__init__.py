"""Where cards are: columns, neighbours and places, in the language of cards."""
