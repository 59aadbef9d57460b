/* What teaches the game on the board. */
import "../static/board-keys.js";
import "../static/board-notes.js";
import "../static/board-taps.js";
import "../static/lesson-sight.js";
