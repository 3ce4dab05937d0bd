import pluginMenu from 'virtual:account-menu';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { useLogoutHome } from '#web/shared/auth/use-logout-home.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

/**
 * Account links for signed-in visitors, in the header's menu and the phone menu.
 * @param closeMenu at logout, which is not a link
 */
export default function AccountLinks({ closeMenu = (then) => then() }: { closeMenu?: (then: () => void) => void }) {
  const { user } = useAuth();
  const logOutHome = useLogoutHome();
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
      {pluginMenu && <PluginLinks entries={pluginMenu} />}
      <button type="button" className="menu-item" onClick={() => closeMenu(() => void logOutHome())}>
        <Icon name="log-out" /> Logout
      </button>
    </>
  );
}

function PluginLinks({ entries }: { entries: NonNullable<typeof pluginMenu> }) {
  return entries.map(([path, label]) => (
    <Link key={path} to={path} className="menu-item">
      <Icon name="sparkles" /> {label}
    </Link>
  ));
}
