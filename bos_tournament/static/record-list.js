/* The list of a record shows which line the table belongs to, or will in a moment. It scrolls by itself where it is a
   box of its own, never the page. */
document.querySelector("[data-viewer]")?.addEventListener("here", ({ detail: key }) => {
  const list = document.getElementById("walk");
  for (const line of list?.children ?? []) {
    const here = line.dataset.key === key;
    line.classList.toggle("here", here);
    if (here) line.querySelector("a").setAttribute("aria-current", "step");
    else line.querySelector("a[aria-current]")?.removeAttribute("aria-current");
    if (here && list.scrollHeight > list.clientHeight) {
      list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 3;
    }
  }
});
