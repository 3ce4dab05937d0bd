import { Navigate, Outlet, useLocation } from 'react-router';
import { useAuth } from '#web/shared/auth/auth.ts';
import { QueryProvider } from '#web/shared/query-provider.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { SecondFactorGuard } from './second-factor-guard.tsx';

/** Lets only admins in: customers go to the home page, guests to /login and back afterwards (back-office §2). */
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
    <QueryProvider>
      <SecondFactorGuard>
        <Outlet />
      </SecondFactorGuard>
    </QueryProvider>
  );
}
