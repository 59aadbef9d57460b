"""Analysis of games: records with branches, what a bot would write, links to share."""
