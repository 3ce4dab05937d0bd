import { Link, NavLink, Outlet, useNavigate, useNavigation } from 'react-router';
import { logOut, useAuth } from '#web/shared/auth/auth.ts';
import { ThemeSwitch } from '#web/shared/frame/theme-switch.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { IconName } from '#web/ui/icon-names.ts';
import { Menu } from '#web/ui/menu.tsx';

/** The parts of the back office, in the order of the specification's side links. */
const PARTS: readonly (readonly [path: string, name: string, icon: IconName])[] = [
  ['/admin/orders', 'Orders', 'package'],
];

/** Side links, way out and way back around every page of the back office. */
export default function AdminFrame() {
  const { state } = useNavigation();
  return (
    <div className="admin admin-frame">
      <aside className="admin-side">
        <Link to="/admin" className="px-3 font-display text-3xl font-semibold tracking-tight">
          Stoa
        </Link>
        <nav aria-label="Back office" className="mt-6 grid gap-1">
          <PartLinks />
        </nav>
      </aside>
      <div className="progress" data-loading={state !== 'idle'} />
      <div className="min-w-0">
        <TopBar />
        <main id="content" tabIndex={-1} className="px-4 py-6 md:px-8 md:py-8 print:p-0">
          <Outlet />
        </main>
      </div>
    </div>
  );
}

function PartLinks() {
  return PARTS.map(([path, name, icon]) => (
    <NavLink key={path} to={path} className="admin-link">
      <Icon name={icon} /> {name}
    </NavLink>
  ));
}

function TopBar() {
  const { user } = useAuth();
  const navigate = useNavigate();
  return (
    <header className="sticky top-0 z-40 flex h-16 items-center gap-1 border-b border-line bg-surface px-4 sm:gap-2 md:px-8 print:hidden">
      <Menu
        className="-ml-2 lg:hidden"
        label="Menu"
        buttonClassName="icon-button"
        panelClassName="menu-list top-full left-2"
        summary={<Icon name="menu" />}
      >
        <nav aria-label="Menu">
          {PARTS.map(([path, name, icon]) => (
            <Link key={path} to={path} className="menu-item">
              <Icon name={icon} /> {name}
            </Link>
          ))}
        </nav>
      </Menu>
      <span className="font-display text-2xl font-semibold tracking-tight lg:hidden">Stoa</span>
      <span className="ml-auto max-w-48 truncate text-muted max-sm:hidden">{user?.name}</span>
      <ThemeSwitch className="max-sm:ml-auto" />
      <Link to="/" className="button button-quiet button-small whitespace-nowrap max-sm:px-2">
        Back to Store
      </Link>
      <button
        type="button"
        className="button button-quiet button-small max-sm:px-2"
        onClick={() => {
          navigate('/login');
          void logOut();
        }}
      >
        Logout
      </button>
    </header>
  );
}
