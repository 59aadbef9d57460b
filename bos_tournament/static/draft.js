/* <form data-draft>: what is typed into it and not saved yet stays on this device, for its writer, and is there again
   when they come back to the page. It is gone once it is saved or discarded, and with the sign-out. */
const form = document.querySelector("form[data-draft]");
const reader = document.querySelector("[data-reader]")?.dataset.reader ?? "";
const store = reader ? localStorage : sessionStorage; // without an account nobody else at this device finds it later
const DAYS = 7 * 24 * 60 * 60 * 1000;
const PREFIX = "draft ";
const key = `${PREFIX}${reader} ${location.pathname}`;
const written = () => [...form.querySelectorAll("textarea, input[type=text]")];
const now = () => Object.fromEntries(written().map(({ name, value }) => [name, value.replaceAll("\r\n", "\n")]));

function keep() {
  const fields = now();
  if (JSON.stringify(fields) === JSON.stringify(saved)) store.removeItem(key);
  else store.setItem(key, JSON.stringify({ fields, at: Date.now() }));
}

function give(fields) {
  for (const one of written()) {
    if (!(one.name in fields) || one.value === fields[one.name]) continue;
    one.value = fields[one.name];
    one.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function drop(note) {
  note.hidden = true;
  give(saved);
  store.removeItem(key);
  written()[0]?.focus();
}

const saved = form && now();

function begin() {
  const refused = document.querySelector("main .summary"); // the page shows what was sent
  const draft = JSON.parse(store.getItem(key));
  const note = document.querySelector("[data-draft-note]");
  const sent = sessionStorage.getItem("draft-sent");
  sessionStorage.removeItem("draft-sent");
  if (sent && sent !== key) store.removeItem(sent); // it was saved, and this is where it lies now
  if (draft && !refused && Date.now() - draft.at < DAYS && JSON.stringify(draft.fields) !== JSON.stringify(saved)) {
    give(draft.fields);
    note.hidden = false;
    note.querySelector("button").addEventListener("click", () => drop(note));
  } else if (!refused) {
    store.removeItem(key);
  }
  form.addEventListener("input", keep);
  document.addEventListener("htmx:afterSettle", keep);
  form.addEventListener("submit", ({ submitter }) => {
    if (submitter?.value === "save") sessionStorage.setItem("draft-sent", key);
  });
}

if (form) document.addEventListener("DOMContentLoaded", begin); // the parts that answer what is typed are there then
