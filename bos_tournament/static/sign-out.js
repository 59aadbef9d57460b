/* <form data-signs-out>: nothing that this browser keeps for whoever signs out is left to the next person. Where the
   site is reached by https, the browser clears it by itself. */
document.addEventListener("submit", ({ target, defaultPrevented }) => {
  if (defaultPrevented || !target.hasAttribute("data-signs-out")) return;
  localStorage.clear();
  sessionStorage.clear();
});
