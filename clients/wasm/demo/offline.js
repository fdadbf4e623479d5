/** The page's own files, so that it opens without a network. Models are kept by the client. */

const CACHE = 'modelet-demo';
const FILES = ['./', 'index.html', 'style.css', 'app.js', 'notes.js', 'modelet.js', 'worker.js'];

addEventListener('install', (event) =>
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => skipWaiting()),
  ),
);
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const ours = FILES.some((file) => new URL(file, registration.scope).pathname === url.pathname);
  if (event.request.method === 'GET' && ours) event.respondWith(newest(event.request));
});

async function newest(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept !== undefined) return kept;
    throw error;
  }
}
