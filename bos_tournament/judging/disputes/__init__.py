"""Disputes: filed, ruled on, appealed, and kept as precedents."""
