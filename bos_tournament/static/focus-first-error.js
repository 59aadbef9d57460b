/* When a page comes back with something to put right, keys and screen readers begin there, unless the page itself
   names the field to begin in: <div class="summary" tabindex="-1">. */
if (!document.querySelector("[autofocus]")) document.querySelector("main .summary[tabindex]")?.focus();
