import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { deliveryCost } from '#web/shared/shop/promises.ts';
import { hydrateOnInteraction } from '#web/ui/hydrate-on-interaction.ts';
import type { Route } from './+types/shop-frame.ts';
import { Navbar } from './navbar.tsx';
import { BrokenPage } from './page-error.tsx';

const Footer = hydrateOnInteraction(() => import('./footer.tsx'));

/** One and the same element in every rendering, so that what happens above leaves it alone until its scripts come. */
const FOOTER = (
  <Suspense>
    <Footer />
  </Suspense>
);

/** Who goes elsewhere instead of logging in no longer wants what was waiting for them. */
const TOWARDS_LOGIN = /^\/(login|register|forgot-password|reset-password|terms|privacy)/;

/** Header and footer around every page of the shop and of the customer's account. */
export default function ShopFrame() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** A page that broke takes neither the search nor the cart with it. */
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
  const announcement = useNewPlace(main);
  return (
    <>
      <aside
        aria-label="What the shop offers"
        className="bg-band px-4 py-2 text-center text-small text-on-band print:hidden"
      >
        {deliveryCost()}
        <span className="max-sm:hidden"> &nbsp;·&nbsp; 30-day returns</span>
        <span className="max-md:hidden"> &nbsp;·&nbsp; Support Mon-Fri 9:00 AM-6:00 PM EST</span>
      </aside>
      <Navbar />
      <div className="progress" data-loading={state !== 'idle'} />
      <main ref={main} id="content" tabIndex={-1} className="min-h-[60svh]">
        {children}
      </main>
      {FOOTER}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

/** A new page, or the next one of a list, begins at its top for the keyboard too, and its name is read out. */
function useNewPlace(main: React.RefObject<HTMLElement | null>): string {
  const { pathname, search } = useLocation();
  const place = `${pathname} ${new URLSearchParams(search).get('page')}`;
  const lastPlace = useRef(place);
  const [announcement, setAnnouncement] = useState('');

  // With the page, not after it, and not from a field that stayed: whoever is typing would lose what comes next.
  useLayoutEffect(() => {
    if (lastPlace.current === place) return;
    lastPlace.current = place;
    if (!document.activeElement?.matches('input, select, textarea')) main.current?.focus({ preventScroll: true });
    setAnnouncement(document.title);
    if (!TOWARDS_LOGIN.test(pathname)) {
      void import('#web/shared/cart/waiting-item.ts').then(({ forgetWaitingItem }) => forgetWaitingItem());
    }
  }, [place, pathname, main]);

  return announcement;
}
