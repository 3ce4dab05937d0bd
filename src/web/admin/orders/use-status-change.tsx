import { type ReactNode, useState } from 'react';
import { type OrderStatus, orderChange, orderStatusLabel } from '#domain/order-status.ts';
import { formatPrice } from '#web/shared/money.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import {
  type AdminOrder,
  type OrderDetail,
  type StatusChange,
  statusFailure,
  useReadRefundable,
  useSetStatus,
} from './orders-data.ts';

interface Wanted {
  readonly order: AdminOrder;
  readonly change: StatusChange;
  readonly onSaved?: (order: OrderDetail) => void;
}

interface StatusChanger {
  /** Sets the status at once, or asks first where money or stock follow. */
  readonly request: (order: AdminOrder, change: StatusChange, onSaved?: (order: OrderDetail) => void) => void;
  /** The order that is being saved. */
  readonly savingId: number | null;
  /** The question; it has to stand somewhere in the page. */
  readonly question: ReactNode;
}

type Tell = (tone: 'success' | 'danger', message: string) => void;

/** Setting the status of orders: any to any (back-office §2), with the question and the words before and after. */
export function useStatusChange(tell: Tell): StatusChanger {
  const [asked, setAsked] = useState<Wanted | null>(null);
  const { mutate, isPending, variables } = useSetStatus();
  const { mutate: readRefundable } = useReadRefundable();

  const save = ({ order, change, onSaved }: Wanted) =>
    mutate(
      { id: order.id, change: { ...change, status_seen: order.status } },
      {
        onSuccess: (saved) => {
          onSaved?.(saved);
          tell('success', `Order ${order.order_number} status updated to ${orderStatusLabel(saved.status)}`);
        },
        onError: (error) => tell('danger', statusFailure(error)),
        onSettled: () => setAsked(null),
      },
    );

  const ask = (wanted: Wanted) => {
    setAsked(wanted);
    if (!isSumUnread(wanted)) return;
    readRefundable(wanted.order.id, {
      onSuccess: (sum) => setAsked((now) => (now === wanted ? withSum(wanted, sum) : now)),
      onError: (error) => {
        tell('danger', statusFailure(error));
        setAsked((now) => (now === wanted ? null : now));
      },
    });
  };

  const isReading = asked !== null && isSumUnread(asked);
  const label = orderStatusLabel(asked?.change.status ?? '');
  return {
    request: (order, change, onSaved) => {
      const wanted = { order, change, ...(onSaved && { onSaved }) };
      if (hasConsequences(order, change.status)) ask(wanted);
      else save(wanted);
    },
    savingId: isPending ? (variables?.id ?? null) : null,
    question: (
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={`Set order ${asked?.order.order_number} to ${label}?`}
        confirmLabel={`Set to ${label}`}
        busy={(isPending && 'Saving…') || (isReading && 'Reading…')}
        onConfirm={() => asked && save(asked)}
      >
        {asked && <p role="status">{isReading ? 'Reading what is left to refund…' : consequences(asked)}</p>}
      </ConfirmDialog>
    ),
  };
}

const isSumUnread = ({ order, change }: Wanted): boolean =>
  orderChange(order.status, change.status).money === 'refund' && change.refundable_seen === undefined;

/** The sum that is named is the one that is agreed to: the shop refuses when it is another by then. */
const withSum = ({ order, change, ...wanted }: Wanted, sum: string): Wanted => ({
  ...wanted,
  order: { ...order, refundableAmount: sum },
  change: { ...change, refundable_seen: sum },
});

function hasConsequences(order: AdminOrder, to: OrderStatus): boolean {
  const { stock, money } = orderChange(order.status, to);
  return stock !== 'keep' || money !== 'keep';
}

/** What follows for stock and money. */
function consequences({ order, change }: Wanted): string {
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const items = pieces === 1 ? 'its item' : `its ${pieces} items`;
  if (orderChange(order.status, change.status).stock === 'take') {
    return `The shop takes ${items} from stock again, or refuses when there is not enough. What was refunded stays refunded.`;
  }
  const isOwed = order.refundableAmount !== '0.00';
  const refund = isOwed
    ? `and ${formatPrice(order.refundableAmount, order.currency)} is refunded to ${order.user.name}.`
    : 'and there is nothing to refund.';
  return `The shop puts ${items} back into stock, ${refund}`;
}
