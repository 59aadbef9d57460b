/* What the screen of a hall does beside that. */
import "../static/hall-scroll.js";
import "../static/whole-rows.js";
