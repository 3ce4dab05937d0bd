import { useAuth } from '#web/shared/auth/auth.ts';
import { useCart } from '#web/shared/cart/cart.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

/**
 * Guests log in on the way, and continue (storefront §2).
 * @param closedBy id of the text that explains why the checkout is closed
 */
export function CheckoutLink({ closedBy }: { closedBy: string }) {
  const { isAuthenticated } = useAuth();
  const { items } = useCart();
  const words = isAuthenticated ? 'Checkout' : 'Login to Checkout';
  if (items.some(({ problem }) => problem)) {
    // Not `disabled`, so that keyboard and screen reader users reach the reason.
    return (
      <Button aria-disabled="true" aria-describedby={closedBy}>
        {words}
      </Button>
    );
  }
  return isAuthenticated ? (
    <Link to="/checkout" className={buttonClass('primary')}>
      {words}
    </Link>
  ) : (
    <Link to="/login" state={{ from: '/checkout' }} className={buttonClass('primary')}>
      {words}
    </Link>
  );
}
