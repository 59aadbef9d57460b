/* A sound in the hall five minutes before a round's time is up, and when it is, for whoever asked for it by the button.
   */
const chime = document.querySelector("[data-chime]");
const words = [chime.textContent, chime.dataset.off];
const heard = new Set();
let audio = null;

function ring(times) {
  for (let n = 0; n < times; n += 1) {
    const [tone, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + n * 0.7];
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.5, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.6);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.6);
  }
  chime.dataset.rang = times;
}

// local-times.js marks a clock as soon over and as over; each of both sounds once for each moment a round is to end.
function listen() {
  const time = document.querySelector("time.countdown[data-until]");
  for (const [state, times] of [["soon", 1], ["over", 3]]) {
    const moment = `${time?.dataset.until} ${state}`;
    if (!time?.classList.contains(state) || heard.has(moment)) continue;
    heard.add(moment);
    if (audio) ring(times);
  }
}

chime.hidden = !window.AudioContext;
chime.addEventListener("click", () => {
  audio?.close();
  audio = audio ? null : new AudioContext();
  chime.textContent = words[Number(Boolean(audio))];
  chime.setAttribute("aria-pressed", String(Boolean(audio)));
});
setInterval(listen, 500);
