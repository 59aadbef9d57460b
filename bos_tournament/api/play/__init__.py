"""Doors to what is played on the board outside tournaments: practice games and analyses."""
