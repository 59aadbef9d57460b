/* <form data-draft>: what is typed into it and not saved yet stays on this device, for its writer, and is there again
   when they come back to the page. It belongs to the version it was typed over: once another one was saved elsewhere,
   it is only offered. It is gone once it is saved or discarded, and with the sign-out. */
import { drafts, form, give, keep, key, same, saved, store, texts, written } from "./draft-storage.js";

const note = (which) => document.querySelector(`[data-draft-${which}]`);

function bring(fields) {
  give(fields);
  note("here").hidden = false;
}

function end(which, where) {
  note(which).hidden = true;
  store.removeItem(where);
  written()[0]?.focus();
}

// What was sent from here and lies on this page now is no draft any more, whatever name it got; JSON became a list.
function landed() {
  const sent = JSON.parse(sessionStorage.getItem("draft-sent"));
  sessionStorage.removeItem("draft-sent");
  if (!sent || sent.where === key || store.getItem(sent.where) !== sent.kept) return;
  const { text } = JSON.parse(sent.kept).fields;
  if (text === saved.text || text.trimStart().startsWith("{")) store.removeItem(sent.where);
}

function look() {
  landed();
  const all = drafts();
  const own = all.find(({ where }) => where === key);
  const draft = own ?? all[0];
  if (!draft || same(draft.fields, texts("value"))) return;
  if (own) bring(draft.fields);
  else note("offer").hidden = false;
  note("here").querySelector("button").addEventListener("click", () => { give(saved); end("here", key); });
  note("offer").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (button.value) bring(draft.fields);
    end("offer", draft.where);
  });
}

function begin() {
  if (saved) look();
  else {
    drafts();
    keep();
  }
  form.addEventListener("input", keep);
  document.addEventListener("htmx:afterSettle", keep);
  form.addEventListener("submit", ({ submitter }) => {
    const kept = store.getItem(key);
    if (submitter?.value === "save" && kept) sessionStorage.setItem("draft-sent", JSON.stringify({ where: key, kept }));
  });
}

if (form) document.addEventListener("DOMContentLoaded", begin); // the parts that answer what is typed are there then
