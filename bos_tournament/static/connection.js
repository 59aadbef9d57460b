/* Says loudly when the page no longer hears from the site, and takes it back when it does. */
const banner = document.querySelector("[data-connection]");

function say(sentence) {
  banner.querySelector("span").textContent = sentence;
  banner.hidden = false;
}

function lost() { say(banner.dataset.lost); }
function found() { banner.hidden = true; }

if (banner) {
  addEventListener("offline", lost);
  addEventListener("online", found);
  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  document.addEventListener("htmx:afterOnLoad", (event) => { if (event.detail.successful) found(); });
  document.addEventListener("htmx:responseError", (event) => {
    if ([502, 503, 504].includes(event.detail.xhr.status)) lost();
    else say(banner.dataset.refused);
  });
  if (!navigator.onLine) lost();
}
