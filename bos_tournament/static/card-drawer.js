/* A card is read beside the list it was named in: links within [data-reads-cards] open it in the drawer, and the page
   with all that was typed stays. A new tab is still a new tab, and without an answer the link is a link. */
const drawer = document.querySelector("dialog.drawer");

async function read(link) {
  try {
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const card = page.querySelector("[data-card]");
    if (!answer.ok || !card) throw new Error(answer.status);
    drawer.querySelector("[data-card-here]").replaceChildren(document.importNode(card, true));
    drawer.querySelector("[data-card-page]").href = link.href;
    if (!drawer.open) drawer.showModal();
    drawer.scrollTop = 0;
  } catch {
    location.assign(link.href);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-reads-cards] a[href^='/cards/']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  read(link);
});

// A tap beside the drawer closes it, like Escape and its button.
drawer?.addEventListener("click", ({ target }) => { if (target === drawer) drawer.close(); });
