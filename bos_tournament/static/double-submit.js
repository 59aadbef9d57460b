/* A form that is on its way is not sent again by a second tap: on a slow line the first one has arrived already. */
const UNDERWAY = 10000; // milliseconds; then it may be meant
let sent = new WeakMap();

addEventListener("pageshow", () => { sent = new WeakMap(); });
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method")?.toLowerCase() !== "post" || form.hasAttribute("hx-post")) return;
  if (performance.now() - (sent.get(form) ?? -Infinity) < UNDERWAY) event.preventDefault();
  else sent.set(form, performance.now());
}, { capture: true });
