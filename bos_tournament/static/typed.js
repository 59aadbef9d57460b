/* What was typed into a form that did not arrive comes back with the form: after signing in again, after a page that
   says what went wrong, or by the way back. That page shows it, too, and so does the form's own once the form is gone.
   It stays in this tab, for whoever typed it, and no secret is among it. */
const KEY = "typed";
const HOUR = 60 * 60 * 1000;
const SECRET = "[type=password], [autocomplete=one-time-code]";
const FIELDS = "input:not([type=hidden], [type=file], [type=submit], [type=button]), select, textarea";
const banner = document.querySelector("[data-connection]");
const reader = banner?.dataset.reader;

const whither = (form) => new URL(form.getAttribute("action") ?? "", location).href;
const what = (field) => (field.type === "checkbox" || field.type === "radio" ? "checked" : "value");

function* fields(form) {
  const seen = new Map();
  for (const field of form.querySelectorAll(FIELDS)) {
    const name = what(field) === "checked" ? `${field.name}=${field.value}` : field.name;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    yield [`${name} ${seen.get(name)}`, field];
  }
}

function keep({ target: form }) {
  if (form.getAttribute("method")?.toLowerCase() !== "post" || form.hasAttribute("hx-post")) return;
  if (form.getAttribute("autocomplete") === "off" || form.querySelector(SECRET)) return;
  const typed = [...fields(form)].map(([name, field]) => [name, field[what(field)]]);
  if (typed.length) sessionStorage.setItem(KEY, JSON.stringify({ reader, typed, to: whither(form), from: location.href, at: Date.now() }));
}

function give(form, kept) {
  const typed = new Map(kept.typed);
  for (const [name, field] of fields(form)) {
    if (!typed.has(name) || field[what(field)] === typed.get(name)) continue;
    field[what(field)] = typed.get(name);
    field.closest("details")?.setAttribute("open", "");
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  const note = Object.assign(document.createElement("p"), { className: "note", textContent: banner.dataset.typed });
  note.setAttribute("role", "status");
  form.prepend(note);
}

const kept = JSON.parse(sessionStorage.getItem(KEY));
const [way] = performance.getEntriesByType("navigation");
const refused = document.querySelector("[data-not-arrived]");
const failed = kept?.failed || refused || /back|reload/.test(way?.type);
const another = reader && reader !== kept?.reader;
if (kept && (!failed || another || Date.now() - kept.at > HOUR)) {
  sessionStorage.removeItem(KEY);
} else if (kept) {
  sessionStorage.setItem(KEY, JSON.stringify({ ...kept, failed: true }));
  const form = [...document.forms].find((one) => whither(one) === kept.to && one.querySelector(FIELDS));
  const mine = reader === kept.reader && !document.querySelector("main .summary");
  if (mine && form) give(form, kept);
  else if (mine && (refused || location.href === kept.from)) {
    document.dispatchEvent(new CustomEvent("unsaved", { detail: kept.typed.map(([, value]) => value) }));
  }
}
document.addEventListener("submit", keep, { capture: true });
