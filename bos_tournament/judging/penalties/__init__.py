"""Penalties and the infractions they are given for."""
