import { parseInertDocument } from '#web/ssr/trusted-types.ts';

/** Cache names of the service worker (service-worker/service-worker.ts). */
const PAGES = /-visited-pages$/;
const VISITED = /-visited-(pages|answers)$/;

export interface VisitedPage {
  readonly path: string;
  readonly title: string;
}

async function cacheNames(pattern: RegExp): Promise<string[]> {
  try {
    return (await caches.keys()).filter((name) => pattern.test(name));
  } catch {
    // Nothing is cached over plain HTTP, or if site data is blocked.
    return [];
  }
}

/** Products that can be read offline, most recent first. */
export async function readVisitedProducts(): Promise<VisitedPage[]> {
  const found: VisitedPage[] = [];
  for (const name of await cacheNames(PAGES)) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url);
      if (!/^\/products\/[^/]+$/.test(pathname)) continue;
      const html = (await (await cache.match(request))?.text()) ?? '';
      const { title } = parseInertDocument(html);
      found.unshift({ path: pathname + search, title: title.replace(/ \| [^|]*$/, '') });
    }
  }
  return found;
}

/** Logout clears what was viewed. */
export async function clearVisited(): Promise<void> {
  await Promise.all((await cacheNames(VISITED)).map((name) => caches.delete(name)));
}
