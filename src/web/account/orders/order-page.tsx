import OrderSlot from 'virtual:slot/order.page';
import { useRef } from 'react';
import { useParams } from 'react-router';
import { awaitsOfflinePayment } from '#domain/checkout/offline-payment.ts';
import { paymentStatusLabel, paymentStatusTone, wasPaid } from '#domain/checkout/payment-status.ts';
import { download } from '#web/api/download.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { formatPrice } from '#web/shared/money.ts';
import { AddressLines } from '#web/shared/orders/address-lines.tsx';
import { ChosenOptions } from '#web/shared/orders/chosen-options.tsx';
import { OrderBadge } from '#web/shared/orders/order-badge.tsx';
import { OrderSums } from '#web/shared/orders/order-sums.tsx';
import { PaymentInstructions } from '#web/shared/orders/payment-instructions.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { type Order, useOrder } from '../shared/orders-data.ts';
import { BuyAgain } from './buy-again.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { CreditNotes } from './credit-notes.tsx';
import { MissingOrder } from './missing-order.tsx';
import { OrderFile } from './order-file.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderSteps } from './order-steps.tsx';

export const meta = () => [{ title: pageTitle('Your order') }, { name: 'robots', content: 'noindex' }];

export default function OrderPage() {
  const { orderId = '' } = useParams();
  const { data: order, error, refetch } = useOrder(orderId);
  return (
    <>
      <Link to="/dashboard/orders" className="link -mt-2 mb-2 inline-flex min-h-11 items-center gap-1 print:hidden">
        <Icon name="chevron-left" /> All orders
      </Link>
      {order && <OrderDetail order={order} id={orderId} />}
      {!order && <MissingOrder error={error} onRetry={() => void refetch()} />}
    </>
  );
}

function OrderDetail({ order, id }: { order: Order; id: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { order_number, status, created_at, payment_label, payment_status } = order;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-h2 nums">
          Order {order_number}
        </h1>
        <OrderBadge status={status} />
      </div>
      <p className="mt-1 text-muted">
        Placed on <DateTime at={created_at} withTime />
      </p>
      <div className="mt-8 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid gap-8">
          <OrderItems items={order.items} currency={order.currency} />
          <OrderSteps id={id} />
          {OrderSlot && <OrderSlot order={order} />}
        </div>
        <div className="grid gap-4 md:max-lg:grid-cols-2">
          <section aria-labelledby="sums" className="panel p-6 md:max-lg:row-span-2">
            <h2 id="sums" className="mb-4 font-sans text-lg font-semibold">
              Total
            </h2>
            <OrderSums {...order} couponCode={order.coupon_code} shippingLabel={order.shipping_label} />
          </section>
          <section aria-labelledby="payment" className="panel p-6">
            <h2 id="payment" className="mb-3 font-sans text-lg font-semibold">
              Payment
            </h2>
            <p className="flex items-center justify-between gap-4">
              {payment_label}
              <Badge tone={paymentStatusTone(payment_status)}>{paymentStatusLabel(payment_status)}</Badge>
            </p>
            {awaitsOfflinePayment(order) && (
              <div className="mt-4 grid gap-3">
                <p>
                  {order.payment_instructions
                    ? `Please pay ${formatPrice(order.total, order.currency)} as described below.`
                    : 'We will contact you about the payment.'}
                </p>
                {order.payment_instructions && <PaymentInstructions text={order.payment_instructions} />}
              </div>
            )}
          </section>
          <section aria-labelledby="address" className="panel p-6">
            <h2 id="address" className="mb-3 font-sans text-lg font-semibold">
              Deliver to
            </h2>
            <AddressLines {...order.shipping_address} />
          </section>
          {order.options && (
            <section aria-labelledby="options" className="panel p-6">
              <h2 id="options" className="mb-3 font-sans text-lg font-semibold">
                Options
              </h2>
              <ChosenOptions options={order.options} />
            </section>
          )}
          <div className="order-actions md:max-lg:col-span-2 print:hidden">
            <Link to={`/dashboard/orders/${order_number}/invoice`} className={buttonClass('secondary')}>
              Invoice
            </Link>
            <OrderFile
              label="Invoice PDF"
              fetchFile={() => download('GET /orders/{id}/invoice', { params: { id: order_number } })}
            />
            {wasPaid(payment_status) && <CreditNotes orderNumber={order_number} />}
            <BuyAgain id={id} />
            <CancelOrder order={order} id={id} onGone={() => heading.current?.focus({ preventScroll: true })} />
          </div>
        </div>
      </div>
    </>
  );
}
