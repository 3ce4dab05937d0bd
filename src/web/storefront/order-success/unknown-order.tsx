import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';

/** Unknown and other customers' order numbers get the same answer. */
export function UnknownOrder() {
  return (
    <EmptyState
      icon="search-x"
      level="h1"
      title="Order not found"
      action={
        <>
          <Link to="/dashboard/orders" className={buttonClass()}>
            View My Orders
          </Link>
          <Link to="/" className={buttonClass('secondary')}>
            Continue Shopping
          </Link>
        </>
      }
    >
      You have no order with this number.
    </EmptyState>
  );
}
