"""Running a tournament: start, rounds, results, clocks, the cut, undoing, the end."""
