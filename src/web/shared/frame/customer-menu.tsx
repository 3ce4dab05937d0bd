import { useAuth } from '#web/shared/auth/auth-state.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import AccountLinks from './account-links.tsx';

/** The account menu in the header. */
export default function CustomerMenu() {
  const { user, isAuthenticated } = useAuth();
  return (
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
      {isAuthenticated ? (
        <AccountLinks />
      ) : (
        // Shown until the scripts have loaded, and without scripts.
        <Link to="/dashboard" className="menu-item">
          <Icon name="user" /> Dashboard
        </Link>
      )}
    </Menu>
  );
}
