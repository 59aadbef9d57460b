"""How a tournament is built and where it is: stages, schedule, brackets, groups, standings of a stage."""
