import { lazy, Suspense, useEffect, useRef } from 'react';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { cart, loadCart, refreshCart, useCart } from '#web/shared/cart/cart.ts';
import { Moment } from '#web/shared/moment.tsx';
import { titled } from '#web/shared/shop/shop.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CartLine } from './cart-line.tsx';
import { CartSummary } from './cart-summary.tsx';
import { CheckoutBar } from './checkout-bar.tsx';

/** Below the page's own contents, so that nothing moves when it appears. */
const RecommendedProducts = lazy(() =>
  import('#web/shared/catalogue/recommended-products.tsx').catch(() => ({ default: () => null })),
);

export const meta = () => [
  { title: titled('Your cart') },
  { name: 'description', content: 'What you are about to buy.' },
  { name: 'robots', content: 'noindex' },
];

/** Only the browser knows its length: reserve space, so that the footer does not shift. */
export default function CartPage() {
  return (
    <div className="whole-screen">
      <Contents />
    </div>
  );
}

function Contents() {
  const { status, items, itemCount, error, asOf } = useCart();
  const { loading } = useAuth();
  const actions = useRef<HTMLDivElement>(null);

  // Show the server's current cart, including a load in progress.
  useEffect(() => {
    if (!loading && cart.read().status === 'ready') void refreshCart();
  }, [loading]);

  if (status === 'loading') return <CartSkeleton />;
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
  if (items.length === 0) {
    return (
      <>
        <EmptyState
          icon="shopping-bag"
          level="h1"
          title="Your cart is empty"
          action={
            <Link to="/products" className={buttonClass()}>
              Continue Shopping
            </Link>
          }
        >
          Add some products to get started!
        </EmptyState>
        <Suspense>
          <RecommendedProducts title="You might like" />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <div className="page py-10 md:py-14">
        <h1 className="text-h1">Shopping Cart</h1>
        <p className="mt-2 text-muted">{itemCount === 1 ? '1 item' : `${itemCount} items`}</p>
        {asOf && (
          <Banner tone="info" className="mt-6">
            You are offline. This is your cart as of <Moment at={asOf} withTime />; prices and stock are checked again
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
        <Suspense>
          <RecommendedProducts title="Goes well with your cart" productIds={items.map(({ product }) => product.id)} />
        </Suspense>
      )}
    </>
  );
}

/** As high as a small cart, to reduce layout shift. */
function CartSkeleton() {
  return (
    <div className="page py-10 md:py-14">
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
