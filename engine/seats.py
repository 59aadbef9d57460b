"""Seats of a table, counted from 0 and called P1, P2 and so on."""

from __future__ import annotations


def seat_name(seat: int) -> str:
    """How records call a seat."""
    return f"P{seat + 1}"
