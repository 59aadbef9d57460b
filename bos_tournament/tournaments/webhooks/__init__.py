"""Webhooks of a tournament: addresses, deliveries, and the pages about them."""
