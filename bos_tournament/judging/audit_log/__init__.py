"""The audit log of a tournament, as sentences."""
