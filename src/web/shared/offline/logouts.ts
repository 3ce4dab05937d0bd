import { onDevice } from '#web/api/browser-storage.ts';

let logouts = 0;

/** For logout, before it navigates: pages that were visited until now must not be kept. */
export function forgetVisits(): void {
  logouts += 1;
}

/** @returns whether the page that is open now may still be kept: nobody has logged out since, in any tab. */
export function watchForLogout(): () => boolean {
  const before = logouts;
  const session = onDevice.read('auth_token');
  return () => logouts === before && (session === null || onDevice.read('auth_token') === session);
}
