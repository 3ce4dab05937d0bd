import { watchConnection } from './offline-banner.ts';

let begun: Promise<ServiceWorkerRegistration> | undefined;

function begin(): Promise<ServiceWorkerRegistration> {
  watchConnection();
  return navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready);
}

/**
 * Installs the service worker that keeps visited pages readable offline, once, and reports the open page to it, because
 * client-side navigation only fetches data. Has no effect if the browser refuses workers.
 */
export async function reportVisit({ pathname, search }: { pathname: string; search: string }): Promise<void> {
  try {
    begun ??= begin();
    (await begun).active?.postMessage({ visited: pathname + search });
  } catch {
    // The shop works without it, for example in private windows.
  }
}
