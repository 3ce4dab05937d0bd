import { Suspense } from 'react';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { Icon } from '#web/ui/icon.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Link } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';

/** Loaded for signed-in visitors only. */
export const AccountLinks = lazyPart<{ closeMenu?: (then: () => void) => void }>(
  () => import('./account-links.tsx'),
  () => (
    <Link to="/dashboard" className="menu-item">
      Dashboard
    </Link>
  ),
);

/** Login and Sign Up for guests, the account menu for customers, in a space of equal width. */
export function AccountMenu() {
  const { user, isAuthenticated, loading } = useAuth();
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
      {(isAuthenticated || loading) && (
        <Menu
          className="for-customer relative"
          buttonClassName="button button-quiet button-small max-w-48 lg:-mr-3"
          panelClassName="menu-list top-full right-0 mt-2"
          summary={
            <>
              <Icon name="user" />
              <span className="own-words truncate">{user?.name ?? <span className="own-name" />}</span>
              <Icon name="chevron-down" className="text-sm" />
            </>
          }
        >
          {isAuthenticated && (
            <Suspense>
              <AccountLinks />
            </Suspense>
          )}
        </Menu>
      )}
    </div>
  );
}
