import type { KeptAddress, ShippingAddress } from '#contract/storefront/shipping-address.ts';
import type { ChosenCheckoutOption } from '#domain/checkout/checkout-options.ts';
import { countryName } from '#domain/checkout/shipping.ts';
import { parseCurrency } from '#domain/money/currency.ts';
import type { Cents } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { adjustedLineTotal, describeAdjustment, type PriceAdjustment } from '#domain/money/price-adjustments.ts';
import {
  composeMail,
  type MailContent,
  type MailLine,
  type MailShop,
  type MailToQueue,
  queueMail,
} from '#server/features/mail/index.ts';
import type { AdminNotification } from '#server/features/notifications/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** An order with the fields that mails need. */
export interface MailedOrder {
  readonly id: number;
  readonly order_number: string;
  readonly user_id: number | null;
  readonly customer_name: string;
  readonly customer_email: string;
  readonly currency: string;
  readonly subtotal_cents: number;
  readonly discount_cents: number;
  readonly adjustments: readonly PriceAdjustment[];
  readonly options: readonly ChosenCheckoutOption[];
  readonly tax_cents: number;
  readonly shipping_cents: number;
  readonly shipping_label: string | null;
  readonly total_cents: number;
  readonly shipping_address: Partial<KeptAddress>;
}

export interface MailedLine {
  readonly product_name: string;
  readonly variant_name: string | null;
  readonly unit_price_cents: number;
  readonly quantity: number;
  readonly adjustments: readonly PriceAdjustment[];
  readonly adjustment_cents: number;
}

function money(amount: Cents, currency: string, { locale }: Pick<MailShop, 'locale'>): string {
  return formatMoney(amount, parseCurrency(currency), locale);
}

/** Items and totals. */
function bought(
  order: MailedOrder,
  lines: readonly MailedLine[],
  shop: MailShop,
): Pick<MailContent, 'lines' | 'totals'> {
  const sum = (amount: Cents) => money(amount, order.currency, shop);
  const shipping = order.shipping_label === null ? 'Shipping' : `Shipping (${order.shipping_label})`;
  const signed = (amount: Cents) => (amount < 0 ? `−${sum(-amount)}` : sum(amount));
  const added = (adjustment: PriceAdjustment) =>
    adjustment.amount === 0
      ? describeAdjustment(adjustment)
      : `${describeAdjustment(adjustment)} (${signed(adjustment.amount)})`;
  return {
    lines: lines.map(({ product_name, variant_name, quantity, unit_price_cents, ...line }): MailLine => {
      const quantityAndPrice = `${quantity} × ${sum(unit_price_cents)}`;
      const details = [
        ...(variant_name === null ? [] : [variant_name]),
        quantityAndPrice,
        ...line.adjustments.map(added),
      ];
      return {
        name: product_name,
        detail: details.join(', '),
        amount: sum(adjustedLineTotal(unit_price_cents, quantity, line.adjustment_cents)),
      };
    }),
    totals: [
      ['Subtotal', sum(order.subtotal_cents)],
      ...(order.discount_cents > 0 ? [['Discount', `−${sum(order.discount_cents)}`] as const] : []),
      ...order.adjustments.map(({ label, amount }) => [label, signed(amount)] as const),
      ['Tax', sum(order.tax_cents)],
      [shipping, order.shipping_cents === 0 ? 'Free' : sum(order.shipping_cents)],
      ['Total', sum(order.total_cents)],
    ],
  };
}

function shipsTo({ shipping_address: to }: MailedOrder): readonly [label: string, value: string] {
  const region = [to.state, to.postal_code].filter(Boolean).join(' ');
  const town = [to.city, region].filter(Boolean).join(', ');
  return ['Ships to', [to.name, to.line1, to.line2, town, countryName(to.country ?? '')].filter(Boolean).join('\n')];
}

type OrderMailContent = Pick<MailContent, 'preheader' | 'heading' | 'paragraphs' | 'lines' | 'totals' | 'facts'> & {
  readonly kind: string;
  readonly subject: string;
};

function composeOrderMail(
  order: MailedOrder,
  shop: MailShop,
  { kind, subject, ...content }: OrderMailContent,
): MailToQueue {
  const bodies = composeMail({
    shop,
    action: { label: 'View your order', url: `${shop.appUrl}/dashboard/orders/${order.order_number}` },
    footer: `You receive this email because you ordered at ${shop.shopName}.`,
    ...content,
  });
  const to = { name: order.customer_name, email: order.customer_email };
  const userId = order.user_id ?? undefined;
  return { kind, to, subject, ...bodies, userId, orderId: order.id };
}

function queueOrderMail(
  tx: Transaction,
  order: MailedOrder,
  shop: MailShop,
  content: OrderMailContent,
  at: Date,
): Promise<void> {
  return queueMail(tx, composeOrderMail(order, shop, content), at);
}

/** The same text as on the order page. */
function howToPay(order: MailedOrder, instructions: string, shop: MailShop): readonly [string, ...string[]] {
  const total = money(order.total_cents, order.currency, shop);
  if (instructions === '') return ['It is not paid yet. We will contact you about the payment.'];
  return [`It is not paid yet. Please pay ${total} as described below.`, instructions];
}

function shippedNext({ total_cents: total }: MailedOrder): string {
  const shipped = 'We will tell you as soon as your parcel is on its way.';
  return total > 0 ? `Your payment has arrived. ${shipped}` : shipped;
}

