/* Says loudly when the page no longer hears from the site, and takes it back when it does. */
const banner = document.querySelector("[data-connection]");

function lost() { if (banner) banner.hidden = false; }
function found() { if (banner) banner.hidden = true; }

addEventListener("offline", lost);
addEventListener("online", found);
document.addEventListener("htmx:sendError", lost);
document.addEventListener("htmx:timeout", lost);
document.addEventListener("htmx:afterRequest", (event) => {
  const status = event.detail.xhr?.status ?? 0;
  if (status === 0) return;
  if (status >= 502 && status <= 504) lost();
  else found();
});
if (!navigator.onLine) lost();

// Wrong input is answered with 422 and the same form with its errors: that answer is shown too.
document.addEventListener("htmx:beforeSwap", (event) => {
  if ([403, 404, 409, 422, 429].includes(event.detail.xhr.status)) {
    event.detail.shouldSwap = event.detail.xhr.getResponseHeader("Content-Type")?.includes("html") ?? false;
    event.detail.isError = false;
  }
});
