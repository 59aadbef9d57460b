/* A step of a lesson in sight: what it points at is scrolled to above the dock, from the bottom up, so that the table
   counts most; and the keyboard goes on from where something is said, since the button that was pressed is gone. */
const pointedAt = () => [...document.querySelectorAll(".taught .pointed")].reverse();

function look() {
  for (const place of pointedAt()) place.scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target?.id !== "position" && detail.elt?.id !== "position") return;
  if (document.activeElement === document.body) document.querySelector("#coach")?.focus({ preventScroll: true });
  look();
});
look();
