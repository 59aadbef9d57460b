"""Dates and times in German."""
