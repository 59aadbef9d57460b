/* One key each for what is done most on a board. Never while somebody types, and not where keys are switched off. */
const OFF = "board-keys-off";
const list = document.querySelector("[data-board-keys]");
const wanted = list?.querySelector("[type=checkbox]");
const typing = (target) => target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
const lit = () => [...document.querySelectorAll("[data-viewer] .lit, [data-taps] button")];
const first = (selector) => document.querySelector(`#position ${selector}`);

function next() {
  const places = lit();
  places[(places.indexOf(document.activeElement) + 1) % places.length]?.focus();
}

function open(details) {
  if (!details) return;
  details.open = true;
  (details.querySelector("input:not([type=hidden]), button") ?? details.querySelector("summary")).focus();
}

const KEYS = {
  n: next,
  e: () => first("[data-main] button")?.click(),
  m: () => open(first("[data-choices]")),
  u: () => first("[data-take-back]")?.click(),
};

// A place of the table is a button as long as it can be tapped.
document.addEventListener("board:lit", () => {
  for (const place of document.querySelectorAll(".table [data-at][role=button]:not(.lit, .picked)")) {
    for (const name of ["role", "tabindex", "aria-pressed"]) place.removeAttribute(name);
  }
  for (const place of document.querySelectorAll(".table .lit, .table .picked")) {
    place.setAttribute("role", "button");
    place.setAttribute("tabindex", "0");
    place.setAttribute("aria-pressed", String(place.classList.contains("picked")));
  }
});

document.addEventListener("keydown", (event) => {
  if (["Enter", " "].includes(event.key) && event.target.matches(".table [data-at][role=button]")) {
    event.preventDefault();
    event.target.click();
  }
});

document.addEventListener("keydown", (event) => {
  const deed = KEYS[event.key];
  if (!deed || !wanted?.checked || typing(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  deed();
});

if (wanted) {
  list.hidden = false;
  wanted.checked = localStorage.getItem(OFF) === null;
  wanted.addEventListener("change", () => {
    if (wanted.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
  });
}
