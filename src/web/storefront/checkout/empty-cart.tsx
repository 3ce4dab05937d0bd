import { Navigate } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';

/** Storefront §2: there is nothing to check out. */
export function EmptyCart() {
  return (
    <>
      <Navigate to="/cart" replace />
      <EmptyState
        icon="shopping-bag"
        level="h1"
        title="Your cart is empty"
        action={
          <Link to="/" className={buttonClass()}>
            Continue Shopping
          </Link>
        }
      />
    </>
  );
}
