import { useState } from 'react';
import { type OrderStatus, orderChange, orderStatusLabel } from '#domain/order-status.ts';
import { Button } from '#web/ui/button.tsx';
import { BulkBar, counted } from '../shared/bulk-bar.tsx';
import type { RowChoice } from '../shared/use-row-choice.ts';
import { type AdminOrder, statusFailure, useSetStatus } from './orders-data.ts';

/** Steps of a parcel: none of them moves stock or money, so that many can be taken at once without a question. */
const STEPS = ['confirmed', 'processing', 'shipped', 'delivered'] as const satisfies readonly OrderStatus[];

const NOUNS = ['order', 'orders'] as const;

interface BulkStatusProps {
  orders: readonly AdminOrder[];
  choice: RowChoice;
  tell: (tone: 'success' | 'danger', message: string) => void;
}

/** Sets all ticked orders to one status, one after the other. */
export function BulkStatus({ orders, choice, tell }: BulkStatusProps) {
  const { mutateAsync } = useSetStatus();
  const [progress, setProgress] = useState<string | null>(null);

  const setAll = async (to: OrderStatus) => {
    const wanted = orders.filter(({ id, status }) => choice.has(id) && status !== to);
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
    if (refused.length > 0) tell('danger', `${done}, ${refused.length} not: ${refused.join(' ')}`);
    else tell('success', done);
  };

  const setOne = async (order: AdminOrder, to: OrderStatus) => {
    const { stock } = orderChange(order.status, to);
    // A cancelled order comes back by its own row, where the shop asks first.
    if (stock !== 'keep') throw new Error('It is cancelled; please set it by itself.');
    await mutateAsync({ id: order.id, change: { status: to, status_seen: order.status } });
  };

  return (
    <BulkBar choice={choice} nouns={NOUNS}>
      {progress === null ? (
        STEPS.map((step) => (
          <Button key={step} look="secondary" small onClick={() => void setAll(step)}>
            {orderStatusLabel(step)}
          </Button>
        ))
      ) : (
        <Button look="secondary" small busy={progress}>
          {progress}
        </Button>
      )}
    </BulkBar>
  );
}

/** Most of the shop's sentences about an order name it already. */
const naming = ({ order_number }: AdminOrder, sentence: string): string =>
  sentence.includes(order_number) ? sentence : `${order_number}: ${sentence}`;
