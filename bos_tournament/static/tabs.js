/* Where tabs do not fit side by side, the one that is open is brought into sight. */
for (const row of document.querySelectorAll(".tabs ul")) {
  const open = row.querySelector("[aria-current]");
  if (open) row.scrollLeft = open.offsetLeft + open.offsetWidth - row.clientWidth + 24;
}
