/* What plays a game on the board. */
import "../static/board-choices.js";
import "../static/board-keys.js";
import "../static/board-notes.js";
import "../static/board-outcomes.js";
import "../static/board-taps.js";
import "../static/board-voice.js";
import "../static/looked-up-card.js";
