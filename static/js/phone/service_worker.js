// Of the player's page alone, under its address: shows what the site sends, and opens that page at a tap. It keeps no files and answers
// no requests, so that it never comes between the page and the server.
"use strict";

const PAGE = new URL("./", location.href);

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

const read = (event) => {
  try { return event.data?.json() ?? {}; } catch { return {}; }
};

// A browser takes the permission away from a site that shows nothing, so whatever came is shown.
addEventListener("push", (event) => {
  const { title, body } = read(event);
  event.waitUntil(registration.showNotification(title || "Sdadata", {
    body: body || "",
    tag: PAGE.pathname, // the newest takes the place of the one before
    renotify: true,
    requireInteraction: true,
    vibrate: [200, 120, 200, 120, 400],
    icon: "/static/img/icon-192.png",
  }));
});

const openPage = async () => {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = open.find((one) => new URL(one.url).pathname === PAGE.pathname);
  return page ? page.focus() : clients.openWindow(PAGE.href);
};

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage());
});
