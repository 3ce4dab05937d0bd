import { useState } from 'react';
import { type OrderStatus, orderChange, orderStatusLabel } from '#domain/orders/order-status.ts';
import { counted } from '#web/shared/counted.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { BulkBar } from '../shared/list/bulk-bar.tsx';
import type { RowChoice } from '../shared/list/use-row-choice.ts';
import {
  type AdminOrder,
  type StatusPreview,
  seenState,
  statusFailure,
  useSetStatus,
  useStatusPreview,
} from './orders-data.ts';
import { describeMails, describeUnpaid, isSentUnpaid } from './unpaid-orders.ts';

/** Shipping steps: they affect neither stock nor money. */
const STEPS = ['confirmed', 'processing', 'shipped', 'delivered'] as const satisfies readonly OrderStatus[];

const NOUNS = ['order', 'orders'] as const;

interface BulkStatusProps {
  orders: readonly AdminOrder[];
  choice: RowChoice;
  notify: Notify;
}

interface PendingChange {
  readonly to: OrderStatus;
  readonly wanted: readonly AdminOrder[];
  readonly preview: StatusPreview;
}

/** Sets all selected orders to one status, one after the other. Asks first when unpaid orders would be shipped. */
export function BulkStatus({ orders, choice, notify }: BulkStatusProps) {
  const { mutateAsync } = useSetStatus();
  const { mutateAsync: readPreview } = useStatusPreview();
  const [progress, setProgress] = useState<string | null>(null);
  const [pending, setPending] = useState<PendingChange | null>(null);

  const begin = async (to: OrderStatus) => {
    const wanted = orders.filter(({ id, status }) => choice.has(id) && status !== to);
    const allowed = wanted.filter((order) => isAllowed(order, to));
    if (!allowed.some((order) => isSentUnpaid(order, to))) return setAll(to, wanted);
    setProgress('Checking payments…');
    try {
      setPending({ to, wanted, preview: await readPreview({ ids: allowed.map(({ id }) => id), status: to }) });
    } catch (error) {
      notify('danger', statusFailure(error));
    } finally {
      setProgress(null);
    }
  };

  const setAll = async (to: OrderStatus, wanted: readonly AdminOrder[]) => {
    const refused: string[] = [];
    for (const [index, order] of wanted.entries()) {
      setProgress(`${index + 1} of ${wanted.length}…`);
      try {
        await setOne(order, to);
      } catch (error) {
        refused.push(naming(order, statusFailure(error)));
      }
    }
    setProgress(null);
    choice.clear();
    const done = `${counted(wanted.length - refused.length, NOUNS)} updated to ${orderStatusLabel(to)}`;
    if (refused.length > 0) notify('danger', `${done}, ${refused.length} not: ${refused.join(' ')}`);
    else notify('success', done);
  };

  const setOne = async (order: AdminOrder, to: OrderStatus) => {
    if (!isAllowed(order, to)) throw new Error('It is cancelled; please reopen it separately.');
    await mutateAsync({ id: order.id, change: { status: to, ...seenState(order) } });
  };

  const label = orderStatusLabel(pending?.to ?? '');
  return (
    <>
      <BulkBar choice={choice} nouns={NOUNS}>
        {progress === null ? (
          STEPS.map((step) => (
            <Button key={step} look="secondary" small onClick={() => void begin(step)}>
              {orderStatusLabel(step)}
            </Button>
          ))
        ) : (
          <Button look="secondary" small busy={progress}>
            {progress}
          </Button>
        )}
      </BulkBar>
      <ConfirmDialog
        isOpen={pending !== null}
        onClose={() => setPending(null)}
        title={`Set ${counted(pending?.wanted.length ?? 0, NOUNS)} to ${label}?`}
        confirmLabel={`Set to ${label}`}
        onConfirm={() => {
          if (!pending) return;
          setPending(null);
          void setAll(pending.to, pending.wanted);
        }}
      >
        {pending && (
          <>
            <p>{describeUnpaid(pending.preview)}</p>
            <p className="mt-2">{describeMails(pending.preview)}</p>
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

/** Cancelled orders are reopened from their own row, where the shop checks stock. */
const isAllowed = ({ status }: AdminOrder, to: OrderStatus): boolean => orderChange(status, to).stock === 'keep';

/** Most messages about an order already name it. */
const naming = ({ order_number }: AdminOrder, sentence: string): string =>
  sentence.includes(order_number) ? sentence : `${order_number}: ${sentence}`;
