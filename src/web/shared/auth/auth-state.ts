import type { Data } from '#web/api/calls.ts';
import { createStore } from '#web/ui/external-store.ts';

export type User = Data<'GET /auth/profile'>;

export interface AuthState {
  /** While `loading`, the last known user of this browser. */
  user: User | null;
  isAuthenticated: boolean;
  loading: boolean;
  error: string | null;
}

/** Who is signed in (storefront §4). `loading` until the saved token has been checked. */
export const auth = createStore<AuthState>({ user: null, isAuthenticated: false, loading: true, error: null });

export const useAuth = auth.use;
