/* What plays a game on the board. */
import "../static/board-taps.js";
