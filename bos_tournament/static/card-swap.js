/* While cards are ticked for a swap, each kind says how many go out and come in: data-even, or data-uneven when that
   is not the same, with INTO and OUT for the numbers. */
function count(fieldset) {
  const ticked = (name) => fieldset.querySelectorAll(`[name="${name}"]:checked`).length;
  const out = ticked("out");
  const into = ticked("into");
  const even = out === into;
  const said = fieldset.querySelector("[data-balance]");
  said.textContent = said.dataset[even ? "even" : "uneven"].replace("INTO", into).replace("OUT", out);
  said.classList.toggle("off", !even);
}

document.addEventListener("change", (event) => {
  const fieldset = event.target.closest("[data-swap] fieldset");
  if (fieldset) count(fieldset);
});

function all() { document.querySelectorAll("[data-swap] fieldset").forEach(count); }

all();
document.addEventListener("htmx:afterSwap", all);
