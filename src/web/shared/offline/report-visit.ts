import { watchConnection } from './offline-banner.ts';

/** The service worker loads over a hundred small files when it is installed: not while the visitor may go on to the next page at once. */
const SETTLED_MS = 4_000;

let begun: Promise<ServiceWorkerRegistration> | undefined;

async function begin(): Promise<ServiceWorkerRegistration> {
  watchConnection();
  const { serviceWorker } = navigator;
  const isInstalled = serviceWorker.controller !== null;
  if (!isInstalled) await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  await serviceWorker.register('/sw.js');
  return serviceWorker.ready;
}

/**
 * Installs the service worker that keeps visited pages readable offline, once, and reports the open page to it, because
 * client-side navigation only fetches data. Pages visited before it is installed are reported afterwards. Has no effect if the browser
 * refuses workers.
 */
export async function reportVisit({ pathname, search }: { pathname: string; search: string }): Promise<void> {
  try {
    begun ??= begin();
    (await begun).active?.postMessage({ visited: pathname + search });
  } catch {
    // The shop works without it, for example in private windows.
  }
}
