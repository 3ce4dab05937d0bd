import { type ReactNode, Suspense, useRef } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { deliveryCost } from '#web/shared/shop/promises.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { hydrateOnInteraction } from '#web/ui/hydrate-on-interaction.ts';
import type { Route } from './+types/shop-frame.ts';
import { Navbar } from './navbar.tsx';
import { BrokenPage } from './page-error.tsx';
import { useNewPlace } from './use-new-place.ts';

const Footer = hydrateOnInteraction(() => import('./footer.tsx'));

const AnnouncementBar = hydrateOnInteraction(() => import('./announcement-bar.tsx'));

const CategoryBar = hydrateOnInteraction(() => import('./category-bar.tsx'));
/** The fallback has its height, so that the page below does not move when the chunk arrives. */
const CATEGORIES = (
  <Suspense fallback={<div className="category-bar" />}>
    <CategoryBar />
  </Suspense>
);

/** The same element in every render, so that updates above do not affect it before hydration. */
const FOOTER = (
  <Suspense>
    <Footer />
  </Suspense>
);

/** Header and footer around every storefront and account page. */
export default function ShopFrame() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** A failing page keeps search and cart. */
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
      {shop().frame?.announcement && (
        <Suspense>
          <AnnouncementBar />
        </Suspense>
      )}
      <aside aria-label="What the shop offers" className="offers">
        {deliveryCost()}
        <span className="max-sm:hidden"> &nbsp;·&nbsp; 30-day returns</span>
        <span className="max-md:hidden"> &nbsp;·&nbsp; Support Mon-Fri 9:00 AM-6:00 PM EST</span>
      </aside>
      <Navbar />
      {CATEGORIES}
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
