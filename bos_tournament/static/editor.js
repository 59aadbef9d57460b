/* What is typed into a list while a tapped card is still on its way is not lost to the answer: the card is asked for
   again, with the list as it stands now. A line to be mended may be another one by then, so that is left to be tapped. */
const same = (one, other) => one.replaceAll("\r\n", "\n") === other.replaceAll("\r\n", "\n");

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { requestConfig, target } = detail;
  const { elt } = requestConfig;
  const list = target.id === "list-field" && target.querySelector("textarea");
  const sent = list && requestConfig.formData.get(list.name);
  if (!detail.shouldSwap || typeof sent !== "string" || same(sent, list.value)) return;
  detail.shouldSwap = false;
  if (elt.name === "mend") return;
  const values = elt.name ? { [elt.name]: elt.value } : {};
  htmx.ajax("POST", requestConfig.path, { source: "#offers", values });
});
