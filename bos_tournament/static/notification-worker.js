/* Shows news on phones and leads back to the page they came from. It keeps nothing and answers no requests. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
