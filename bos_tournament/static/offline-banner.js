/* Says loudly when the page no longer hears from the site, and takes it back when it does. */
const banner = document.querySelector("[data-connection]");
const GONE = [502, 503, 504]; // something before the site answers that it is away
const WAIT = 8000; // milliseconds for a sign of life
const place = banner?.querySelector("span");
let [away, refusal] = [false, ""];

function say(sentence) {
  if (place.textContent !== sentence) place.textContent = sentence;
  banner.hidden = !sentence;
}

// That something was not sent is not covered up by the next part that does not come.
function lost() {
  away = true;
  if (place.textContent !== banner.dataset.kept) say(banner.dataset.lost);
}

function found() { away = false; say(refusal); }

/* A form sent into the void would take the page away, and with it everything that was typed. One that is sent from
   within the page (hx-post) takes nothing away and knows itself what to do when it does not arrive. */
async function keep(event) {
  const form = event.target;
  if (!away || form.getAttribute("method")?.toLowerCase() !== "post" || form.hasAttribute("hx-post")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const asked = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout?.(WAIT) };
  const answered = await fetch("/health/", asked).catch(() => null);
  if (!answered || GONE.includes(answered.status)) return say(banner.dataset.kept);
  found();
  form.requestSubmit(event.submitter);
}

// Answers are for whoever is signed in now: signed out, or in as somebody else in another tab, they belong elsewhere.
function strange(xhr) {
  const reader = xhr.getResponseHeader("X-Reader");
  return reader !== null && banner.dataset.reader && reader !== banner.dataset.reader;
}

if (banner) {
  addEventListener("offline", lost);
  addEventListener("online", found);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) (navigator.onLine ? found : lost)(); });
  for (const gone of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(gone, lost);
  document.addEventListener("htmx:beforeSwap", ({ detail }) => { if (strange(detail.xhr)) detail.shouldSwap = false; });
  document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    if (strange(detail.xhr)) return say(refusal = banner.dataset.stranger);
    if (!detail.successful) return;
    if (detail.requestConfig.verb !== "get" || refusal === banner.dataset.stranger) refusal = "";
    found();
  });
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (GONE.includes(detail.xhr.status)) return lost();
    if (detail.requestConfig.verb !== "get") refusal = banner.dataset.untaken;
    say(refusal || banner.dataset.refused);
  });
  document.addEventListener("submit", keep, { capture: true });
  if (!navigator.onLine) lost();
}
