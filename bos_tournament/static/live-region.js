/* What a deed has done is told by the page that comes next. Readers of screens hear a place that speaks only when it
   changes, so the words move into it once the page stands there. */
const HEARD = 300; // milliseconds that a reader of screens needs to learn of the place
const messages = document.querySelector("[data-told]");
const region = document.querySelector("[data-tells]");

function announce() { setTimeout(() => region.append(messages), HEARD); }

if (messages && document.readyState === "complete") announce();
else if (messages) addEventListener("load", announce);
