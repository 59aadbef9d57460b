/* <form data-own-zone="id of a select of time zones">: an untouched form begins in the reader's own zone, when it is
   listed. */
for (const form of document.querySelectorAll("form[data-own-zone]")) {
  const zones = document.getElementById(form.dataset.ownZone);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zones && [...zones.options].some((option) => option.value === own)) zones.value = own;
}
