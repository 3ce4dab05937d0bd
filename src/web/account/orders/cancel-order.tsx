import { useEffect, useRef, useState } from 'react';
import { addMoney } from '#domain/money/money.ts';
import { messageOf } from '#web/api/api-error.ts';
import { centsOf, formatCents } from '#web/shared/money.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Order, useCancelOrder } from '../shared/orders-data.ts';

interface CancelOrderProps {
  order: Order;
  id: string;
  /** The button that had the focus is gone. */
  onGone: () => void;
}

/** The cancel button, shown while the order can be cancelled. Asks first, naming the order and the consequences. */
export function CancelOrder({ order, id, onGone }: CancelOrderProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, isPending, error, reset } = useCancelOrder(id);
  const { order_number } = order;

  const close = () => {
    setAsking(false);
    reset();
  };
  const cancel = async () => {
    await mutateAsync();
    close();
    toast(`Order ${order_number} was cancelled`);
  };

  const hadButton = useRef(order.can_cancel);
  useEffect(() => {
    if (isAsking || hadButton.current === order.can_cancel) return;
    hadButton.current = order.can_cancel;
    if (document.activeElement === document.body) onGone();
  });

  return (
    <>
      {order.can_cancel && (
        <Button look="secondary" onClick={() => setAsking(true)}>
          Cancel order
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Cancel order ${order_number}?`}
        confirmLabel="Cancel order"
        cancelLabel="Keep order"
        busy={isPending && 'Cancelling…'}
        onConfirm={() => void cancel().catch(() => undefined)}
      >
        <p>{consequences(order)} This cannot be undone.</p>
        {error && (
          <p role="alert" className="mt-3 font-semibold text-danger">
            {messageOf(error)}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}

function consequences({ items, total, refunded, payment_method, payment_status, currency }: Order): string {
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const what = `${units === 1 ? 'Its item' : `Its ${units} items`} will not be sent.`;
  const owed = addMoney(centsOf(total), -centsOf(refunded));
  const isPaid = payment_status === 'completed' || payment_status === 'partially_refunded';
  if (!isPaid || owed <= 0) return `${what} Nothing has been paid.`;
  return `${what} ${formatCents(owed, currency)} ${payment_method === 'card' ? 'goes back to your card' : 'will be refunded'}.`;
}
