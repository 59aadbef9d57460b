/* What comes along with a part that brings itself up to date, such as the tabs, and is as it was stays as it is, and so
   does whoever stands in it with the keyboard. */
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.fragment.firstElementChild?.isEqualNode(detail.target)) detail.shouldSwap = false;
});
