/* Walking through a record, one line asked for at a time. What is pressed meanwhile moves the wish, which is asked for
   next: so nothing is lost, nothing is broken off, and a held key keeps up however long a table takes. */
const viewer = document.querySelector("[data-viewer]");
const walked = () => [...(document.getElementById("walk")?.children ?? [])];
const shownLine = () => document.getElementById("position")?.dataset.line;
let [wish, asking, passing] = [null, null, false];

const mark = () => viewer?.dispatchEvent(new CustomEvent("here", { detail: wish ?? shownLine() }));
const keys = () => ["0", ...walked().map((line) => line.dataset.key)];

function linkTo(key) {
  const line = walked().find((one) => one.dataset.key === key);
  return line?.querySelector("a") ?? document.querySelector("#walk-first[href]");
}

function ask() {
  if (wish === shownLine()) wish = null;
  if (wish === null) return;
  passing = true;
  linkTo(wish)?.click();
  passing = false;
}

function go(event, key) {
  event.preventDefault();
  event.stopPropagation();
  wish = key;
  mark();
  if (!asking) ask();
}

function walk(event, way) {
  const known = keys();
  const at = known.indexOf(wish ?? shownLine());
  const key = known[{ first: 0, back: at - 1, next: at + 1, last: known.length - 1 }[way]];
  go(event, at >= 0 && key !== undefined ? key : wish);
}

// What did not arrive is asked for no more: the page says so, and the next press begins where the table stands.
function forget() {
  asking = wish = null;
  mark();
}

viewer?.addEventListener("walk", (event) => walk(event, event.detail));
viewer?.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='?line=']");
  if (!link || passing || event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.id.startsWith("walk-")) walk(event, link.id.slice("walk-".length));
  else go(event, new URLSearchParams(link.search).get("line"));
}, { capture: true });
viewer?.addEventListener("submit", (event) => {
  const key = event.target.matches(".jump") && event.target.elements.line.value.trim();
  if (key && keys().includes(key)) go(event, key);
}, { capture: true });
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.target?.id === "position") asking = detail.xhr;
});
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (asking && detail.xhr === asking) {
    asking = null;
    ask();
  }
  mark();
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.xhr === asking && !detail.successful) forget();
});
document.addEventListener("htmx:historyRestore", forget);
mark();
