/* On a phone a card is looked up as soon as it is chosen: its list tells that once, when it closes. With a keyboard
   each arrow would, so there the button stays the way. */
document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-looks-up]") && matchMedia("(pointer: coarse)").matches) target.form.requestSubmit();
});
