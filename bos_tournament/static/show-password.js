/* <button data-shows="id of a password field">: shows what was typed, and hides it again. */
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-shows]");
  if (!button) return;
  const field = document.getElementById(button.dataset.shows);
  const shown = field.type === "password";
  field.type = shown ? "text" : "password";
  button.setAttribute("aria-pressed", String(shown));
  field.focus();
});
