"""Games that are played at a table and recorded on the board."""