/** The order confirmation. @param payment.instructions how to pay an unpaid order; empty: the shop will say. */
export function orderPlacedMail(
  order: MailedOrder,
  {
    lines,
    payment: { isPaid, instructions },
    shop,
  }: { lines: readonly MailedLine[]; payment: { isPaid: boolean; instructions: string }; shop: MailShop },
): MailToQueue {
  const nextStep = isPaid ? [shippedNext(order)] : howToPay(order, instructions, shop);
  return composeOrderMail(order, shop, {
    kind: 'order-placed',
    subject: `Your order ${order.order_number}`,
    heading: `Thank you, ${order.customer_name}`,
    paragraphs: [`We have received your order ${order.order_number}.`, ...nextStep],
    preheader: `${money(order.total_cents, order.currency, shop)} in total. ${nextStep[0]}`,
    ...bought(order, lines, shop),
    facts: [
      ['Order number', order.order_number],
      shipsTo(order),
      ...order.options.map(({ label, text }) => [label, text ?? 'Yes'] as const),
    ],
  });
}

/** Notification to admins about a new order, without personal data, which must not be in other people's mail. */
export function orderNotification(order: MailedOrder, isPaid: boolean, shop: MailShop): AdminNotification {
  return {
    subject: `New order ${order.order_number}`,
    paragraphs: ['Somebody has placed an order.'],
    facts: [
      ['Total', money(order.total_cents, order.currency, shop)],
      ['Payment', paymentFact(order, isPaid)],
    ],
    action: { label: 'View order', path: `/admin/orders?order=${order.id}` },
  };
}

function paymentFact({ total_cents: total }: MailedOrder, isPaid: boolean): string {
  if (total === 0) return 'Nothing to pay';
  return isPaid ? 'Paid' : 'To be paid later';
}

/** Mails the cancellation. A refund has its own mail, because the provider can refuse it. */
export function mailOrderCancelled(
  tx: Transaction,
  order: MailedOrder,
  { isRefunded, shop, at }: { isRefunded: boolean; shop: MailShop; at: Date },
): Promise<void> {
  const refund = isRefunded ? ['You will get another email as soon as your refund is on its way.'] : [];
  return queueOrderMail(
    tx,
    order,
    shop,
    {
      kind: 'order-cancelled',
      subject: `Your order ${order.order_number} is cancelled`,
      heading: 'Your order is cancelled',
      paragraphs: [`Order ${order.order_number} is cancelled.`, ...refund],
    },
    at,
  );
}

/** Mails the shipping notice. */
export function mailOrderShipped(
  tx: Transaction,
  order: MailedOrder,
  { trackingNumber, shop, at }: { trackingNumber: string | null; shop: MailShop; at: Date },
): Promise<void> {
  return queueOrderMail(
    tx,
    order,
    shop,
    {
      kind: 'order-shipped',
      subject: `Your order ${order.order_number} is on its way`,
      heading: 'Your order is on its way',
      paragraphs: [
        `Order ${order.order_number} has been shipped.`,
        trackingNumber
          ? 'You can track it on the carrier’s website with the tracking number below.'
          : 'It should be with you within a few days.',
      ],
      facts: [...(trackingNumber ? [['Tracking number', trackingNumber] as const] : []), shipsTo(order)],
    },
    at,
  );
}

/** Mails the tracking number of an order that has already shipped. */
export function mailTrackingNumber(
  tx: Transaction,
  order: MailedOrder,
  { trackingNumber, isReplaced, shop, at }: { trackingNumber: string; isReplaced: boolean; shop: MailShop; at: Date },
): Promise<void> {
  return queueOrderMail(
    tx,
    order,
    shop,
    {
      kind: 'order-tracking',
      subject: `Tracking number of your order ${order.order_number}`,
      heading: 'Track your parcel',
      paragraphs: [
        isReplaced
          ? `Your order ${order.order_number} has a new tracking number. Please use the one below instead of the earlier one.`
          : `Your order ${order.order_number} is on its way. You can track it on the carrier’s website with the tracking number below.`,
      ],
      facts: [['Tracking number', trackingNumber], shipsTo(order)],
    },
    at,
  );
}

/** Mails the new address of an order that has not been shipped. */
export function mailAddressChanged(
  tx: Transaction,
  order: MailedOrder,
  { address, shop, at }: { address: ShippingAddress; shop: MailShop; at: Date },
): Promise<void> {
  const { line2 = null } = address;
  return queueOrderMail(
    tx,
    order,
    shop,
    {
      kind: 'order-address',
      subject: `New address for your order ${order.order_number}`,
      heading: 'We have changed the address',
      paragraphs: [
        `We will send your order ${order.order_number} to the address below. If it is wrong, please contact us before the parcel is on its way.`,
      ],
      facts: [['Order number', order.order_number], shipsTo({ ...order, shipping_address: { ...address, line2 } })],
    },
    at,
  );
}

/** Mails a refund that the provider has accepted. */
export function mailOrderRefunded(
  tx: Transaction,
  order: MailedOrder,
  { amount, shop, at }: { amount: Cents; shop: MailShop; at: Date },
): Promise<void> {
  return queueOrderMail(
    tx,
    order,
    shop,
    {
      kind: 'order-refunded',
      subject: `A refund for your order ${order.order_number}`,
      heading: 'Your refund is on its way',
      paragraphs: [
        `We are sending ${money(amount, order.currency, shop)} of your order ${order.order_number} back to you. It can take a few days to arrive.`,
      ],
      totals: [['Refunded', money(amount, order.currency, shop)]],
    },
    at,
  );
}
