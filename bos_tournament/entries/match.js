/* What a match does beside that: clocks, bids, swaps. */
import "../static/game-clocks.js";
import "../static/number-stepper.js";
import "../static/card-swap.js";
