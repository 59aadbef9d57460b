"""Offers the way from decks to practice."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "bos_tournament.play"
