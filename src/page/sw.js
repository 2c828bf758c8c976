// After the first visit the page works without a network: what belongs to one version is kept together, and another version
// takes its place as a whole.
const NAME = "warodds VERSION-OF-THE-PAGE";
const FILES = ["./", "index.html", "page.css", "open.js", "page.js", "words.js", "offers.js", "keep.js", "program.js", "show.js", "worker.js", "manifest.webmanifest", "icon.svg", "warodds.wasm", "noto-sans-jp.otf"];

addEventListener("install", event => {
  // Past the browser's own cache, in which files of two versions may lie.
  const fresh = FILES.map(file => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then(cache => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

addEventListener("activate", event => {
  const old = names => names.filter(name => name.startsWith("warodds ") && name !== NAME);
  event.waitUntil(caches.keys().then(names => Promise.all(old(names).map(name => caches.delete(name)))).then(() => self.clients.claim()));
});

addEventListener("fetch", event => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(NAME).then(cache => cache.match(event.request, { ignoreSearch: true })).then(kept => kept ?? fetch(event.request)));
});
