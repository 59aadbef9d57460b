/* What is typed, tapped and searched at once in the editor of lists is all kept, in whatever order the answers come.
   What is asked goes out from what no answer takes away: taps from the editor itself, one after the other. */
const list = () => document.getElementById("id_text");
const same = (one, other) => one.replaceAll("\r\n", "\n") === other.replaceAll("\r\n", "\n");
let typed = false; // something that no answer was about yet

document.addEventListener("input", ({ target }) => { if (target === list()) typed = true; });

// A card goes where it was meant to when it was tapped; a name is put right in the list as it was seen then, or not.
document.addEventListener("click", (event) => {
  const button = event.target.closest("#work :is([name=add], [name=take], [name=mend])");
  if (!button) return;
  event.preventDefault();
  const { form, name, value } = button;
  const seen = name === "mend" ? { text: list().value } : { into: form.elements.into.value };
  htmx.trigger("#work", "again", { asked: { [name]: value, ...seen } });
});

document.addEventListener("htmx:configRequest", ({ detail: { parameters, triggeringEvent } }) => {
  Object.assign(parameters, triggeringEvent?.detail?.asked);
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { requestConfig: { elt, parameters, triggeringEvent }, etc } = detail;
  if (!detail.shouldSwap || typeof parameters.text !== "string") return;
  const stands = same(parameters.text, list().value);
  if (elt === list()) {
    typed = !stands;
  } else if (!stands) { // it is asked for again, with the list as it stands now
    detail.shouldSwap = false;
    if (!parameters.mend) htmx.trigger(elt, "again", { asked: triggeringEvent.detail?.asked });
  } else if (elt.id === "work") {
    htmx.trigger(list(), "htmx:abort");
    const offered = document.querySelector("#offers [data-offered]")?.dataset.offered;
    const numbers = [...document.querySelectorAll("#offers [id^=in-]")].map(({ id }) => `#${id}`);
    // The boss decides the colour, and so which cards are offered.
    const others = offered && !detail.serverResponse.includes(`data-offered="${offered}"`);
    const shown = others ? ["#offers:innerHTML"] : numbers;
    etc.selectOOB = ["#list-field:innerHTML", "#follows:innerHTML", ...shown].join();
  }
});

// A button that is gone with its work leaves the reader at its like: the same card's, the next name to put right.
let pressed = null;
document.addEventListener("htmx:beforeSwap", () => {
  pressed = document.activeElement.closest("#work button[value]") ?? pressed;
});
document.addEventListener("htmx:afterSettle", () => {
  if (!pressed || pressed.isConnected || document.activeElement !== document.body) return;
  const { name, value } = pressed;
  const like = document.querySelector(`#work button[name="${name}"][value="${CSS.escape(value)}"]`);
  (like ?? document.querySelector(`#work button[name="${name}"]`) ?? list())?.focus({ preventScroll: true });
});

// The field that was typed into is gone with its question; the one in its place asks.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (typed && list() && target.contains(list())) htmx.trigger(list(), "again");
});
