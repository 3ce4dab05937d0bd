import { Navigate, Outlet, useLocation } from 'react-router';
import { Spinner } from '#web/ui/spinner.tsx';
import { useAuth } from './auth-state.ts';

/** Guards the pages below it: a spinner while it is not known who is there, then the page or /login (storefront §2). */
export default function SignedInLayout() {
  const { isAuthenticated, loading } = useAuth();
  const location = useLocation();
  if (loading) {
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
