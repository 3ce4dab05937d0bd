import { type ReactNode, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { useAuth } from '#web/shared/auth/auth.ts';
import { BrokenPage } from '#web/shared/frame/page-error.tsx';
import { ThemeSwitch } from '#web/shared/frame/theme-switch.tsx';
import { useNewPlace } from '#web/shared/frame/use-new-place.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/admin-frame.ts';
import { CommandPalette } from './command-palette.tsx';
import { PartLinks, SideDrawer } from './side-links.tsx';
import { useLogout } from './use-logout.tsx';

/** Navigation, logout and link to the store around every back office page. */
export default function AdminFrame() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** A failing page keeps the navigation. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <BrokenPage error={error} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { state } = useNavigation();
  const main = useRef<HTMLElement>(null);
  const announcement = useNewPlace(main, { keepsPagerFocused: true });
  const side = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // The menu is longer than most windows: a page from the end of it would open without its entry in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new page.
  useEffect(() => {
    showInColumn(side.current?.querySelector('[aria-current="page"]'), side.current);
  }, [pathname]);
  const { leave, question } = useLogout();
  return (
    <div className="admin admin-frame">
      <nav ref={side} aria-label="Back office" className="admin-side">
        <Link to="/admin" className="px-3 font-display text-3xl font-semibold tracking-tight">
          <span className="brand">{shop().siteName}</span>
        </Link>
        <div className="mt-6 grid gap-1">
          <PartLinks />
        </div>
      </nav>
      <div className="progress" data-loading={state !== 'idle'} />
      <div className="min-w-0">
        <TopBar onLogout={leave} />
        <main ref={main} id="content" tabIndex={-1} className="px-4 py-6 md:px-8 md:py-8 print:p-0">
          {children}
        </main>
      </div>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {question}
    </div>
  );
}

function TopBar({ onLogout }: { onLogout: () => void }) {
  const { user } = useAuth();
  return (
    <header className="sticky top-0 z-40 flex h-16 items-center gap-1 border-b border-line bg-surface px-4 sm:gap-2 md:px-8 print:hidden">
      <SideDrawer onLogout={onLogout} />
      <Link to="/admin" className="mr-2 min-w-0 font-display text-2xl font-semibold tracking-tight sm:mr-4 lg:hidden">
        <span className="brand">{shop().siteName}</span>
      </Link>
      <CommandPalette />
      <span className="ml-auto max-w-48 truncate text-muted max-lg:hidden">{user?.name}</span>
      <ThemeSwitch />
      <Link to="/" className="button button-quiet button-small whitespace-nowrap max-sm:hidden">
        Back to Store
      </Link>
      <button type="button" className="button button-quiet button-small max-sm:hidden" onClick={onLogout}>
        Logout
      </button>
    </header>
  );
}

/** Height of the fade at the lower edge of the menu, with space for a ring: `scroll-padding-block` in `admin-frame.css`. */
const FADE_PX = 48;

/** Unlike `scrollIntoView`, does not change where the next Tab continues. */
function showInColumn(entry: Element | null | undefined, column: Element | null): void {
  if (!entry || !column) return;
  const { top, bottom } = entry.getBoundingClientRect();
  const edges = column.getBoundingClientRect();
  if (top < edges.top) column.scrollTop -= edges.top - top;
  else if (bottom > edges.bottom - FADE_PX) column.scrollTop += bottom - edges.bottom + FADE_PX;
}
