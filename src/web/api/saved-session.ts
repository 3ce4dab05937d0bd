import { onDevice } from './browser-storage.ts';

/** Local storage keys, which other scripts of the shop's origin may read (storefront §9). */
const TOKEN = 'auth_token';
const USER = 'user';
/** The last known cart, for offline use (shared/cart/last-cart.ts). */
const LAST_CART = 'last_cart';
/** What was added without a connection (shared/cart/offline-queue.ts). */
const CART_QUEUE = 'cart_queue';
/** Set by a logout until the next login: without it, a session that is gone was ended by the server. */
const LOGGED_OUT = 'logged_out';

export const savedToken = (): string | null => onDevice.read(TOKEN);

/** Stores the signed-in user across visits, as JSON. */
export function saveSession(token: string, user: unknown): void {
  onDevice.remove(LOGGED_OUT);
  onDevice.write(TOKEN, token);
  saveUser(user);
}

export const saveUser = (user: unknown): void => onDevice.writeJson(USER, user);

/** Called before the session is forgotten: other tabs then keep nothing that is typed. */
export const markLogout = (): void => onDevice.write(LOGGED_OUT, '1');

export function forgetSession(): void {
  onDevice.remove(TOKEN);
  onDevice.remove(USER);
  onDevice.remove(LAST_CART);
  onDevice.remove(CART_QUEUE);
}

export const savedUser = <U>(): U | null => onDevice.readJson<U>(USER);

/** The message after the server has ended the session (storefront §8, payment 401). */
export const SESSION_EXPIRED = 'Authentication expired. Please log in again.';

let refused = (): void => {};

/** Whether the server ended the session, rather than a logout in any tab, and nobody has signed in since. */
export const isSessionRefused = (): boolean => savedToken() === null && onDevice.read(LOGGED_OUT) === null;

/** Called when the server no longer accepts the saved token. */
export function onSessionRefused(listener: () => void): void {
  refused = listener;
}

/**
 * Any 401 removes the saved token and user (storefront §8), unless somebody has signed in again since the request.
 * @param token of the refused request
 */
export function refuseSession(token: string | null): void {
  if (savedToken() !== token) return;
  forgetSession();
  refused();
}
