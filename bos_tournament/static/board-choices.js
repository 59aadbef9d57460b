/* The list of moves, once something is picked up: beside a wide board it opens, on a phone only where no tap is left
   that would tell moves apart, so that it covers nothing that can be tapped. */
const wide = matchMedia("(min-width: 60rem)");

document.addEventListener("board:lit", ({ detail: taps }) => {
  const more = document.querySelector("[data-viewer] .lit:not(.picked), [data-taps] [aria-pressed=false]");
  const list = document.querySelector("[data-board-lines] details[data-choices]");
  list?.toggleAttribute("open", taps.length > 0 && (wide.matches || !more));
});
