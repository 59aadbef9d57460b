"""Tournaments: entrants, staff, stages, rounds, pairings, standings, the desk."""
