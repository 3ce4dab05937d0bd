import { Suspense } from 'react';
import { Link } from 'react-router';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { AccountLinks } from './account-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const LINKS = [
  ['/products', 'Products'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
  ['/faq', 'FAQ'],
  ['/cart', 'Cart'],
] as const;

/** Everything of the header that a narrow screen has no room for. */
export function PhoneMenu() {
  const { user, isAuthenticated } = useAuth();
  return (
    <Menu
      className="-ml-3 lg:hidden"
      label="Menu"
      buttonClassName="icon-button"
      panelClassName="phone-panel"
      summary={<Icon name="menu" />}
    >
      <nav aria-label="Menu">
        {LINKS.map(([path, name]) => (
          <Link key={path} to={path} className="menu-item font-display text-2xl">
            {name}
          </Link>
        ))}
      </nav>
      <div className="mt-3 border-t border-line pt-3">
        {isAuthenticated ? (
          <>
            <p className="truncate px-3 py-2 text-small text-muted">{user?.name}</p>
            <Suspense>
              <AccountLinks />
            </Suspense>
          </>
        ) : (
          <div className="grid grid-cols-2 gap-3 py-2">
            <Link to="/login" className="button button-secondary">
              Login
            </Link>
            <Link to="/register" className="button button-primary">
              Sign Up
            </Link>
          </div>
        )}
        <div className="mt-1 flex items-center justify-between pl-3">
          <span className="text-muted">Light or dark</span>
          <ThemeSwitch />
        </div>
      </div>
    </Menu>
  );
}
