/* What would come of a line, shown where it is aimed: once something is picked up, each lit place says the outcome of
   the lines that end with it. The words came with the lines; where these differ, their buttons alone say it. */
const viewer = document.querySelector("[data-viewer]");

const path = (line) => line.dataset.path.split("|");

function outcome(token) {
  const left = [...viewer.querySelectorAll("[data-board-lines] li:not([hidden]) > [data-path]")];
  const aimed = left.filter((line) => path(line).includes(token));
  const [effect, ...others] = new Set(aimed.map((line) => path(line).at(-1) === token ? line.dataset.effect : ""));
  return others.length ? "" : effect;
}

function show({ detail: taps }) {
  for (const old of viewer.querySelectorAll(".omen")) old.remove();
  if (!taps.length) return;
  const lit = [...viewer.querySelectorAll(".lit, [data-taps] [data-at]")];
  for (const place of lit.filter((one) => !taps.includes(one.dataset.at))) {
    const said = outcome(place.dataset.at);
    if (!said) continue;
    const omen = document.createElement("small");
    [omen.className, omen.textContent] = ["omen", said];
    place.append(" ", omen);
  }
}

document.addEventListener("board:lit", show);
