/* Calls a reader back who looks elsewhere: "your table", "your turn". Only after a button was pressed, and only while
   the page stays open. A part says its news with data-news, and a word that changes with it as data-news-key. */
const KEPT = "called-back";
const page = document.querySelector("[data-live]");
let worker = "";
const seen = new Set([...document.querySelectorAll("[data-news]")].map((news) => news.dataset.newsKey));

function isWanted() { return localStorage.getItem(KEPT) === "yes" && Notification.permission === "granted"; }

// The button may stand in a part that brings itself up to date, or come with one.
function updateButtons() {
  for (const button of document.querySelectorAll("[data-call-back]")) {
    worker = button.dataset.worker;
    button.hidden = isWanted() || Notification.permission === "denied";
  }
  page?.toggleAttribute("data-calls-back", isWanted());
}

// Browsers of phones show such news only through a worker.
async function notify(text) {
  try {
    new Notification(document.title, { body: text, tag: location.pathname });
  } catch {
    const registration = await navigator.serviceWorker?.register(worker).catch(() => null);
    await navigator.serviceWorker?.ready.catch(() => null);
    await registration?.showNotification(document.title, { body: text, tag: location.pathname, data: location.href });
  }
}

function checkNews() {
  for (const { dataset } of document.querySelectorAll("[data-news]")) {
    if (seen.has(dataset.newsKey)) continue;
    seen.add(dataset.newsKey);
    if (document.hidden && isWanted()) notify(dataset.news);
  }
}

if ("Notification" in window) {
  updateButtons();
  document.addEventListener("click", async (event) => {
    if (!event.target.closest("[data-call-back]")) return;
    localStorage.setItem(KEPT, (await Notification.requestPermission()) === "granted" ? "yes" : "no");
    updateButtons();
  });
  document.addEventListener("htmx:afterSettle", () => {
    updateButtons();
    checkNews();
  });
}
