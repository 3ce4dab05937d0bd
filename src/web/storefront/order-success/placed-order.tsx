import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { awaitsOfflinePayment } from '#domain/checkout/offline-payment.ts';
import { isUnavailable, messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { Amount } from '#web/shared/amount.tsx';
import { type User, useAuth } from '#web/shared/auth/auth.ts';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { formatPrice } from '#web/shared/money.ts';
import { AdjustmentList } from '#web/shared/orders/adjustment-list.tsx';
import { ChosenOptions } from '#web/shared/orders/chosen-options.tsx';
import { PaymentInstructions } from '#web/shared/orders/payment-instructions.tsx';
import { formatDays } from '#web/shared/shop/delivery-days.ts';
import { deliveryTime } from '#web/shared/shop/promises.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { IconName } from '#web/ui/icon-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { UnknownOrder } from './unknown-order.tsx';

type Order = Data<'GET /orders/{id}'>;

/** The server decides what the order number stands for: success is claimed only for the visitor's own, paid order. */
export function PlacedOrder({ orderNumber }: { orderNumber: string }) {
  const { user } = useAuth();
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    queryKey: ['order', orderNumber],
    queryFn: ({ signal }) => call('GET /orders/{id}', { params: { id: orderNumber } }, { signal }),
  });

  if (order) return user && isOwn(order, user) ? <Success order={order} /> : <UnknownOrder />;
  if (!error) return <Spinner label="Loading your order..." isShown />;
  if (!isUnavailable(error)) return <UnknownOrder />;
  return (
    <EmptyState
      icon="triangle-exclamation-point"
      level="h1"
      title="Your order could not be loaded"
      action={<Button onClick={() => void refetch()}>Retry</Button>}
    >
      {messageOf(error)}
    </EmptyState>
  );
}

/** An admin can read any order; the checkout email shows whose it is. */
const isOwn = (order: Order, user: User): boolean => !user.is_admin || order.user.email === user.email;

/** The heading follows the payment's state (the page may be reopened much later). */
function headingOf({ status, payment_status, total }: Order): string {
  if (status === 'cancelled') return 'This order was cancelled';
  if (total === '0.00') return 'Order placed';
  if (payment_status === 'completed' || payment_status === 'partially_refunded') return 'Payment Successful!';
  return payment_status === 'pending' ? 'Order placed' : 'Your order';
}

function Success({ order }: { order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const isUnderWay = order.status !== 'cancelled';
  return (
    <div className="page grid justify-items-center py-12 md:py-20">
      <div className="w-full max-w-xl">
        <div className="grid justify-items-center gap-3 text-center">
          <span className="mb-2 grid size-16 place-items-center rounded-full bg-success-soft text-2xl text-success">
            <Icon name={isUnderWay ? 'check' : 'info'} />
          </span>
          <h1 ref={heading} tabIndex={-1} className="text-h1">
            {headingOf(order)}
          </h1>
          <p className="text-muted">
            Order <strong className="text-ink nums">{order.order_number}</strong> ·{' '}
            <span className="nums">
              <Amount value={order.total} currency={order.currency} />
            </span>
          </p>
        </div>
        <Bought items={order.items} />
        <BoughtOptions order={order} />
        {order.options && (
          <section aria-label="Order options" className="panel mt-10 p-6">
            <ChosenOptions options={order.options} />
          </section>
        )}
        {awaitsOfflinePayment(order) && <HowToPay order={order} />}
        {isUnderWay && <WhatHappensNext order={order} />}
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Link to="/dashboard/orders" className={buttonClass('primary', 'max-sm:w-full')}>
            View My Orders
          </Link>
          <Link to="/" className={buttonClass('secondary', 'max-sm:w-full')}>
            Continue Shopping
          </Link>
        </div>
      </div>
    </div>
  );
}

/** As many pictures as fit on a phone. */
const SHOWN = 4;

function Bought({ items }: Pick<Order, 'items'>) {
  const others = items.length - SHOWN;
  return (
    <ul aria-label="What you have bought" className="mt-8 flex items-center justify-center gap-2">
      {items.slice(0, SHOWN).map(({ id, image, name, quantity }) => (
        <li key={id}>
          <Picture src={image} alt={`${quantity} × ${name}`} sizes="64px" className="size-16 rounded-field" />
        </li>
      ))}
      {others > 0 && <li className="px-2 text-muted">and {others} more</li>}
    </ul>
  );
}

/** What was ordered along with the products, such as gift wrap. */
function BoughtOptions({ order: { items, currency } }: { order: Order }) {
  const adjusted = items.filter(({ adjustments }) => adjustments?.length);
  if (adjusted.length === 0) return null;
  return (
    <ul aria-label="Options" className="mt-6 grid justify-items-center gap-3 text-center">
      {adjusted.map(({ id, name, adjustments }) => (
        <li key={id}>
          <p className="wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          <AdjustmentList adjustments={adjustments} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

/** How to pay before the order is shipped; the same text as in the confirmation email. */
function HowToPay({ order }: { order: Order }) {
  const { payment_instructions: instructions } = order;
  return (
    <section aria-labelledby="pay" className="panel mt-10 p-6">
      <h2 id="pay" className="font-sans text-lg font-semibold">
        How to pay
      </h2>
      <p className="mt-3">
        {instructions
          ? `Your order is not paid yet. Please pay ${formatPrice(order.total, order.currency)} as described below.`
          : 'Your order is not paid yet. We will contact you about the payment.'}
      </p>
      {instructions && (
        <div className="mt-3">
          <PaymentInstructions text={instructions} />
        </div>
      )}
    </section>
  );
}

/** Delivery as on the product page (storefront §2, Shipping & Returns). */
function WhatHappensNext({ order }: { order: Order }) {
  const steps: readonly (readonly [IconName, string, string])[] = [
    ['mail', 'We confirm by email', `The confirmation goes to ${order.user.email}.`],
    [
      'package',
      awaitsOfflinePayment(order) ? 'We pack your order once it is paid' : 'We pack your order',
      'You can cancel it until it has shipped.',
    ],
    ['truck', 'It is on its way', `${arrival(order)}You will find the tracking number in your orders.`],
  ];
  return (
    <section aria-labelledby="next" className="panel mt-10 p-6">
      <h2 id="next" className="font-sans text-lg font-semibold">
        What happens next
      </h2>
      <ol className="mt-5 grid gap-5">
        {steps.map(([icon, title, text]) => (
          <li key={title} className="grid grid-cols-[40px_1fr] gap-3">
            <span className="grid size-10 place-items-center rounded-full bg-sunken">
              <Icon name={icon} />
            </span>
            <div>
              <h3>{title}</h3>
              <p className="text-muted wrap-anywhere">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** As promised with the order; without it, where the shopper chooses the delivery, express orders arrive sooner. */
function arrival({ expected_delivery: expected }: Order): string {
  if (expected) return `Expected ${formatDays(expected)}. `;
  return shop().shipping.checkoutShipping === 'flat' ? `Delivery takes ${deliveryTime()}. ` : '';
}
