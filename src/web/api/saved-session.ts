import { onDevice } from './browser-storage.ts';

/** Keys of local storage, as other programs of the shop's origin may read them (storefront §9). */
const TOKEN = 'auth_token';
const USER = 'user';
/** The cart as it was last seen, for the time without a connection (shared/cart/kept-cart.ts). */
const LAST_CART = 'last_cart';

export const savedToken = (): string | null => onDevice.read(TOKEN);

/** Keeps who is signed in across visits; the user as JSON. */
export function saveSession(token: string, user: unknown): void {
  onDevice.write(TOKEN, token);
  saveUser(user);
}

export function saveUser(user: unknown): void {
  isRefused = false;
  onDevice.writeJson(USER, user);
}

export function forgetSession(): void {
  onDevice.remove(TOKEN);
  onDevice.remove(USER);
  onDevice.remove(LAST_CART);
}

export const savedUser = <U>(): U | null => onDevice.readJson<U>(USER);

/** What is said to whom the server no longer knows (storefront §8, payment 401). */
export const SESSION_EXPIRED = 'Authentication expired. Please log in again.';

let refused = (): void => {};
let isRefused = false;

/** Whether the server has ended the session, rather than somebody here, and nobody has signed in since. */
export const isSessionRefused = (): boolean => isRefused;

/** Says what happens in the page when the server no longer knows the saved token. */
export function onSessionRefused(listener: () => void): void {
  refused = listener;
}

/**
 * Any 401 removes the saved token and user (storefront §8), unless somebody has signed in anew since the call was sent.
 * @param token the one that the refused call carried
 */
export function refuseSession(token: string | null): void {
  if (savedToken() !== token) return;
  isRefused = token !== null;
  forgetSession();
  refused();
}
