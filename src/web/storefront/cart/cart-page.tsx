import { useEffect, useRef } from 'react';
import { useLoaderData } from 'react-router';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { cart, loadCart, refreshCart, useCart } from '#web/shared/cart/cart.ts';
import { cardProduct } from '#web/shared/catalogue/card-product.ts';
import RecommendedProducts from '#web/shared/catalogue/recommended-products.tsx';
import { DateTime } from '#web/shared/date-time.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { apiContext } from '#web/ssr/load-context.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/cart-page.ts';
import { CartLine } from './cart-line.tsx';
import { CartSummary } from './cart-summary.tsx';
import { CheckoutBar } from './checkout-bar.tsx';
import { EmptyCart } from './empty-cart.tsx';

export const meta = () => [
  { title: pageTitle('Your cart') },
  { name: 'description', content: 'What you are about to buy.' },
  { name: 'robots', content: 'noindex' },
];

/** Shown in the empty cart, which is part of the server's HTML; the page works without them. */
export const loader = ({ context }: Route.LoaderArgs) =>
  context
    .get(apiContext)('GET /products/recommendations', { query: {} })
    .then((found) => found.map(cardProduct))
    .catch(() => undefined);

/** Client-side navigation does not wait for them. */
export const clientLoader = () => undefined;

/** Only the browser knows its length: reserve space, so that the footer does not shift. */
export default function CartPage() {
  return (
    <div className="whole-screen">
      <Contents />
    </div>
  );
}

function Contents() {
  const bestsellers = useLoaderData<typeof loader>();
  const { status, items, itemCount, error, asOf } = useCart();
  const { loading } = useAuth();
  const actions = useRef<HTMLDivElement>(null);

  // Show the server's current cart, including a load in progress.
  useEffect(() => {
    if (!loading && cart.read().status === 'ready') void refreshCart();
  }, [loading]);

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
  const isLoading = status === 'loading';
  if (isLoading && !bestsellers) return <CartSkeleton />;
  if (isLoading || items.length === 0) {
    // The server sends both, and the mark set before the first paint picks one until the cart is known (cart.css).
    return (
      <>
        {isLoading && (
          // With a key, so that its element does not become the cart's: that would be a layout shift.
          <div key="skeleton" className="for-kept-cart">
            <CartSkeleton />
          </div>
        )}
        <div className={isLoading ? 'for-empty-cart' : undefined}>
          <EmptyCart bestsellers={bestsellers} />
        </div>
      </>
    );
  }
  return (
    <>
      <div className="page page-wide py-10 md:py-14">
        <h1 className="text-h1">Shopping Cart</h1>
        <p className="mt-2 text-muted">{itemCount === 1 ? '1 item' : `${itemCount} items`}</p>
        {asOf && (
          <Banner tone="info" className="mt-6">
            You are offline. This is your cart as of <DateTime at={asOf} withTime />; prices and stock are checked again
            when you are back.
          </Banner>
        )}
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-10 lg:grid-cols-[minmax(0,1fr)_380px]">
          <ul className="border-line border-t">
            {items.map((item) => (
              <CartLine key={item.id} item={item} />
            ))}
          </ul>
          <CartSummary actions={actions} />
        </div>
        <CheckoutBar place={actions} />
      </div>
      {!asOf && (
        <RecommendedProducts title="Goes well with your cart" productIds={items.map(({ product }) => product.id)} />
      )}
    </>
  );
}

/** As high as a small cart, to reduce layout shift. */
function CartSkeleton() {
  return (
    <div className="page page-wide py-10 md:py-14">
      <h1 className="text-h1">Shopping Cart</h1>
      <div className="mt-16 grid gap-10 lg:grid-cols-[1fr_380px]" role="status" aria-label="Loading your cart">
        <div className="grid gap-6">
          <Skeleton className="h-32" />
          <Skeleton className="h-32" />
        </div>
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
