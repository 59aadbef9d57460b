/* Tapping a line on a board. Every line that may follow says what to tap for it; a tap keeps the lines that have that,
   and what the lines that are left have besides is lit. No rule is known here. */
const viewer = document.querySelector("[data-viewer]");
let [taps, shown, asked] = [[], null, ""];

const part = () => viewer.querySelector("[data-board-lines]");
const board = () => [...viewer.querySelectorAll("#position .table")].at(-1);
const lines = () => [...(part()?.querySelectorAll("[data-path]") ?? [])];
const path = (line) => line.dataset.path ? line.dataset.path.split("|") : [];
const count = () => part()?.querySelector("[name=after]")?.value;
const left = (wanted) => lines().filter((line) => wanted.every((token) => path(line).includes(token)));

function nextTokens() {
  if (!taps.length) return new Set(lines().flatMap((line) => path(line).slice(0, 1)));
  return new Set(left(taps).flatMap(path).filter((token) => !taps.includes(token)));
}

function chip(token) {
  const [, number] = token.split(".");
  const textContent = number ? `${part().dataset.ability} ${number}` : token.replace(/^=/, "");
  const button = document.createElement("button");
  const ariaPressed = String(taps.includes(token));
  Object.assign(button, { type: "button", className: "button quiet small", textContent, ariaPressed });
  button.dataset.at = token;
  return button;
}

function light() {
  const tray = part()?.querySelector("[data-taps]");
  for (const place of viewer.querySelectorAll(".lit, .picked")) place.classList.remove("lit", "picked");
  if (!tray) return;
  const next = nextTokens();
  const places = [...board().querySelectorAll("[data-at]"), ...viewer.querySelectorAll("[data-hand] [data-at]")];
  for (const place of places) {
    if (next.has(place.dataset.at)) place.classList.add("lit");
    if (taps.includes(place.dataset.at)) place.classList.add("picked");
  }
  const [here, focused] = [new Set(places.map((place) => place.dataset.at)), document.activeElement?.dataset.at];
  tray.replaceChildren(...[...taps, ...next].filter((token) => !here.has(token)).map(chip));
  [...tray.children].find((button) => button.dataset.at === focused)?.focus();
  const kept = left(taps);
  for (const line of lines()) line.parentElement.hidden = !kept.includes(line);
  document.dispatchEvent(new CustomEvent("board:lit", { detail: taps }));
}

// The one line that is left, once everything is tapped that it has.
function whole() {
  const [only, ...others] = left(taps);
  return !others.length && path(only).every((one) => taps.includes(one)) ? only : null;
}

// What takes one tap waits for a second one, so that a card can be read, but where it is made at once.
function tap(token) {
  document.dispatchEvent(new CustomEvent("board:tapped", { detail: token }));
  if (taps.join() === token && whole()) return whole().click();
  if (taps.includes(token)) taps = taps.filter((one) => one !== token);
  else if (left([...taps, token]).length) taps = [...taps, token];
  else if (left([token]).length) taps = [token];
  else return;
  if ((taps.length > 1 || "atOnce" in part().dataset) && whole()) whole().click();
  else light();
}

viewer?.addEventListener("click", (event) => {
  const token = part()?.querySelector("[data-taps]") && event.target.closest("[data-at]")?.dataset.at;
  const where = event.target.closest(".table");
  if (token && (!where || where === board())) tap(token);
});
// Escape lets go of everything, and so do other lines. What is asked for anew meanwhile, and these lines again, do not.
function begin({ key } = {}) {
  if (!viewer || (part() === shown && key !== "Escape")) return;
  const picked = part()?.dataset.picked;
  const now = [picked, count(), ...lines().map(path)].join();
  if (key || now !== asked) taps = !key && picked && left([picked]).length ? [picked] : [];
  [shown, asked] = [part(), now];
  light();
}

for (const news of ["keydown", "htmx:afterSettle"]) document.addEventListener(news, begin);
begin();
