import { Navigate, Outlet, useLocation } from 'react-router';
import { useAuth } from '#web/shared/auth/auth.ts';
import { Queries } from '#web/shared/queries.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { SecondFactorGuard } from './second-factor-guard.tsx';

/** Lets admins in: others go home, and who is not signed in goes to /login and comes back (back-office §2). */
export default function AdminGuard() {
  const { user, isAuthenticated, loading } = useAuth();
  const location = useLocation();
  if (loading) {
    return (
      <main id="content" className="admin">
        <Spinner label="Checking authentication..." isShown />
      </main>
    );
  }
  if (!isAuthenticated) return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
  if (!user?.is_admin) return <Navigate to="/" replace />;
  return (
    <Queries>
      <SecondFactorGuard>
        <Outlet />
      </SecondFactorGuard>
    </Queries>
  );
}
