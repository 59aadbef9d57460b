/* <button data-copy="id of an element" data-copied="…" data-selected="…">: its text, or its value, goes to the
   clipboard, and the button says so, or that it only selected the text. */
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  const text = source.value ?? source.textContent.trim();
  const label = button.querySelector("[data-says]") ?? button;
  const wording = label.textContent;
  try {
    await navigator.clipboard.writeText(text);
    label.textContent = button.dataset.copied;
  } catch {
    getSelection().selectAllChildren(source);
    label.textContent = button.dataset.selected;
  }
  label.setAttribute("role", "status");
  setTimeout(() => { label.textContent = wording; }, 2500);
});
