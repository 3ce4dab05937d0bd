import { type ReactNode, useState } from 'react';
import { type OrderStatus, orderChange, orderStatusLabel } from '#domain/orders/order-status.ts';
import { formatPrice } from '#web/shared/money.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { useSavingIds } from '../shared/use-saving-ids.ts';
import {
  type AdminOrder,
  type OrderDetail,
  type StatusChange,
  type StatusPreview,
  seenState,
  statusFailure,
  useReadRefundable,
  useSetStatus,
  useStatusPreview,
} from './orders-data.ts';
import { describeMails, describeUnpaid, isSentUnpaid } from './unpaid-orders.ts';

interface PendingChange {
  readonly order: AdminOrder;
  readonly change: StatusChange;
  readonly onSaved?: (order: OrderDetail) => void;
  /** The server's preview, read before shipping an unpaid order. */
  readonly preview?: StatusPreview;
}

interface StatusChanger {
  /** Sets the status at once, or asks first if it affects money or stock, or the order is unpaid. */
  readonly request: (order: AdminOrder, change: StatusChange, onSaved?: (order: OrderDetail) => void) => void;
  readonly isSaving: (id: number) => boolean;
  /** The confirmation dialog; render it in the page. */
  readonly question: ReactNode;
}

/** Changes order statuses, any to any (back-office §2), with confirmation before and a notice after. */
export function useStatusChange(notify: Notify): StatusChanger {
  const [pending, setPending] = useState<PendingChange | null>(null);
  const { mutateAsync: setStatus } = useSetStatus();
  const { isSaving, track } = useSavingIds();
  const { mutate: readRefundable } = useReadRefundable();
  const { mutate: readPreview } = useStatusPreview();

  const save = async (wanted: PendingChange) => {
    const { order, change, onSaved } = wanted;
    try {
      const { data: saved, message } = await track(
        order.id,
        setStatus({ id: order.id, change: { ...change, ...seenState(order) } }),
      );
      onSaved?.(saved);
      const isStatusOnly = !change.note && change.tracking_number === undefined;
      const isStatus = isStatusOnly || saved.status !== order.status;
      notify('success', isStatus ? describeStatus(saved) : message);
    } catch (error) {
      notify('danger', statusFailure(error));
    }
    setPending((now) => (now === wanted ? null : now));
  };

  const ask = (wanted: PendingChange) => {
    setPending(wanted);
    const show = (known: PendingChange) => setPending((now) => (now === wanted ? known : now));
    const onError = (error: unknown) => {
      notify('danger', statusFailure(error));
      setPending((now) => (now === wanted ? null : now));
    };
    const { order, change } = wanted;
    if (isSumUnread(wanted)) {
      readRefundable(order.id, { onSuccess: (sum) => show(withSum(wanted, sum)), onError });
    } else if (isPreviewUnread(wanted)) {
      const query = { ids: [order.id], status: change.status };
      readPreview(query, { onSuccess: (preview) => show({ ...wanted, preview }), onError });
    }
  };

  const isReading = pending !== null && (isSumUnread(pending) || isPreviewUnread(pending));
  const isPendingSaved = pending !== null && isSaving(pending.order.id);
  const label = orderStatusLabel(pending?.change.status ?? '');
  return {
    request: (order, change, onSaved) => {
      const wanted = { order, change, ...(onSaved && { onSaved }) };
      if (needsConfirmation(order, change.status)) ask(wanted);
      else void save(wanted);
    },
    isSaving,
    question: (
      <ConfirmDialog
        isOpen={pending !== null}
        onClose={() => setPending(null)}
        title={`Set order ${pending?.order.order_number} to ${label}?`}
        confirmLabel={`Set to ${label}`}
        busy={(isPendingSaved && 'Saving…') || (isReading && 'Reading…')}
        mayClose={() => !isPendingSaved}
        onConfirm={() => pending && void save(pending)}
      >
        {pending && <p role="status">{isReading ? 'Checking the payment…' : consequences(pending)}</p>}
      </ConfirmDialog>
    ),
  };
}

const describeStatus = ({ order_number, status }: OrderDetail): string =>
  `Order ${order_number} status updated to ${orderStatusLabel(status)}`;

const isPreviewUnread = ({ order, change, preview }: PendingChange): boolean =>
  isSentUnpaid(order, change.status) && preview === undefined;

const isSumUnread = ({ order, change }: PendingChange): boolean =>
  orderChange(order.status, change.status).money === 'refund' && change.refundable_seen === undefined;

/** Sends the amount that the dialog named: the server refuses if it has changed. */
const withSum = ({ order, change, ...wanted }: PendingChange, sum: string): PendingChange => ({
  ...wanted,
  order: { ...order, refundableAmount: sum },
  change: { ...change, refundable_seen: sum },
});

function needsConfirmation(order: AdminOrder, to: OrderStatus): boolean {
  const { stock, money } = orderChange(order.status, to);
  return stock !== 'keep' || money !== 'keep' || isSentUnpaid(order, to);
}

/** The effects on stock and money, and the mails for an unpaid order. */
function consequences({ order, change, preview }: PendingChange): string {
  const unpaid = preview ? [describeUnpaid(preview), describeMails(preview)] : [];
  return [...unpaid, stockAndMoney(order, change.status)].filter(Boolean).join(' ');
}

function stockAndMoney(order: AdminOrder, to: OrderStatus): string {
  const { stock } = orderChange(order.status, to);
  if (stock === 'keep') return '';
  const units = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const items = units === 1 ? 'its item' : `its ${units} items`;
  if (stock === 'take') {
    return `The shop takes ${items} from stock again, or refuses if there is not enough. Refunds are not reversed.`;
  }
  const isOwed = order.refundableAmount !== '0.00';
  const refund = isOwed
    ? `and ${formatPrice(order.refundableAmount, order.currency)} is refunded to ${order.user.name}.`
    : 'and there is nothing to refund.';
  return `The shop returns ${items} to stock, ${refund}`;
}
