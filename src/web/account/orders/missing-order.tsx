import { isUnavailable, messageOf } from '#web/api/api-error.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface MissingOrderProps {
  error: Error | null;
  onRetry: () => void;
  /** The order was loaded, and something else that the page needs was not. */
  exists?: boolean;
}

/** Shown in place of an order while it loads, when it fails to load, or when it does not exist for this customer. */
export function MissingOrder({ error, onRetry, exists = false }: MissingOrderProps) {
  if (!error) {
    return (
      <div
        className="grid gap-x-12 gap-y-8 pt-24 lg:grid-cols-[minmax(0,1fr)_360px]"
        role="status"
        aria-label="Loading your order"
      >
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
    );
  }
  if (exists || isUnavailable(error)) {
    return (
      <EmptyState
        icon="triangle-exclamation-point"
        level="h1"
        title="Your order could not be loaded"
        action={<Button onClick={onRetry}>Retry</Button>}
      >
        {messageOf(error)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="search-x"
      level="h1"
      title="Order not found"
      action={
        <Link to="/dashboard/orders" className={buttonClass()}>
          View All Orders
        </Link>
      }
    >
      You have no order with this number.
    </EmptyState>
  );
}
