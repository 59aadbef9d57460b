/* Moves the list of a hall's screen: it scrolls, or turns pages for whoever asked for less motion.
   A button holds it; where it stood is kept when the page brings itself up to date. */
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const WAIT = 4000; // milliseconds at the top, at the end, and on a page twice that long
const SPEED = 0.05; // of the list's height in a second
const hold = document.querySelector("[data-hold]");
const list = () => document.querySelector("[data-roll]");
let [at, waited, held, before] = [0, 0, false, performance.now()];

function scroll(roll, most, passed) {
  const resting = at <= 0 || at >= most;
  waited = resting ? waited + passed : 0;
  if (resting && waited < WAIT) return;
  at = at >= most ? 0 : Math.min(at + (roll.clientHeight * SPEED * passed) / 1000, most);
  if (at === 0) waited = 0;
}

function turn(roll, most, passed) {
  waited += passed;
  if (waited < 2 * WAIT) return;
  waited = 0;
  const bottom = at + roll.clientHeight;
  const cut = [...roll.querySelectorAll("tbody tr")].find((row) => row.offsetTop + row.offsetHeight > bottom);
  if (at >= most || !cut) at = 0;
  else at = cut.offsetTop > at ? cut.offsetTop : at + roll.clientHeight;
}

function say(roll, most) {
  const pages = Math.ceil(roll.scrollHeight / roll.clientHeight);
  const page = at >= most ? pages : Math.floor(at / roll.clientHeight) + 1;
  document.querySelector("[data-page]").textContent = pages > 1 ? `${page} / ${pages}` : "";
}

function step(now) {
  const passed = Math.min(now - before, 1000);
  before = now;
  const roll = list();
  hold.hidden = !roll;
  if (roll?.clientHeight && !held) {
    const most = roll.scrollHeight - roll.clientHeight;
    if (most > 1) (calm.matches ? turn : scroll)(roll, most, passed);
    else at = 0;
    roll.scrollTop = at;
    say(roll, most);
  }
  requestAnimationFrame(step);
}

const words = [hold.textContent, hold.dataset.go];
hold.addEventListener("click", () => {
  held = !held;
  hold.textContent = words[Number(held)];
  hold.setAttribute("aria-pressed", String(held));
  if (list()) at = list().scrollTop;
});
// A held list stays where its reader moved it, also through a page that was brought up to date.
document.addEventListener("htmx:beforeSwap", () => { if (held && list()) at = list().scrollTop; });
document.addEventListener("htmx:afterSwap", () => { if (list()) list().scrollTop = at; });
requestAnimationFrame(step);
