/* <input type="file" data-reads-into="id of a textarea" data-too-large="what to say of a large file">: the chosen file
   is shown before it is sent. */
const LIMIT = 256 * 1024;

document.addEventListener("change", async (event) => {
  const input = event.target;
  if (!input.dataset?.readsInto || !input.files.length) return;
  const [file] = input.files;
  const area = document.getElementById(input.dataset.readsInto);
  if (file.size > LIMIT) {
    input.setCustomValidity(input.dataset.tooLarge);
    input.reportValidity();
    return;
  }
  input.setCustomValidity("");
  area.value = await file.text();
  input.value = "";
  area.dispatchEvent(new Event("input", { bubbles: true }));
  area.focus();
});
