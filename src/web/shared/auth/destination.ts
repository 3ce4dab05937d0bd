import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAuth } from './auth-state.ts';

/** Where to go after signing in: admins to the back office, others to where they came from, else home. */
export function destinationOf(state: unknown, user: { readonly is_admin: boolean }): string {
  const from = (state as { from?: unknown } | null)?.from;
  const isOwnPage = typeof from === 'string' && /^\/(?![/\\])/.test(from);
  if (user.is_admin) return isOwnPage && from.startsWith('/admin') ? from : '/admin';
  return isOwnPage ? from : '/';
}

/**
 * Redirects signed-in visitors away from guest pages.
 * @param isAtWork whether the page itself is signing somebody in, and redirects on its own
 */
export function useRedirectWhenSignedIn(isAtWork: boolean): void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { isAuthenticated, loading, user } = useAuth();
  const isElsewhere = isAuthenticated && !loading && !isAtWork;

  useEffect(() => {
    if (isElsewhere && user) navigate(destinationOf(state, user), { replace: true });
  }, [isElsewhere, user, navigate, state]);
}
