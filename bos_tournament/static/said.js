/* What a deed has done is told by the page that comes next. Readers of screens hear a place that speaks only when it
   changes, so the words move into it once the page stands there. */
const HEARD = 300; // milliseconds that a reader of screens needs to learn of the place
const told = document.querySelector("[data-told]");
const place = document.querySelector("[data-tells]");

function tell() { setTimeout(() => place.append(told), HEARD); }

if (told && document.readyState === "complete") tell();
else if (told) addEventListener("load", tell);
