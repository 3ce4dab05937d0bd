/** Keys of local storage, as other programs of the shop's origin may read them (storefront §9). */
const TOKEN = 'auth_token';
const USER = 'user';
/** The cart as it was last seen, for the time without a connection (shared/cart/kept-cart.ts). */
const LAST_CART = 'last_cart';

export const savedToken = (): string | null => localStorage.getItem(TOKEN);

/** Keeps who is signed in across visits; the user as JSON. */
export function saveSession(token: string, user: unknown): void {
  localStorage.setItem(TOKEN, token);
  saveUser(user);
}

export function saveUser(user: unknown): void {
  isRefused = false;
  localStorage.setItem(USER, JSON.stringify(user));
}

export function forgetSession(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER);
  localStorage.removeItem(LAST_CART);
}

export function savedUser<U>(): U | null {
  try {
    return JSON.parse(localStorage.getItem(USER) ?? 'null');
  } catch {
    return null;
  }
}

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
