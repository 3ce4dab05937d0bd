/**
 * Keeps the shop readable offline. The build prepends the constants and strips the types (scripts/write-worker.ts); it
 * imports nothing. Pages and API responses are fetched from the network first; the cache is used only without a
 * response. Responses to requests with a token, and those marked as `private` or `no-store`, are never cached, writes
 * are never handled, and nothing that the checkout uses is on the list of cached URLs.
 */
declare const VERSION: string;
/** URLs of the storefront's built files, and of the offline page. */
declare const SHELL: readonly string[];
/** Pattern source of the pages marked `offline` in src/domain/shop/pages.ts: the same for everybody. */
declare const OFFLINE_PAGES: string;

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  /** Timeout of the page request. */
  readonly resultingClientId: string;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface Worker {
  readonly location: Location;
  readonly clients: { claim(): Promise<void>; matchAll(): Promise<readonly { readonly id: string }[]> };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listen: (event: WorkerEvent) => void): void;
  addEventListener(type: 'message', listen: (event: WorkerEvent & { readonly data: unknown }) => void): void;
  addEventListener(type: 'fetch', listen: (event: WorkerFetchEvent) => void): void;
}

const worker = self as unknown as Worker;
const SHELL_CACHE = `${VERSION}-shell`;
/** The page clears these two at logout (shared/offline/visited.ts). */
const PAGES_CACHE = `${VERSION}-visited-pages`;
const ANSWERS_CACHE = `${VERSION}-visited-answers`;
const PICTURES_CACHE = `${VERSION}-pictures`;
const MAX_PAGES = 60;
const MAX_ANSWERS = 120;
const MAX_PICTURES = 150;
/** A visit during client-side navigation fetches its page at most once in this time. */
const FRESH_MS = 5 * 60_000;

const KEPT_PAGE = new RegExp(OFFLINE_PAGES);
const KEPT_ANSWER = /^\/api\/(products|categories|shop)(\/|$)/;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL_CACHE).then((cache) => cache.addAll([...SHELL])));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(begin());
});

worker.addEventListener('message', (event) => {
  const { visited, takeOver } = (event.data ?? {}) as { visited?: unknown; takeOver?: unknown };
  if (takeOver === true) event.waitUntil(worker.skipWaiting());
  // Client-side navigation loads no document, so the shop reports visited products.
  if (typeof visited === 'string' && visited.startsWith('/'))
    event.waitUntil(keepVisited(visited).catch(() => undefined));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(answerFile(event, SHELL_CACHE));
  else if (pathname.startsWith('/media/')) event.respondWith(answerFile(event, PICTURES_CACHE, MAX_PICTURES));
  else if (KEPT_ANSWER.test(pathname)) event.respondWith(answerCall(event));
});

/** Deletes caches of earlier versions; takes control of open pages without reloading them. */
async function begin(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !name.startsWith(`${VERSION}-`)).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function answerPage(event: WorkerFetchEvent): Promise<Response> {
  const { request } = event;
  const { pathname, search } = new URL(request.url);
  event.waitUntil(letNextVersionBegin(event));
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request));
    if (response.ok && KEPT_PAGE.test(pathname)) event.waitUntil(keep(PAGES_CACHE, request.url, response, MAX_PAGES));
    return response;
  } catch (error) {
    const offline = await caches.match('/offline', { ignoreSearch: true });
    if (pathname === '/offline') return offline ?? Promise.reject(error);
    const kept = await caches.match(request.url, { cacheName: PAGES_CACHE, ignoreVary: true });
    return kept ?? Response.redirect(`/offline?from=${encodeURIComponent(pathname + search)}`);
  }
}

/** A new version waits until a navigation while no second tab needs the files of the current one. */
async function letNextVersionBegin({ resultingClientId }: WorkerFetchEvent): Promise<void> {
  const { waiting } = worker.registration;
  if (!waiting) return;
  // The previous page may still be listed, or the next one already.
  const others = (await worker.clients.matchAll()).filter(({ id }) => id !== resultingClientId);
  if (others.length < 2) waiting.postMessage({ takeOver: true });
}

/** Built files and pictures are immutable. */
async function answerFile(event: WorkerFetchEvent, cacheName: string, max?: number): Promise<Response> {
  const { request } = event;
  const kept = await caches.match(request.url, { cacheName, ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) event.waitUntil(keep(cacheName, request.url, response, max));
  return response;
}

/** The catalogue is the same for everybody: signed-in visitors may read the cache, but do not add to it. */
async function answerCall(event: WorkerFetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.ok && !request.headers.has('authorization')) {
      event.waitUntil(keep(ANSWERS_CACHE, request.url, response, MAX_ANSWERS));
    }
    return response;
  } catch (error) {
    const kept = await caches.match(request.url, { cacheName: ANSWERS_CACHE, ignoreVary: true });
    return kept ?? Promise.reject(error);
  }
}

async function keepVisited(path: string): Promise<void> {
  const { pathname } = new URL(path, worker.location.origin);
  if (!KEPT_PAGE.test(pathname)) return;
  const addresses: [cacheName: string, address: string][] = [[PAGES_CACHE, path]];
  const [, product] = /^\/products\/([^/]+)$/.exec(pathname) ?? [];
  if (product) addresses.push([ANSWERS_CACHE, `/api/products/${product}`]);
  for (const [cacheName, address] of addresses) {
    const kept = await caches.match(address, { cacheName, ignoreVary: true });
    if (kept && Date.now() - Date.parse(kept.headers.get('date') ?? '') < FRESH_MS) continue;
    const response = await fetch(address, { credentials: 'omit' });
    if (response.ok && !response.redirected) await keep(cacheName, address, response, MAX_PAGES);
  }
}

/** Responses that only the browser of one person may have, such as avatars: logout does not clear all caches. */
const PERSONAL = /\b(?:private|no-store)\b/;

/** Caches a copy unless it is personal; beyond `max`, the oldest are deleted. Errors such as a full disk are ignored. */
async function keep(cacheName: string, address: string, response: Response, max?: number): Promise<void> {
  if (PERSONAL.test(response.headers.get('cache-control') ?? '')) return;
  const copy = response.clone();
  try {
    const cache = await caches.open(cacheName);
    await cache.delete(address, { ignoreVary: true });
    await cache.put(address, copy);
    const all = max === undefined ? [] : await cache.keys();
    for (const old of all.slice(0, Math.max(0, all.length - (max ?? 0)))) await cache.delete(old, { ignoreVary: true });
  } catch {
    // The response itself was already returned.
  }
}
