/* What plays a game on the board. */
import "../static/board-outcomes.js";
import "../static/board-taps.js";
