import { Suspense } from 'react';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { hasStoredData } from '#web/shared/start-shop.ts';
import { hydrateOnInteraction } from '#web/ui/hydrate-on-interaction.ts';
import { Link } from '#web/ui/link.tsx';

/** Loaded for signed-in visitors only. */
const CustomerMenu = hydrateOnInteraction(() => import('./customer-menu.tsx'), hasStoredData);

/** The same element in every render, so that updates around it do not affect it before hydration. */
const CUSTOMER_MENU = (
  <Suspense>
    <CustomerMenu />
  </Suspense>
);

/** Login and Sign Up for guests, the account menu for customers, in a space of equal width. */
export function AccountMenu() {
  const { isAuthenticated, loading } = useAuth();
  return (
    <div className="without-drawer hidden min-w-40 shrink-0 items-center justify-end lg:-ml-4 lg:flex">
      {!isAuthenticated && (
        <div className="for-guest items-center gap-1">
          <Link to="/login" className="button button-quiet button-small">
            Login
          </Link>
          <Link to="/register" className="button button-primary button-small">
            Sign Up
          </Link>
        </div>
      )}
      {(isAuthenticated || loading) && CUSTOMER_MENU}
    </div>
  );
}
