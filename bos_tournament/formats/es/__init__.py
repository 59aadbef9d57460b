"""Dates and times in Spanish."""
