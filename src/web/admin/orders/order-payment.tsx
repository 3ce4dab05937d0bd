import { awaitsOfflinePayment } from '#domain/checkout/offline-payment.ts';
import { paymentStatusLabel, paymentStatusTone } from '#domain/checkout/payment-status.ts';
import { messageOf } from '#web/api/api-error.ts';
import { Amount } from '#web/shared/amount.tsx';
import { DateTime } from '#web/shared/date-time.tsx';
import type { Notify } from '#web/shared/notice.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { type OrderDetail, useRecordPayment } from './orders-data.ts';
import { RefundForm } from './refund-form.tsx';

type Problem = NonNullable<NonNullable<OrderDetail['payment']>['problem']>;
type Refund = OrderDetail['refunds'][number];

const PROBLEMS = {
  amount_mismatch: 'The amount received differs from this order’s total.',
  currency_mismatch: 'The payment was made in a different currency than the order.',
  owner_mismatch: 'The payment belongs to another customer.',
  out_of_stock: 'The items were out of stock when the payment arrived.',
  coupon_used_up: 'The coupon was used up when the payment arrived.',
  refund_failed: 'A refund could not be sent. Please look at it with the payment provider.',
} as const satisfies Record<Problem, string>;

const REFUND_TONES = { pending: 'warning', succeeded: 'success', failed: 'danger' } as const satisfies Record<
  Refund['status'],
  Tone
>;

const REFUND_LABELS = { pending: 'Under way', succeeded: 'Sent', failed: 'Failed' } as const satisfies Record<
  Refund['status'],
  string
>;

interface OrderPaymentProps {
  order: OrderDetail;
  notify: Notify;
}

/** How the order was paid, what was refunded, and what can still be refunded. */
export function OrderPayment({ order, notify }: OrderPaymentProps) {
  const { payment, paymentMethod, paymentLabel, paymentStatus, refunds, refundableAmount, status } = order;
  const awaitsPayment = awaitsOfflinePayment({ status, payment_method: paymentMethod, payment_status: paymentStatus });
  return (
    <section>
      <h3 className="mb-1">Payment</h3>
      <p className="flex items-center justify-between gap-4">
        {payment?.cardLast4 ? (
          <span className="capitalize">
            {payment.cardBrand} •••• {payment.cardLast4}
          </span>
        ) : (
          paymentLabel
        )}
        <Badge tone={paymentStatusTone(paymentStatus)}>{paymentStatusLabel(paymentStatus)}</Badge>
      </p>
      {payment && (
        <p className="text-muted text-small wrap-anywhere">
          <Amount value={payment.captured} currency={order.currency} /> by {payment.provider}
          {payment.intentId && ` · ${payment.intentId}`}
        </p>
      )}
      {payment?.problem && (
        <Banner tone="warning" className="mt-3">
          {PROBLEMS[payment.problem]}
        </Banner>
      )}
      {awaitsPayment && <RecordPayment order={order} notify={notify} />}
      {refunds.length > 0 && (
        <>
          <h3 className="mt-6 mb-2">Refunds</h3>
          <ul className="grid gap-3">
            {refunds.map((refund) => (
              <RefundLine key={refund.id} refund={refund} currency={order.currency} />
            ))}
          </ul>
        </>
      )}
      {refundableAmount !== '0.00' && <RefundForm order={order} notify={notify} />}
    </section>
  );
}

function RefundLine({ refund, currency }: { refund: Refund; currency: string }) {
  const { amount, status, reason, error, requestedBy, createdAt } = refund;
  return (
    <li className="text-small">
      <p className="flex items-center justify-between gap-4 text-base">
        <span className="nums">
          <Amount value={amount} currency={currency} />
        </span>
        <Badge tone={REFUND_TONES[status]}>{REFUND_LABELS[status]}</Badge>
      </p>
      <p className="text-muted wrap-anywhere">
        <DateTime at={createdAt} withTime /> · {requestedBy ?? 'The shop'}
        {reason && ` · ${reason}`}
      </p>
      {error && <p className="text-danger wrap-anywhere">{error}</p>}
    </li>
  );
}

/** Records the payment of an offline order. */
function RecordPayment({ order, notify }: OrderPaymentProps) {
  const { mutate, isPending } = useRecordPayment(order.id);
  const record = () =>
    mutate(undefined, {
      onSuccess: () => notify('success', `Order ${order.order_number} recorded as paid`),
      onError: (error) => notify('danger', messageOf(error)),
    });
  return (
    <Button look="secondary" small className="mt-3" busy={isPending && 'Saving…'} onClick={record}>
      Record <Amount value={order.total} currency={order.currency} /> as paid
    </Button>
  );
}
