// The service worker: after the first visit everything comes from this browser. A new version is fetched as a whole.

const CACHE = `deedbox-${"VERSION"}`;
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  const load = async () => (await caches.open(CACHE)).addAll(["./", ...FILES].map((name) => new Request(name, { cache: "reload" })));
  event.waitUntil(load().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith("deedbox-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const answer = async () => (await (await caches.open(CACHE)).match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  event.respondWith(answer());
});
