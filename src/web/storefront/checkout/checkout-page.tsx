import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { savedToken } from '#web/api/saved-session.ts';
import { setSignedOut, useAuth } from '#web/shared/auth/auth.ts';
import { loadCart, useCart } from '#web/shared/cart/cart.ts';
import { readDraft } from '#web/shared/checkout/draft.ts';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useAddressBook } from './address-book.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { EmptyCart } from './empty-cart.tsx';

/** Storefront §9. */
const MISSING_TOKEN_DELAY_MS = 2000;

export const meta = () => [{ title: pageTitle('Checkout') }, { name: 'robots', content: 'noindex' }];

/** Checks cart and token; the surrounding guard ensures a session. */
export default function CheckoutPage() {
  const { user } = useAuth();
  const [hasToken] = useState(() => savedToken() !== null);
  const [paying] = useState(() => (user ? readDraft(user.id).paying : undefined));
  const { first, saved, save } = useAddressBook(hasToken ? user : null);
  const { status, items, error } = useCart();
  const isFilled = status === 'ready' && items.length > 0;
  // After the start, the form handles an emptied cart: paid, or gone.
  const [hasBegun, setBegun] = useState(isFilled);
  if (isFilled && !hasBegun) setBegun(true);

  if (!hasToken) return <MissingToken />;
  // The page was left or reloaded during the payment: resolve that first.
  if (paying) return <Navigate to={`/order-success/pending?payment_intent=${paying}`} replace />;
  if (user && hasBegun) {
    if (!first) return <CheckoutSkeleton />;
    return <CheckoutForm user={user} firstTyped={first} saved={saved} saveAddress={save} />;
  }
  if (status === 'failed') {
    return (
      <EmptyState
        icon="circle-exclamation-point"
        level="h1"
        title="Your cart could not be loaded"
        action={<Button onClick={() => void loadCart()}>Retry</Button>}
      >
        {error}
      </EmptyState>
    );
  }
  return status === 'ready' ? <EmptyCart /> : <CheckoutSkeleton />;
}

/** Storefront §2 and §9: the message, and after two seconds a redirect to /login, which remembers this page. */
function MissingToken() {
  useEffect(() => {
    // The surrounding guard redirects.
    const timer = setTimeout(() => setSignedOut(), MISSING_TOKEN_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="page grid justify-items-center py-20">
      <h1 className="sr-only">Checkout</h1>
      <Banner tone="warning">Authentication required. Redirecting to login...</Banner>
    </div>
  );
}

/** The size of the form, to reduce layout shift. */
function CheckoutSkeleton() {
  return (
    <div className="page py-8 md:py-12">
      <h1 className="text-h1">Checkout</h1>
      <div
        className="mt-21 grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_400px] xl:gap-x-24 xl:grid-cols-[minmax(0,1fr)_440px]"
        role="status"
        aria-label="Loading your checkout"
      >
        <Skeleton className="h-169" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
