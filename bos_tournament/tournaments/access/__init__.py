"""Who may open which page of a tournament. Each function returns the object or refuses."""
