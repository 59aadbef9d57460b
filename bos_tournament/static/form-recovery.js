/* What was typed into a form that did not arrive comes back with the form: after signing in again, after a page that
   says what went wrong, or by the way back. That page shows it, too, and so does the form's own once the form is gone.
   It stays in this tab, for whoever typed it, and no secret is among it. */
const KEY = "typed";
const HOUR = 60 * 60 * 1000;
const SECRET = "[type=password], [autocomplete=one-time-code]";
const FIELDS = "input:not([type=hidden], [type=file], [type=submit], [type=button]), select, textarea";
const banner = document.querySelector("[data-connection]");
const reader = banner?.dataset.reader;

const targetOf = (form) => new URL(form.getAttribute("action") ?? "", location).href;
const stateKey = (field) => (field.type === "checkbox" || field.type === "radio" ? "checked" : "value");

function* fields(form) {
  const seen = new Map();
  for (const field of form.querySelectorAll(FIELDS)) {
    const name = stateKey(field) === "checked" ? `${field.name}=${field.value}` : field.name;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    yield [`${name} ${seen.get(name)}`, field];
  }
}

function keep({ target: form }) {
  if (form.getAttribute("method")?.toLowerCase() !== "post" || form.hasAttribute("hx-post")) return;
  if (form.getAttribute("autocomplete") === "off" || form.querySelector(SECRET)) return;
  const typed = [...fields(form)].map(([name, field]) => [name, field[stateKey(field)]]);
  if (!typed.length) return;
  const saved = { reader, typed, to: targetOf(form), from: location.href, at: Date.now() };
  sessionStorage.setItem(KEY, JSON.stringify(saved));
}

function restore(form, saved) {
  const typed = new Map(saved.typed);
  for (const [name, field] of fields(form)) {
    if (!typed.has(name) || field[stateKey(field)] === typed.get(name)) continue;
    field[stateKey(field)] = typed.get(name);
    field.closest("details")?.setAttribute("open", "");
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  const note = Object.assign(document.createElement("p"), { className: "note", textContent: banner.dataset.typed });
  note.setAttribute("role", "status");
  form.prepend(note);
}

const saved = JSON.parse(sessionStorage.getItem(KEY));
const [navigation] = performance.getEntriesByType("navigation");
const refused = document.querySelector("[data-not-arrived]");
const failed = saved?.failed || refused || /back|reload/.test(navigation?.type);
const otherReader = reader && reader !== saved?.reader;
if (saved && (!failed || otherReader || Date.now() - saved.at > HOUR)) {
  sessionStorage.removeItem(KEY);
} else if (saved) {
  sessionStorage.setItem(KEY, JSON.stringify({ ...saved, failed: true }));
  const form = [...document.forms].find((one) => targetOf(one) === saved.to && one.querySelector(FIELDS));
  const sameReader = reader === saved.reader && !document.querySelector("main .summary");
  if (sameReader && form) restore(form, saved);
  else if (sameReader && (refused || location.href === saved.from)) {
    document.dispatchEvent(new CustomEvent("unsaved", { detail: saved.typed.map(([, value]) => value) }));
  }
}
document.addEventListener("submit", keep, { capture: true });
