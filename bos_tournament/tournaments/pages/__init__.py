"""Home, the list of tournaments, joining, feeds, and the map of all addresses."""
