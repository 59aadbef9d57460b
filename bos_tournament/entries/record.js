/* What walks through a record. */
import "../static/board-notes.js";
import "../static/board-taps.js";
import "../static/record-list.js";
import "../static/record-keys.js";
import "../static/record-walk.js";
