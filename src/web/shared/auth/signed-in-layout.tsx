import { type Location, Navigate, Outlet, useLocation } from 'react-router';
import { Spinner } from '#web/ui/spinner.tsx';
import { useAuth } from './auth-state.ts';

/** Guards the pages below it: a spinner while the session is unknown, then the page or /login (storefront §2). */
export default function SignedInLayout() {
  const { isAuthenticated, loading } = useAuth();
  const location = useLocation();
  if (loading || (!isAuthenticated && isBeingLeft(location))) {
    return (
      <div className="whole-screen">
        <Spinner />
      </div>
    );
  }
  if (!isAuthenticated) return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
  return (
    <div className="whole-screen">
      <Outlet />
    </div>
  );
}

/**
 * Whether navigation to another URL is in progress: after a logout the visitor is on the way home, and must not be
 * redirected to the login.
 */
const isBeingLeft = ({ pathname }: Location): boolean => window.location.pathname !== pathname;
