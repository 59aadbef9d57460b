"""How players get in and out: registration, check-in, guests, imports, drops."""
