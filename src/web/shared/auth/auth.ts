import { ApiError, messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import {
  forgetSession,
  markLogout,
  onSessionRefused,
  SESSION_EXPIRED,
  savedToken,
  savedUser,
  saveUser,
} from '#web/api/saved-session.ts';
import { clearSavedInput } from '#web/shared/forms/saved-input.ts';
import { forgetVisits } from '#web/shared/offline/logouts.ts';
import { toastFailure } from '#web/ui/toast.ts';
import { auth, type User } from './auth-state.ts';

export { auth, type User, useAuth } from './auth-state.ts';

/** The state after login, registration or profile fetch. */
export function setSignedIn(user: User): void {
  saveUser(user);
  auth.write({ user, isAuthenticated: true, loading: false, error: null });
  markDocument();
}

/** The state of a guest; clears saved token and user. */
export function setSignedOut(error: string | null = null): void {
  forgetSession();
  auth.write({ user: null, isAuthenticated: false, loading: false, error });
  markDocument();
}

/**
 * Fetches the profile for the saved token; a failure removes the token. A response that arrives after somebody signed
 * in again, here or in another tab, is ignored.
 */
export async function fetchProfile(): Promise<User | null> {
  const token = savedToken();
  const isLate = () => savedToken() !== null && savedToken() !== token;
  try {
    const user = await call('GET /auth/profile');
    if (isLate()) return auth.read().user;
    setSignedIn(user);
    return user;
  } catch (error) {
    if (isLate()) return auth.read().user;
    const isRefused = error instanceof ApiError && error.status === 401;
    const message = isRefused ? SESSION_EXPIRED : messageOf(error, 'Failed to load user profile');
    setSignedOut(message);
    // No page made this request, so nothing else says why the visitor is signed out.
    toastFailure(message);
    return null;
  }
}

let isLeaving = false;

function clearVisited(): void {
  void import('#web/shared/offline/visited.ts').then((offline) => offline.clearVisited());
}

/**
 * Ends the session here and, if possible, on the server.
 * @param leave navigates to a page for guests; the pages show a guest only then, because customer pages redirect guests
 */
export async function logOut(leave?: () => Promise<void>): Promise<void> {
  if (isLeaving) return;
  forgetVisits();
  const ended = savedToken() === null ? undefined : call('POST /auth/logout').catch(() => undefined);
  markLogout();
  forgetSession();
  clearSavedInput();
  clearVisited();
  isLeaving = leave !== undefined;
  await leave?.().finally(() => {
    isLeaving = false;
  });
  // Again: what the home page has loaded is kept by now.
  if (leave) clearVisited();
  setSignedOut();
  await ended;
}

/** Resolves when the saved token has been checked: a button pressed before must not treat a customer as a guest. */
export function whenAuthKnown(): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = auth.subscribe(check);
    function check() {
      if (auth.read().loading) return;
      unsubscribe();
      resolve();
    }
    check();
  });
}

/**
 * Checks the saved token and then follows changes by other tabs.
 * @param toLogin navigates to /login after the server has refused the session
 */
export function startAuth(toLogin: () => void): () => void {
  onSessionRefused(() => {
    if (isLeaving) return;
    setSignedOut();
    toLogin();
  });
  const follow = () => {
    if (!savedToken()) setSignedOut();
    else if (navigator.onLine) {
      auth.write({ user: savedUser<User>(), loading: true });
      void fetchProfile();
    } else {
      // An offline fetch would end the session: wait for the connection.
      auth.write({ user: savedUser<User>(), isAuthenticated: true, loading: false });
      addEventListener('online', follow, { once: true });
    }
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'auth_token' || event.key === null) follow();
  };
  // A page restored from the back/forward cache missed all changes.
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    if (persisted) follow();
  };
  if (!auth.read().isAuthenticated) follow();
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onReturn);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onReturn);
    removeEventListener('online', follow);
  };
}

/** The stylesheet shows the guest's or customer's part of the header by this attribute, from the first paint on. */
function markDocument(): void {
  document.documentElement.dataset.session = savedToken() ? 'customer' : 'guest';
}
