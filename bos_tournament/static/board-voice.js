/* What came about on a board, and what is asked now, for readers of screens. A board comes whole, and nobody hears of a
   part that is not there before its words are, so the words move into a place that stays. */
const voice = document.querySelector("[data-board-voice]");
let [heard, last, asked] = [new Set(), 0, ""];

const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
const question = () => [...document.querySelectorAll("#position [data-asked]")].map(words).join(" ");

function happened() {
  return [...document.querySelectorAll("#position [data-happened]")].map((row) => {
    const [number, said] = [Number(row.dataset.happened), words(row.firstElementChild)];
    return { number, said, key: `${number} ${said}` };
  });
}

// Of what happened, that which the board before did not say. Going back tells nothing of what was heard long ago.
function news() {
  const [lines, now] = [happened(), question()];
  const fresh = lines.filter(({ number, key }) => number >= last && !heard.has(key)).map(({ said }) => said);
  if (now !== asked) fresh.push(now);
  [heard, last, asked] = [new Set(lines.map(({ key }) => key)), lines.at(-1)?.number ?? 0, now];
  return fresh.join(" ");
}

if (voice) {
  news();
  document.addEventListener("htmx:afterSettle", () => {
    const said = news();
    if (said) voice.textContent = said;
  });
}
