/* What is typed into a list while a tapped card is still on its way is not lost to the answer: the card is asked for
   again, with the list as it stands now. A line to be mended may be another one by then, so that is left to be tapped.
   Nor does an answer about the list as it stood before take back what came since: that is asked for again as well. */
const same = (one, other) => one.replaceAll("\r\n", "\n") === other.replaceAll("\r\n", "\n");
const tapped = (sent) => Object.fromEntries([...sent].filter(([name]) => name === "add" || name === "take"));
let typed = false; // something that no answer was about yet

document.addEventListener("input", ({ target }) => { if (target.id === "id_text") typed = true; });

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { requestConfig: { elt, formData, path }, target } = detail;
  const list = document.getElementById("id_text");
  const sent = list && formData.get(list.name);
  if (!detail.shouldSwap || typeof sent !== "string") return;
  const stands = same(sent, list.value);
  if (elt === list) {
    typed = !stands;
  } else if (!stands) {
    detail.shouldSwap = false;
    if (elt.name === "mend") return;
    htmx.ajax("POST", path, { source: elt.name === "find" ? elt : "#offers", values: tapped(formData) });
  } else if (target.id === "list-field") {
    htmx.trigger(list, "htmx:abort");
  }
});

// The field that was typed into is gone with its question; the one in its place asks.
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (!typed || detail.target.id !== "list-field") return;
  typed = false;
  htmx.ajax("POST", detail.requestConfig.path, { source: "#id_text" });
});
