import { ApiError, messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import {
  forgetSession,
  onSessionRefused,
  SESSION_EXPIRED,
  savedToken,
  savedUser,
  saveUser,
} from '#web/api/saved-session.ts';
import { forgetTyped } from '#web/shared/forms/typed-before.ts';
import { toastFailure } from '#web/ui/toast.ts';
import { auth, type User } from './auth-state.ts';

export { auth, type User, useAuth } from './auth-state.ts';

/** The state after a successful login, registration or profile fetch. */
export function becomeUser(user: User): void {
  saveUser(user);
  auth.write({ user, isAuthenticated: true, loading: false, error: null });
  markDocument();
}

/** The state of a guest; the saved token and user go. */
export function becomeGuest(error: string | null = null): void {
  forgetSession();
  auth.write({ user: null, isAuthenticated: false, loading: false, error });
  markDocument();
}

/**
 * Fetches who the saved token belongs to. A failed fetch removes the token. An answer that comes after somebody has
 * signed in anew, here or in another tab, is not about them: it changes nothing.
 */
export async function fetchProfile(): Promise<User | null> {
  const token = savedToken();
  const isLate = () => savedToken() !== null && savedToken() !== token;
  try {
    const user = await call('GET /auth/profile');
    if (isLate()) return auth.read().user;
    becomeUser(user);
    return user;
  } catch (error) {
    if (isLate()) return auth.read().user;
    becomeGuest(messageOf(error, 'Failed to load user profile'));
    // Asked for by no page, which would say it: who comes back, such as from a bank, stands before the login.
    if (error instanceof ApiError && error.status === 401) toastFailure(SESSION_EXPIRED);
    return null;
  }
}

/** Ends the session here and, as far as it can be reached, on the server. */
export async function logOut(): Promise<void> {
  const ended = call('POST /auth/logout').catch(() => undefined);
  becomeGuest();
  forgetTyped();
  void import('#web/shared/offline/visited.ts').then(({ forgetVisited }) => forgetVisited());
  await ended;
}

/** Resolves when the saved token has been tried: a button pressed before that must not take a customer for a guest. */
export function authKnown(): Promise<void> {
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
 * Tries the saved token and from then on follows what other tabs do.
 * @param toLogin leads to /login after the server has refused the session
 */
export function startAuth(toLogin: () => void): () => void {
  onSessionRefused(() => {
    becomeGuest();
    toLogin();
  });
  const follow = () => {
    if (!savedToken()) becomeGuest();
    else if (navigator.onLine) {
      auth.write({ user: savedUser<User>(), loading: true });
      void fetchProfile();
    } else {
      // A fetch that cannot be sent would end the session: it waits for the connection.
      auth.write({ user: savedUser<User>(), isAuthenticated: true, loading: false });
      addEventListener('online', follow, { once: true });
    }
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'auth_token' || event.key === null) follow();
  };
  // A page that the browser kept whole for its Back button heard of nothing meanwhile.
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

/** The stylesheet shows the guest's or the customer's part of the header by this mark, from the first paint on. */
function markDocument(): void {
  document.documentElement.dataset.session = savedToken() ? 'customer' : 'guest';
}
