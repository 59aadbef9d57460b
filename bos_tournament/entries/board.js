import "../static/board-taps.js";
