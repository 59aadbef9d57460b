/* What a card says that is tapped, and why it can do nothing now, in the words that came with the lines. */
document.addEventListener("board:tapped", ({ detail: token }) => {
  const part = document.querySelector("[data-viewer] [data-board-lines]");
  const why = [...part.querySelectorAll("[data-why]")].find((one) => one.dataset.why === token);
  part.querySelector("[data-unlit]")?.replaceChildren(...(why?.cloneNode(true).childNodes ?? []));
});
