/* A part that brings itself up to date keeps what its reader typed, ticked and opened in it, and where they are in it.
   What was typed into a form that is gone with the news is left to be copied. */
const NAMED = "input:not([type=hidden], [type=file]), select, textarea, button, a[href], summary, [tabindex='0']";
let [partId, focused, saved] = [null, null, new Map()];

const isTickable = (element) => element.type === "checkbox" || element.type === "radio";

// What an element is to its reader, however often the page is written anew: its form, what that is about, its words.
function* named() {
  const seen = new Map();
  for (const element of document.getElementById(partId)?.querySelectorAll(NAMED) ?? []) {
    const hidden = ({ type, name }) => type === "hidden" && !/^(csrf|key$)/.test(name);
    const values = [...(element.form?.elements ?? [])].filter(hidden).map((field) => field.value);
    const about = [element.getAttribute("href"), element.form?.getAttribute("action"), ...values];
    const words = element.matches("button, a, summary") && element.textContent.trim();
    const key = [element.localName, element.name, isTickable(element) && element.value, words, ...about].join("\n");
    seen.set(key, (seen.get(key) ?? 0) + 1);
    yield [`${key}\n${seen.get(key)}`, element];
  }
}

// What a field says before its reader touches it.
function defaultValue({ localName, options, defaultValue: written }) {
  if (localName !== "select") return written;
  return ([...options].find((option) => option.defaultSelected) ?? options[0])?.value;
}

function changedValue(element) {
  if (element.localName === "summary") return element.parentElement.open || undefined;
  if (!element.matches("input, select, textarea")) return undefined;
  const refused = document.querySelector("main .summary"); // a form that came back holds what was typed as its own
  if (isTickable(element)) return refused || element.checked !== element.defaultChecked ? element.checked : undefined;
  return refused || element.value !== defaultValue(element) ? element.value : undefined;
}

function restore(element, value) {
  const holder = element.localName === "summary" ? element.parentElement : element;
  const property = holder !== element ? "open" : isTickable(element) ? "checked" : "value";
  if (value === undefined || holder[property] === value) return;
  holder[property] = value;
  if (holder !== element) return;
  for (const kind of ["input", "change"]) element.dispatchEvent(new Event(kind, { bubbles: true }));
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap || !detail.target.matches("[hx-trigger*=every]")) return;
  const current = document.activeElement;
  partId = detail.target.id;
  focused = detail.target.contains(current) ? { from: current.selectionStart, to: current.selectionEnd } : null;
  const { elt, verb } = detail.requestConfig;
  const sent = verb !== "get" && detail.xhr.status < 400 && elt.closest("form"); // what arrived is not lost
  const elements = [...named()].filter(([, element]) => !sent || element.form !== sent);
  if (focused) focused.key = elements.find(([, element]) => element === current)?.[0];
  saved = new Map(elements.map(([key, element]) => [key, changedValue(element)]));
});

document.addEventListener("htmx:afterSwap", () => {
  if (partId === null) return;
  let current = null;
  for (const [key, element] of named()) {
    restore(element, saved.get(key));
    saved.delete(key);
    if (key === focused?.key) current = element;
  }
  document.dispatchEvent(new CustomEvent("unsaved", { detail: [...saved.values()] }));
  const target = current ?? document.getElementById(partId) ?? document.querySelector("main");
  if (focused && !current) target?.setAttribute("tabindex", "-1");
  if (focused) target?.focus({ preventScroll: true });
  if (current?.setSelectionRange && Number.isInteger(focused.from)) current.setSelectionRange(focused.from, focused.to);
  partId = null;
});
