/* What teaches the game on the board. */
import "../static/board-taps.js";
import "../static/lesson-sight.js";
