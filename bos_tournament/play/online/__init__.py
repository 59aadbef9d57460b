"""Games of online tournaments: played on the board, with clocks that decide and an end that is the result."""
