import { watchConnection } from './offline-banner.ts';

/** Installing the service worker loads over a hundred small files, so wait until the visitor is unlikely to go straight on to another page. */
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
 * Installs, once, the service worker that keeps visited pages readable offline, and reports the open page to it, because
 * client-side navigation only fetches data. Pages visited before it is installed are reported afterwards, unless they may no longer be
 * kept then. Has no effect if the browser refuses workers.
 */
export async function reportVisit(
  { pathname, search }: { pathname: string; search: string },
  mayBeKept: () => boolean,
): Promise<void> {
  try {
    begun ??= begin();
    const { active } = await begun;
    if (mayBeKept()) active?.postMessage({ visited: pathname + search });
  } catch {
    // The shop works without it, for example in private windows.
  }
}
