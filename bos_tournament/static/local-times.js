/* Times as the reader's own clock says them, and clocks that count down.
   <time datetime="…" data-local="full|day|time|seconds"> keeps the zone it was written in as its title. */
const LANGUAGE = document.documentElement.lang;
// The site's English is British, as the times are that were written without a script.
const OWN = navigator.languages.find((locale) => locale.startsWith(LANGUAGE));
const LOCALE = LANGUAGE === "en" ? "en-GB" : (OWN ?? LANGUAGE);
const STYLES = {
  full: { dateStyle: "medium", timeStyle: "short" },
  day: { dateStyle: "full" },
  time: { timeStyle: "short" },
  seconds: { timeStyle: "medium" },
};

function showLocal(time) {
  const moment = new Date(time.dateTime);
  if (Number.isNaN(moment.getTime())) return;
  time.title = time.textContent.trim();
  time.textContent = new Intl.DateTimeFormat(LOCALE, STYLES[time.dataset.local] ?? STYLES.full).format(moment);
  delete time.dataset.local;
}

function unit(count, name) {
  return new Intl.NumberFormat(LOCALE, { style: "unit", unit: name, unitDisplay: "narrow" }).format(count);
}

function spell(seconds) {
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (figure) => String(figure).padStart(2, "0");
  if (days) return `${unit(days, "day")} ${unit(hours, "hour")}`;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

// The clock of a phone may be wrong: what counts is the difference to the site's own time in data-now.
function countDown(time) {
  time.skew ??= time.dataset.now ? new Date(time.dataset.now) - Date.now() : 0;
  const left = Math.ceil((new Date(time.dataset.until) - Date.now() - time.skew) / 1000);
  time.textContent = left > 0 ? spell(left) : (time.dataset.over ?? "");
  time.classList.toggle("soon", left > 0 && left <= 300);
  time.classList.toggle("over", left <= 0);
}

function tick() {
  document.querySelectorAll("time[data-local]").forEach(showLocal);
  document.querySelectorAll("time[data-until]").forEach(countDown);
}

tick();
setInterval(tick, 1000);
document.addEventListener("htmx:afterSwap", tick);
