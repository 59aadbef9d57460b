"""Lessons on the board: learning a game step by step."""
