/* What is typed into <form data-draft> as this device keeps it, for its writer: each draft belongs to the version that
   it was typed over, and lasts for some days. */
const form = document.querySelector("form[data-draft]");
const reader = document.querySelector("[data-reader]")?.dataset.reader ?? "";
const store = reader ? localStorage : sessionStorage; // without an account nobody else at this device finds it later
const DAYS = 7 * 24 * 60 * 60 * 1000;
const PAGE = `draft ${reader} ${location.pathname}${location.search} `;
const key = PAGE + (form?.elements.over?.value ?? "");
const written = () => [...form.querySelectorAll("textarea, input[type=text]")];
const texts = (what) => Object.fromEntries(written().map((one) => [one.name, one[what].replaceAll("\r\n", "\n")]));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const read = (where) => ({ where, ...JSON.parse(store.getItem(where)) });
const saved = form?.dataset.draft ? texts("defaultValue") : null; // null: the page shows what was sent
let last = saved; // what this tab kept: another one may have kept its own since

function keep() {
  const fields = texts("value");
  if (same(fields, last)) return;
  last = fields;
  if (same(fields, saved)) store.removeItem(key);
  else store.setItem(key, JSON.stringify({ fields, at: Date.now() }));
}

function give(fields) {
  for (const one of written()) {
    if (!(one.name in fields) || one.value === fields[one.name]) continue;
    one.value = fields[one.name];
    one.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function drafts() {
  const all = Object.keys(store).filter((one) => one.startsWith(PAGE)).map(read);
  const over = all.filter(({ fields, at }) => same(fields, saved ?? texts("value")) || Date.now() - at > DAYS);
  for (const { where } of over) store.removeItem(where);
  return all.filter((one) => !over.includes(one)).sort((one, other) => other.at - one.at);
}

export { drafts, form, give, keep, key, same, saved, store, texts, written };
