import { watchConnection } from './offline-banner.ts';

let begun: Promise<ServiceWorkerRegistration> | undefined;

function begin(): Promise<ServiceWorkerRegistration> {
  watchConnection();
  return navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready);
}

/**
 * Installs, once, the worker that keeps visited pages readable without a connection, and tells it which page is open:
 * inside the shop, the browser asks for data only. A browser that refuses workers does without.
 */
export async function noteVisit({ pathname, search }: { pathname: string; search: string }): Promise<void> {
  try {
    begun ??= begin();
    (await begun).active?.postMessage({ visited: pathname + search });
  } catch {
    // The shop works without; a private window is such a case.
  }
}
