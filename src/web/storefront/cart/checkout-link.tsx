import { useAuth } from '#web/shared/auth/auth.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

/** Guests log in on the way, and go on from there (storefront §2). */
export function CheckoutLink() {
  const { isAuthenticated } = useAuth();
  return isAuthenticated ? (
    <Link to="/checkout" className={buttonClass('primary')}>
      Checkout
    </Link>
  ) : (
    <Link to="/login" state={{ from: '/checkout' }} className={buttonClass('primary')}>
      Login to Checkout
    </Link>
  );
}
