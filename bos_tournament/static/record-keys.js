/* Arrow keys and swipes walk through a record. A swipe is a quick, level stroke of one finger over the table. */
const viewer = document.querySelector("[data-viewer]");
const walk = (way) => viewer.dispatchEvent(new CustomEvent("walk", { detail: way, cancelable: true }));
const typing = (target) => target.closest("input, textarea, select, [contenteditable]");
let touch = null;

document.addEventListener("keydown", (event) => {
  if (!viewer || typing(event.target) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const way = { ArrowLeft: "back", ArrowRight: "next" }[event.key];
  if (!way) return;
  event.preventDefault();
  walk(way);
});

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
