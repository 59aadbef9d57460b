"""A hall full of phones: what they wait for when a round is published and when all bid, and what is lost or doubled."""
