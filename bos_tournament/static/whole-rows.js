/* While the list of a hall's screen stands still, half a row at its lower edge says nothing and is not seen. */
const STILL = 400; // milliseconds without moving
let [top, since] = [-1, 0];

function clip(now) {
  const roll = document.querySelector("[data-roll]");
  if (roll?.clientHeight) {
    if (roll.scrollTop !== top) [top, since] = [roll.scrollTop, now];
    const edge = top + roll.clientHeight;
    const rows = now - since < STILL ? [] : [...roll.querySelectorAll("tbody tr")];
    const cut = rows.find(
      ({ offsetTop: start, offsetHeight: height }) => start > top && start < edge && start + height > edge + 1,
    );
    roll.style.clipPath = cut ? `inset(0 0 ${edge - cut.offsetTop}px)` : "";
  }
  requestAnimationFrame(clip);
}

requestAnimationFrame(clip);
