/* Calls a reader back who looks elsewhere: "your table", "your turn". Only after a button was pressed, and only while
   the page stays open. A part says its news with data-news, and a word that changes with it as data-news-key. */
const KEPT = "called-back";
const button = document.querySelector("[data-call-back]");
const page = document.querySelector("[data-live]");
const told = new Set([...document.querySelectorAll("[data-news]")].map((news) => news.dataset.newsKey));

function wanted() { return localStorage.getItem(KEPT) === "yes" && Notification.permission === "granted"; }

function show() {
  button.hidden = wanted() || Notification.permission === "denied";
  page?.toggleAttribute("data-calls-back", wanted());
}

// Browsers of phones show such news only through a worker.
async function call(text) {
  try {
    new Notification(document.title, { body: text, tag: location.pathname });
  } catch {
    const worker = await navigator.serviceWorker?.register(button.dataset.worker);
    await navigator.serviceWorker?.ready.catch(() => null);
    await worker?.showNotification(document.title, { body: text, tag: location.pathname, data: location.href });
  }
}

function look() {
  for (const { dataset } of document.querySelectorAll("[data-news]")) {
    if (told.has(dataset.newsKey)) continue;
    told.add(dataset.newsKey);
    if (document.hidden && wanted()) call(dataset.news);
  }
}

if (button && "Notification" in window) {
  show();
  button.addEventListener("click", async () => {
    localStorage.setItem(KEPT, (await Notification.requestPermission()) === "granted" ? "yes" : "no");
    show();
  });
  document.addEventListener("htmx:afterSettle", look);
}
