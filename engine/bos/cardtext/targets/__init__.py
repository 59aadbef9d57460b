"""What a text speaks of, and by how much."""
