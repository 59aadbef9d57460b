/* Players' clocks count on by themselves between two looks at the site, whose moments alone count.
   [data-clocks] holds how they stood at data-at, in milliseconds; data-now is the site's time when it was written. */
const SECOND = 1000;
const AGAIN = 2 * SECOND; // until a tap that did not arrive is sent again
const DOUBLE = 0.5 * SECOND; // between the two halves of a double tap, at most

function face(milliseconds) {
  const seconds = Math.ceil(Math.max(milliseconds, 0) / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function passed(clocks) {
  clocks.skew ??= new Date(clocks.dataset.now) - Date.now();
  return Math.max(Date.now() + clocks.skew - new Date(clocks.dataset.at), 0);
}

function count(clocks) {
  const running = clocks.querySelector("[data-counts]");
  if (!running) return;
  const gone = passed(clocks);
  const left = Number(running.dataset.left) - Math.max(gone - Number(clocks.dataset.free), 0);
  running.textContent = face(left);
  running.classList.toggle("soon", left > 0 && left <= 60 * SECOND);
  running.classList.toggle("over", left <= 0);
  const free = clocks.querySelector("[data-free-left]");
  if (free) free.textContent = `${Math.ceil(Math.max(Number(clocks.dataset.free) - gone, 0) / SECOND)} s`;
  const flag = clocks.querySelector("[data-flag]");
  if (left <= 0 && flag?.hidden) {
    flag.querySelector("[data-flag-said]").textContent = clocks.dataset.out.replace("NAME", running.dataset.name);
    flag.hidden = false;
  }
}

function tick() { document.querySelectorAll("[data-clocks]").forEach(count); }

// A tap that did not get through is sent again: the site knows it by the mark it names, so it counts once. One wait at
// a time, however often somebody taps, and news stay out meanwhile: with the form drawn anew, the tap would be lost.
function again({ detail }) {
  const form = detail.elt.closest("[data-tap]");
  if (!form || (detail.xhr.status && ![502, 503, 504].includes(detail.xhr.status))) return;
  form.closest("[data-clocks]").querySelector("[data-unsent]").hidden = false;
  clearTimeout(form.waits);
  form.dataset.waits = "";
  form.waits = setTimeout(() => { if (form.isConnected) form.requestSubmit(); }, AGAIN);
}

// The button of the next turn stands where that of the last one stood: the second half of a double tap is not meant.
let tapped = -Infinity;
function once(event) {
  if (!event.target.closest("[data-tap] button")) return;
  if (performance.now() - tapped < DOUBLE) event.preventDefault();
  tapped = performance.now();
}

tick();
setInterval(tick, 250);
document.addEventListener("click", once, { capture: true });
document.addEventListener("htmx:afterSettle", tick);
for (const failed of ["sendError", "timeout", "responseError"]) document.addEventListener(`htmx:${failed}`, again);
