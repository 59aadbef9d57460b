/* Hears from the site that something changed, so that pages need not wait until they ask again.
   [data-live] names topics; a hint becomes the event "live" on the body, on which the parts of the page ask anew.
   While hints come, parts ask rarely by themselves; without them all is as before. */
const RARELY = 20000; // milliseconds
const SPREAD = 1500; // a whole hall does not ask in the same moment
const REFUSED = 60000; // milliseconds, and up to as many more: no room, or the site was away
const named = document.querySelector("[data-live]");
const asked = new Map();
let stream = null;
let hinted = 0; // a part that was being asked for when a hint came may have missed it, and asks again

function hear(event) {
  const all = event.data.includes("tournament:");
  setTimeout(tell, all ? Math.random() * SPREAD : 0);
}

function tell() {
  hinted = Date.now();
  document.body.dispatchEvent(new Event("live"));
}

function open() {
  if (stream || !named) return;
  const topics = named.dataset.live.split(" ").map((topic) => `on=${encodeURIComponent(topic)}`);
  stream = new EventSource(`/live/?${topics.join("&")}`);
  stream.addEventListener("message", hear);
  stream.addEventListener("error", openLater);
}

// A browser opens a stream that was cut again, but not one that was answered otherwise, such as by a proxy with 502.
function openLater() {
  if (stream?.readyState !== EventSource.CLOSED) return;
  stream = null;
  const again = () => (!document.hidden || named.hasAttribute("data-calls-back")) && open();
  setTimeout(again, REFUSED * (1 + Math.random()));
}

function close() {
  stream?.close();
  stream = null;
}

// A page nobody looks at keeps no stream, unless it is to call its reader back.
function follow() {
  if (document.hidden && !named.hasAttribute("data-calls-back")) return close();
  if (stream) return;
  open();
  if (!document.hidden && asked.size) document.body.dispatchEvent(new Event("live"));
}

if (named && "EventSource" in window) {
  open();
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { requestConfig, elt } = event.detail;
    if (requestConfig.verb !== "get" || !elt.getAttribute("hx-trigger")?.includes("live")) return;
    const hears = stream?.readyState === EventSource.OPEN;
    const before = asked.get(requestConfig.path) ?? 0;
    const knows = before >= hinted && Date.now() - before < RARELY;
    if (hears && !requestConfig.triggeringEvent && knows) event.preventDefault();
    else asked.set(requestConfig.path, Date.now());
  });
  for (const failed of ["sendError", "timeout", "responseError"]) {
    document.addEventListener(`htmx:${failed}`, ({ detail }) => asked.delete(detail.requestConfig.path));
  }
}
