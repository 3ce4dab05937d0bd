import { type FormEvent, useState } from 'react';
import { ORDER_LIMITS } from '#domain/form-limits.ts';
import { parseDecimal } from '#domain/money/money.ts';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
import { centsOf, formatCents, formatPrice } from '#web/shared/money.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { type OrderDetail, useRefund } from './orders-data.ts';

type Problems = Readonly<Record<string, string | undefined>>;

interface RefundFormProps {
  order: OrderDetail;
  notify: Notify;
}

/** Refunds all or part of the payment. */
export function RefundForm({ order, notify }: RefundFormProps) {
  const { id, order_number, refundableAmount, user, currency } = order;
  /** Null: all that is left. */
  const [typed, setTyped] = useState<string | null>(null);
  const amount = typed ?? refundableAmount;
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  /** What was left to refund when the dialog opened; null: closed. */
  const [asked, setAsked] = useState<string | null>(null);
  const { mutate, isPending } = useRefund(id);
  const cents = parseDecimal(amount.trim());
  const question = useUnsavedGuard(!isPending && (amount !== refundableAmount || reason !== ''));

  const ask = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(cents, { refundableAmount, currency }, reason);
    setProblems(found);
    setAsked(Object.keys(found).length === 0 ? refundableAmount : null);
  };
  const refund = () => {
    if (asked === null) return;
    const wanted = { amount: amount.trim(), reason: reason.trim(), refundable_seen: asked };
    mutate(wanted, {
      onSuccess: ({ refund: { status, error } }) => {
        const sum = formatCents(cents ?? 0, currency);
        if (status === 'failed') notify('danger', `The payment provider refused the refund. ${error ?? ''}`.trim());
        else {
          notify('success', `${sum} of order ${order_number} is being refunded`);
          setTyped(null);
          setReason('');
        }
      },
      onError: (error) => {
        setProblems(error instanceof ApiError ? firstMessages(error) : {});
        notify('danger', messageOf(error));
      },
      onSettled: () => setAsked(null),
    });
  };

  return (
    <form onSubmit={ask} noValidate className="mt-6 grid gap-3">
      <h3>Refund</h3>
      <TextField
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        hint={`At most ${formatPrice(refundableAmount, currency)}`}
        value={amount}
        error={problems.amount}
        onChange={({ target }) => setTyped(target.value)}
      />
      <TextField
        label="Reason"
        autoComplete="off"
        maxLength={ORDER_LIMITS.refundReason}
        value={reason}
        error={problems.reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit" look="secondary" small>
        Refund…
      </Button>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={`Refund ${formatCents(cents ?? 0, currency)}?`}
        confirmLabel={`Refund ${formatCents(cents ?? 0, currency)}`}
        busy={isPending && 'Refunding…'}
        onConfirm={refund}
      >
        {formatCents(cents ?? 0, currency)} of order {order_number} goes back to {user.name}. The status of the order
        and its stock stay as they are. This cannot be undone.
      </ConfirmDialog>
      {question}
    </form>
  );
}

function problemsOf(
  cents: number | undefined,
  { refundableAmount, currency }: Pick<OrderDetail, 'refundableAmount' | 'currency'>,
  reason: string,
): Problems {
  const most = centsOf(refundableAmount);
  return {
    ...(cents === undefined || cents <= 0 ? { amount: 'Please enter an amount such as 12.50.' } : {}),
    ...(cents !== undefined && cents > most
      ? { amount: `At most ${formatCents(most, currency)} can be refunded.` }
      : {}),
    ...(reason.trim() === '' && { reason: 'Please enter a reason.' }),
  };
}

const firstMessages = ({ errors }: ApiError): Problems =>
  Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, messages[0]]));
