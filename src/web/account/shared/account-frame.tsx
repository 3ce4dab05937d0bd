import pluginMenu from 'virtual:account-menu';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useMatch } from 'react-router';
import type { PagePath } from '#domain/shop/pages.ts';
import { useAuth } from '#web/shared/auth/auth.ts';
import { useLogoutHome } from '#web/shared/auth/use-logout-home.ts';
import { QueryProvider } from '#web/shared/query-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { SectionLink } from '#web/ui/section-link.tsx';
import { showFocused } from '#web/ui/show-focused.ts';
import { showInStrip } from '#web/ui/show-in-strip.ts';

const SHOP_SECTIONS = [
  ['/dashboard', 'Overview'],
  ['/dashboard/profile', 'Profile Settings'],
  ['/dashboard/orders', 'Order History'],
  ['/dashboard/security', 'Security'],
] as const satisfies readonly (readonly [path: PagePath, name: string])[];
const SECTIONS: readonly (readonly [path: string, name: string])[] = pluginMenu
  ? [...SHOP_SECTIONS, ...pluginMenu]
  : SHOP_SECTIONS;

/** Greeting, logout and section links around every account page. */
export default function AccountFrame() {
  const { user } = useAuth();
  const logOutHome = useLogoutHome();
  const isOverview = useMatch('/dashboard') !== null;
  return (
    <QueryProvider>
      <div className="page page-wide py-8 md:py-12 print:py-0">
        <div className="flex items-center justify-between gap-6 print:hidden">
          <Greeting isTitle={isOverview}>
            Welcome back, <bdi>{user?.name}</bdi>!
          </Greeting>
          <Button look="secondary" small onClick={() => void logOutHome()}>
            Logout
          </Button>
        </div>
        <Sections />
        <div className="pt-8">
          <Outlet />
        </div>
      </div>
    </QueryProvider>
  );
}

function Sections() {
  const strip = useRef<HTMLElement>(null);
  const { pathname } = useLocation();

  // The current link may be outside a phone's screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: which one is current follows from the address.
  useLayoutEffect(() => showInStrip(strip.current?.querySelector('[aria-current]')), [pathname]);

  return (
    <nav ref={strip} aria-label="Account" className="account-sections edged-strip print:hidden" onFocus={showFocused}>
      {SECTIONS.map(([path, name]) => (
        <SectionLink key={path} to={path} end={path === '/dashboard'} className="tab section-link">
          {name}
        </SectionLink>
      ))}
    </nav>
  );
}

/** On the overview the greeting is the page's heading; other pages have their own. */
function Greeting({ isTitle, children }: { isTitle: boolean; children: ReactNode }) {
  if (isTitle) return <h1 className="min-w-0 text-h2 wrap-anywhere">{children}</h1>;
  return <p className="min-w-0 text-muted wrap-anywhere">{children}</p>;
}
