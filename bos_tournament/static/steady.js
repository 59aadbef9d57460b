/* A part that brings itself up to date keeps what its reader typed, ticked and opened in it, and where they are in it.
   What was typed into a form that is gone with the news is left to be copied. */
const NAMED = "input:not([type=hidden], [type=file]), select, textarea, button, a[href], summary, [tabindex='0']";
let [part, place, kept] = [null, null, new Map()];

const ticks = (one) => one.type === "checkbox" || one.type === "radio";

// What an element is to its reader, however often the page is written anew: its form, what that is about, its words.
function* named() {
  const seen = new Map();
  for (const one of document.getElementById(part)?.querySelectorAll(NAMED) ?? []) {
    const fields = [...(one.form?.elements ?? [])].filter(({ type, name }) => type === "hidden" && !/^(csrf|key$)/.test(name));
    const about = [one.form?.getAttribute("action"), ...fields.map((field) => field.value)];
    const words = one.matches("button, a, summary") && one.textContent.trim();
    const key = [one.localName, one.name, ticks(one) && one.value, one.getAttribute("href"), words, ...about].join("\n");
    seen.set(key, (seen.get(key) ?? 0) + 1);
    yield [`${key}\n${seen.get(key)}`, one];
  }
}

function own(one) {
  if (one.localName === "summary") return one.parentElement.open || undefined;
  if (!one.matches("input, select, textarea")) return undefined;
  const refused = document.querySelector("main .summary"); // a form that came back holds what was typed as its own
  if (ticks(one)) return refused || one.checked !== one.defaultChecked ? one.checked : undefined;
  return refused || one.value !== one.defaultValue ? one.value : undefined;
}

function give(one, was) {
  const [on, what] = one.localName === "summary" ? [one.parentElement, "open"] : [one, ticks(one) ? "checked" : "value"];
  if (was === undefined || on[what] === was) return;
  on[what] = was;
  if (on === one) for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap || !detail.target.matches("[hx-trigger*=every]")) return;
  const at = document.activeElement;
  part = detail.target.id;
  place = detail.target.contains(at) ? { from: at.selectionStart, to: at.selectionEnd } : null;
  kept = new Map([...named()].map(([key, one]) => { if (one === at) place.key = key; return [key, own(one)]; }));
});

document.addEventListener("htmx:afterSwap", () => {
  if (part === null) return;
  let at = null;
  for (const [key, one] of named()) {
    give(one, kept.get(key));
    kept.delete(key);
    if (key === place?.key) at = one;
  }
  document.dispatchEvent(new CustomEvent("unsaved", { detail: [...kept.values()] }));
  const where = at ?? document.getElementById(part) ?? document.querySelector("main");
  if (place && !at) where?.setAttribute("tabindex", "-1");
  if (place) where?.focus({ preventScroll: true });
  if (at?.setSelectionRange && Number.isInteger(place.from)) at.setSelectionRange(place.from, place.to);
  part = null;
});
