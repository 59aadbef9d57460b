/* While a finger is down, nothing that brings itself up to date moves under it: the tap comes first, then the news. Nor
   while what it tapped is on its way or waits to be sent again: the answer would find nobody, and of a lost tap nobody
   would hear. */
const CLICK = 300; // milliseconds from the lifting of a finger to its click, at most
const LONGEST = 5000; // milliseconds of a press; not every end of one is told
let [pressedAt, liftTimer, swapMissed] = [-Infinity, 0, false];

addEventListener("pointerdown", () => {
  clearTimeout(liftTimer);
  pressedAt = performance.now();
}, { capture: true });

function lift() {
  pressedAt = -Infinity;
  if (swapMissed) document.body.dispatchEvent(new Event("live"));
  swapMissed = false;
}

for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => {
    clearTimeout(liftTimer);
    liftTimer = setTimeout(lift, CLICK);
  }, { capture: true });
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.requestConfig.verb !== "get" || !detail.target.matches("[hx-trigger*=every]")) return;
  const underway = detail.target.querySelector(".htmx-request, [data-waits]");
  if (!detail.shouldSwap || (!underway && performance.now() - pressedAt > LONGEST)) return;
  detail.shouldSwap = false;
  swapMissed = true;
});
