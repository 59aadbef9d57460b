/* The buttons beside a number: <button type="button" data-step="-1"> inside .stepper. */
document.addEventListener("click", (event) => {
  const button = event.target.closest(".stepper [data-step]");
  if (!button) return;
  const input = button.closest(".stepper").querySelector("input");
  const before = input.value;
  if (input.value === "") input.value = input.min || "0";
  else if (Number(button.dataset.step) < 0) input.stepDown(-Number(button.dataset.step));
  else input.stepUp(Number(button.dataset.step));
  if (input.value !== before) input.dispatchEvent(new Event("input", { bubbles: true }));
});

// A button may repeat the number that it is about to send: <span data-repeats="id_amount">.
document.addEventListener("input", (event) => {
  for (const copy of document.querySelectorAll(`[data-repeats="${CSS.escape(event.target.id)}"]`)) {
    copy.textContent = event.target.value;
  }
});
