import { Link, useNavigate } from 'react-router';
import { logOut, useAuth } from '#web/shared/auth/auth.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';

/** The links of whoever is signed in, for the menu under their name and for the phone's menu. */
export function AccountLinks() {
  const { user } = useAuth();
  const navigate = useNavigate();
  return (
    <>
      {user?.is_admin && (
        <Link to="/admin" className="menu-item">
          <Icon name="layout-dashboard" /> Admin
        </Link>
      )}
      <Link to="/dashboard" className="menu-item">
        <Icon name="user" /> Dashboard
      </Link>
      <Link to="/dashboard/profile" className="menu-item">
        <Icon name="info" /> Profile
      </Link>
      <Link to="/dashboard/orders" className="menu-item">
        <Icon name="package" /> Orders
      </Link>
      <button
        type="button"
        className="menu-item"
        onClick={() => {
          navigate('/');
          void logOut();
        }}
      >
        <Icon name="log-out" /> Logout
      </button>
    </>
  );
}

/** Login and Sign Up for guests, the name and its menu for customers, in a place that is equally wide for both. */
export function AccountMenu() {
  const { user, isAuthenticated, loading } = useAuth();
  return (
    <div className="hidden min-w-42 items-center justify-end lg:flex">
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
          buttonClassName="button button-quiet button-small max-w-42"
          panelClassName="menu-list top-full right-0 mt-2"
          summary={
            <>
              <Icon name="user" />
              <span className="truncate">{user?.name ?? 'Account'}</span>
              <Icon name="chevron-down" className="text-sm" />
            </>
          }
        >
          {isAuthenticated && <AccountLinks />}
        </Menu>
      )}
    </div>
  );
}
