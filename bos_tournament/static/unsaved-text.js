/* Sentences that somebody typed and whose form is gone stay above the page, to be copied. Scripts that find such words
   give them with the event "unsaved"; a single word is typed again as soon as it is copied. */
const explanation = document.querySelector("[data-connection]")?.dataset.unsaved;

document.addEventListener("unsaved", ({ detail: words }) => {
  const sentences = words.filter((text) => typeof text === "string" && /\S\s+\S/.test(text));
  if (!sentences.length || !explanation) return;
  const note = Object.assign(document.createElement("div"), { className: "note warn" });
  const inside = Object.assign(document.createElement("div"), { className: "stack tight" });
  const sentence = Object.assign(document.createElement("p"), { textContent: explanation });
  sentence.setAttribute("role", "alert");
  const texts = sentences.map((value) =>
    Object.assign(document.createElement("textarea"), { value, readOnly: true, rows: 4 }),
  );
  for (const text of texts) text.setAttribute("aria-label", explanation);
  inside.append(sentence, ...texts);
  note.append(inside);
  (document.querySelector("main") ?? document.body).prepend(note);
});
