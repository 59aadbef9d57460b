"""Disputes: written records, findings of the engine, rulings of judges."""
