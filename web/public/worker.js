// Runs beside the page (a service worker), so that it opens where there is no network, and says so in its own words.
//
// What is kept is the frame of the page (index.html) and the files it names, nothing else: no answer of the server, no
// game, no secret. The frame is asked for each time, and the kept one is used only where no answer comes; it may then be
// older than the server, which the page notices as soon as it reaches it (src/update.ts). Files under /assets/ are named
// by their content, so a kept one is never an old one.

const KEPT = 'asterism';
const FRAME = '/';
const BESIDE = ['/theme.js', '/stars.svg', '/favicon.svg']; // which the first screen needs, not named by their content
const PATIENCE = 2500; // milliseconds without an answer until what is kept is shown
const OF_THE_SERVER = /^\/(api|ws|metrics|healthz)(\/|$)|\.\w+$/; // addresses that are no page

self.addEventListener('install', (event) => event.waitUntil(begin()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', meet);
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function begin() {
  await keep(await fetch(FRAME, { cache: 'no-cache' }));
  await self.skipWaiting();
}

/** Answer for the page's own files; whatever else is asked for goes its way as if there were no worker. */
function meet(event) {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!OF_THE_SERVER.test(pathname)) event.respondWith(newest(event, FRAME));
  } else if (BESIDE.includes(pathname)) event.respondWith(newest(event, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
}

const kept = (path) => caches.match(path, { cacheName: KEPT, ignoreVary: true });

/** What the server has now; what is kept, where it does not answer, or a proxy answers for a server that is away. */
async function newest(event, path) {
  const asked = fetch(event.request);
  if (path === FRAME) event.waitUntil(asked.then((answer) => keep(answer.clone())).catch(() => undefined));
  const found = await kept(path);
  if (!found) return asked;
  const answered = asked.then((answer) => (answer.status < 500 ? answer : found)).catch(() => found);
  // whoever asks for the page anew waits for it: it may have found itself to be older than the server
  if (event.request.cache === 'no-cache' || event.request.cache === 'reload') return answered;
  return Promise.race([answered, new Promise((resolve) => setTimeout(resolve, PATIENCE, found))]);
}

/** Keep this frame with all it needs, in place of the one before; a frame is kept only when it is whole. */
async function keep(frame) {
  const before = await kept(FRAME);
  const same = before?.headers.get('etag') === frame.headers.get('etag');
  if (!frame.ok || same || !frame.headers.get('content-type')?.startsWith('text/html')) return;
  const text = await frame.text();
  const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  const cache = await caches.open(KEPT);
  await cache.addAll([...named, ...BESIDE]);
  const sheets = await Promise.all(named.filter((path) => path.endsWith('.css')).map(kept));
  const styles = await Promise.all(sheets.map((sheet) => sheet.text()));
  const fonts = styles.join().match(/\/assets\/[\w.-]+\.woff2/g) ?? [];
  await cache.addAll(fonts);
  await cache.put(FRAME, new Response(text, { headers: frame.headers })); // without the address it was asked for by
  const wanted = new Set([FRAME, ...named, ...BESIDE, ...fonts]);
  for (const { url } of await cache.keys()) {
    if (!wanted.has(new URL(url).pathname)) await cache.delete(url);
  }
}

/** Bring a page to the front: the one of this address, or any with this address, or a new one. */
async function show(path) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const there = pages.find(({ url }) => new URL(url).pathname === path) ?? pages[0];
  if (!there) return self.clients.openWindow(path);
  if (new URL(there.url).pathname !== path) await there.navigate(path);
  return there.focus();
}
