import { type ReactNode, useRef } from 'react';
import { useNavigation } from 'react-router';
import SignedInLayout from '#web/shared/auth/signed-in-layout.tsx';
import { shop } from '#web/shared/shop/shop.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/checkout-frame.ts';
import { BrokenPage } from './page-error.tsx';
import { useNewPlace } from './use-new-place.ts';

const LINKS = [
  ['/returns', 'Returns'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/contact', 'Contact'],
] as const;

/** The quiet frame around the checkout, for customers only: no search, menus or newsletter beside a payment. */
export default function CheckoutFrame() {
  return (
    <Frame>
      <SignedInLayout />
    </Frame>
  );
}

/** A failing checkout keeps the way back to the cart. */
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
      <header className="checkout-header">
        <div className="page flex min-h-(--header-height) flex-wrap items-center gap-x-6">
          <Link
            to="/"
            className="mr-auto flex min-h-11 min-w-0 items-center font-display text-2xl font-semibold tracking-tight"
          >
            <span className="brand">{shop().siteName}</span>
          </Link>
          <p className="flex items-center gap-2 text-muted text-small">
            <Icon name="lock" />
            Secure payment
          </p>
          <Link to="/cart" className="link inline-flex min-h-11 items-center text-small">
            Back to cart
          </Link>
        </div>
      </header>
      <div className="progress" data-loading={state !== 'idle'} />
      {/* Before the form arrives, the footer is already below the screen: nothing moves. */}
      <main ref={main} id="content" tabIndex={-1} className="min-h-svh">
        {children}
      </main>
      <footer className="checkout-footer">
        <div className="page">
          <nav aria-label="Help" className="flex flex-wrap gap-x-6">
            {LINKS.map(([path, name]) => (
              <Link key={path} to={path} className="inline-flex min-h-11 items-center hover:text-ink hover:underline">
                {name}
              </Link>
            ))}
          </nav>
          <p className="sm:ml-auto">Support Mon-Fri 9:00 AM-6:00 PM EST</p>
        </div>
      </footer>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
