/* Walking through a record: arrow keys and swipes follow its links; the list keeps the line in sight. */
const viewer = document.querySelector("[data-viewer]");

/* One line is asked for at a time. What is pressed meanwhile moves the wish, which is asked for next: so nothing is
   lost, nothing is broken off, and a held key keeps up however long a table takes. */
let wish = null;
let asking = null;
let passing = false;

function shownLine() {
  return document.getElementById("position")?.dataset.line;
}

function lines() {
  return ["0", ...[...(document.getElementById("walk")?.children ?? [])].map((line) => line.dataset.key)];
}

function linkTo(key) {
  const line = [...(document.getElementById("walk")?.children ?? [])].find((one) => one.dataset.key === key);
  return line?.querySelector("a") ?? document.querySelector("#walk-first[href]");
}

function go(key) {
  wish = key;
  mark();
  if (!asking) ask();
}

function ask() {
  if (wish === null || wish === shownLine()) {
    wish = null;
    return;
  }
  passing = true;
  linkTo(wish)?.click();
  passing = false;
}

function walk(way) {
  const known = lines();
  const at = known.indexOf(wish ?? shownLine());
  const key = known[{ first: 0, back: at - 1, next: at + 1, last: known.length - 1 }[way]];
  if (at >= 0 && key !== undefined) go(key);
}

viewer?.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='?line=']");
  if (!link || passing || event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  if (link.id.startsWith("walk-")) walk(link.id.slice("walk-".length));
  else go(new URLSearchParams(link.search).get("line"));
}, { capture: true });

viewer?.addEventListener("submit", (event) => {
  const key = event.target.matches(".jump") && event.target.elements.line.value.trim();
  if (!key || !lines().includes(key)) return;
  event.preventDefault();
  event.stopPropagation();
  go(key);
}, { capture: true });

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.target?.id === "position") asking = event.detail.xhr;
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (asking && event.detail.xhr === asking) {
    asking = null;
    ask();
  }
  mark();
});

/* What did not arrive is asked for no more: the page says so, and the next press begins where the table stands. */
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.xhr !== asking || event.detail.successful) return;
  asking = wish = null;
  mark();
});

document.addEventListener("htmx:historyRestore", () => {
  asking = wish = null;
  mark();
});

function typing(target) {
  return target.closest("input, textarea, select, [contenteditable]");
}

document.addEventListener("keydown", (event) => {
  if (!viewer || typing(event.target) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const way = { ArrowLeft: "back", ArrowRight: "next" }[event.key];
  if (!way) return;
  event.preventDefault();
  walk(way);
});

/* A swipe is a quick, level stroke of one finger over the table. */
let touch = null;
viewer?.addEventListener("touchstart", (event) => {
  const on = event.touches.length === 1 && event.target.closest(".table, .position-head");
  touch = on ? { x: event.touches[0].clientX, y: event.touches[0].clientY, at: event.timeStamp } : null;
}, { passive: true });
viewer?.addEventListener("touchend", (event) => {
  if (!touch) return;
  const x = event.changedTouches[0].clientX - touch.x;
  const y = event.changedTouches[0].clientY - touch.y;
  const quick = event.timeStamp - touch.at < 800;
  touch = null;
  if (quick && Math.abs(x) > 48 && Math.abs(x) > 2 * Math.abs(y)) walk(x < 0 ? "next" : "back");
}, { passive: true });

/* The list shows which line the table belongs to, or will in a moment. It scrolls by itself where it is a box of its own, never the page. */
function mark() {
  const key = wish ?? shownLine();
  const list = document.getElementById("walk");
  if (!list) return;
  for (const line of list.children) {
    const here = line.dataset.key === key;
    line.classList.toggle("here", here);
    if (here) line.querySelector("a").setAttribute("aria-current", "step");
    else line.querySelector("a[aria-current]")?.removeAttribute("aria-current");
    if (here && list.scrollHeight > list.clientHeight) {
      list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 3;
    }
  }
}

mark();
