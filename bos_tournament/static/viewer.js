/* Walking through a record: arrow keys and swipes follow its links; the list keeps the line in sight. */
const viewer = document.querySelector("[data-viewer]");

function walk(way) {
  document.querySelector(`#walk-${way}[href]`)?.click();
}

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

/* The list shows which line the table belongs to. It scrolls by itself where it is a box of its own, never the page. */
function mark() {
  const key = document.getElementById("position")?.dataset.line;
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

document.addEventListener("htmx:afterSettle", mark);
mark();
