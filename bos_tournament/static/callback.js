/* Calls a reader back who looks elsewhere: "your table", "your turn". Only after a button was pressed, and only while
   the page stays open. A part says its news with data-news, and a word that changes with it as data-news-key. */
const KEPT = "called-back";
const page = document.querySelector("[data-live]");
let worker = "";
const told = new Set([...document.querySelectorAll("[data-news]")].map((news) => news.dataset.newsKey));

function wanted() { return localStorage.getItem(KEPT) === "yes" && Notification.permission === "granted"; }

// The button may stand in a part that brings itself up to date, or come with one.
function show() {
  for (const button of document.querySelectorAll("[data-call-back]")) {
    worker = button.dataset.worker;
    button.hidden = wanted() || Notification.permission === "denied";
  }
  page?.toggleAttribute("data-calls-back", wanted());
}

// Browsers of phones show such news only through a worker.
async function call(text) {
  try {
    new Notification(document.title, { body: text, tag: location.pathname });
  } catch {
    const shows = await navigator.serviceWorker?.register(worker).catch(() => null);
    await navigator.serviceWorker?.ready.catch(() => null);
    await shows?.showNotification(document.title, { body: text, tag: location.pathname, data: location.href });
  }
}

function look() {
  for (const { dataset } of document.querySelectorAll("[data-news]")) {
    if (told.has(dataset.newsKey)) continue;
    told.add(dataset.newsKey);
    if (document.hidden && wanted()) call(dataset.news);
  }
}

if ("Notification" in window) {
  show();
  document.addEventListener("click", async (event) => {
    if (!event.target.closest("[data-call-back]")) return;
    localStorage.setItem(KEPT, (await Notification.requestPermission()) === "granted" ? "yes" : "no");
    show();
  });
  document.addEventListener("htmx:afterSettle", () => {
    show();
    look();
  });
}
