import { useAuth } from '#web/shared/auth/auth.ts';
import { useCart } from '#web/shared/cart/cart.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

/**
 * Guests log in on the way, and go on from there (storefront §2).
 * @param closedBy the id of the words that say why there is no way at present; they stand where a line cannot be bought
 */
export function CheckoutLink({ closedBy }: { closedBy: string }) {
  const { isAuthenticated } = useAuth();
  const { items } = useCart();
  const words = isAuthenticated ? 'Checkout' : 'Login to Checkout';
  if (items.some(({ problem }) => problem)) {
    // Not `disabled`: who comes by keyboard is to hear the reason.
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
