import { parseCurrency } from '#domain/currency.ts';
import { type Cents, multiplyMoney } from '#domain/money.ts';
import { formatMoney } from '#domain/money-format.ts';
import { composeMail, type MailContent, queueMail } from '#server/features/mail/index.ts';
import type { News } from '#server/features/notifications/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { ShopFacts } from './order-services.ts';

/** What a mail about an order says of it. */
export interface MailedOrder {
  readonly id: number;
  readonly order_number: string;
  readonly user_id: number | null;
  readonly customer_name: string;
  readonly customer_email: string;
  readonly currency: string;
  readonly subtotal_cents: number;
  readonly discount_cents: number;
  readonly tax_cents: number;
  readonly shipping_cents: number;
  readonly total_cents: number;
}

export interface MailedLine {
  readonly product_name: string;
  readonly variant_name: string | null;
  readonly unit_price_cents: number;
  readonly quantity: number;
}

function money(amount: Cents, currency: string, { locale }: Pick<ShopFacts, 'locale'>): string {
  return formatMoney(amount, parseCurrency(currency), locale);
}

type Table = readonly (readonly [string, string])[];

function tableOf(order: MailedOrder, lines: readonly MailedLine[], shop: ShopFacts): Table {
  const bought = lines.map(({ product_name, variant_name, quantity, unit_price_cents }): [string, string] => [
    `${quantity} × ${product_name}${variant_name === null ? '' : ` (${variant_name})`}`,
    money(multiplyMoney(unit_price_cents, quantity), order.currency, shop),
  ]);
  const discount: Table =
    order.discount_cents > 0 ? [['Discount', `−${money(order.discount_cents, order.currency, shop)}`]] : [];
  return [
    ...bought,
    ['Subtotal', money(order.subtotal_cents, order.currency, shop)],
    ...discount,
    ['Tax', money(order.tax_cents, order.currency, shop)],
    ['Shipping', money(order.shipping_cents, order.currency, shop)],
    ['Total', money(order.total_cents, order.currency, shop)],
  ];
}

type Told = Pick<MailContent, 'heading' | 'paragraphs' | 'table'> & {
  readonly kind: string;
  readonly subject: string;
  readonly footer?: string;
};

async function tell(
  tx: Transaction,
  order: MailedOrder,
  shop: ShopFacts,
  { kind, subject, footer, ...content }: Told,
  at: Date,
) {
  const action = { label: 'View your orders', url: `${shop.appUrl}/dashboard/orders` };
  const because = `${footer ?? `You get this mail because you ordered at ${shop.shopName}.`} Questions? ${shop.contactEmail}`;
  const bodies = composeMail({ shopName: shop.shopName, action, footer: because, ...content });
  const to = { name: order.customer_name, email: order.customer_email };
  const userId = order.user_id ?? undefined;
  await queueMail(tx, { kind, to, subject, ...bodies, userId, orderId: order.id }, at);
}

/** Tells the customer that the order is made. */
export function mailOrderPlaced(
  tx: Transaction,
  order: MailedOrder,
  { lines, isPaid, shop, at }: { lines: readonly MailedLine[]; isPaid: boolean; shop: ShopFacts; at: Date },
): Promise<void> {
  const paid = isPaid
    ? 'Your payment has arrived. We will tell you as soon as your parcel is on its way.'
    : 'Your pieces are put aside. We will get in touch about the payment.';
  return tell(
    tx,
    order,
    shop,
    {
      kind: 'order-placed',
      subject: `Your order ${order.order_number}`,
      heading: `Thank you, ${order.customer_name}`,
      paragraphs: [`We have received your order ${order.order_number}.`, paid],
      table: tableOf(order, lines, shop),
    },
    at,
  );
}

/** What admins are told of a new order: nothing of the person, whose data must not lie in other people's mail. */
export function newsOfOrder(order: MailedOrder, isPaid: boolean, shop: ShopFacts): News {
  return {
    subject: `New order ${order.order_number}`,
    paragraphs: ['Somebody has placed an order.'],
    table: [
      ['Total', money(order.total_cents, order.currency, shop)],
      ['Payment', isPaid ? 'Paid' : 'To be paid later'],
    ],
    action: { label: 'View orders', path: '/admin/orders' },
  };
}

/** Tells the customer that the order is cancelled, and what goes back. */
export function mailOrderCancelled(
  tx: Transaction,
  order: MailedOrder,
  { refunded, shop, at }: { refunded: Cents; shop: ShopFacts; at: Date },
): Promise<void> {
  const back =
    refunded > 0
      ? [`We are sending ${money(refunded, order.currency, shop)} back to you. It can take a few days to arrive.`]
      : [];
  return tell(
    tx,
    order,
    shop,
    {
      kind: 'order-cancelled',
      subject: `Your order ${order.order_number} is cancelled`,
      heading: 'Your order is cancelled',
      paragraphs: [`Order ${order.order_number} is cancelled.`, ...back],
    },
    at,
  );
}

/** Tells the customer that the parcel has left. */
export function mailOrderShipped(
  tx: Transaction,
  order: MailedOrder,
  { trackingNumber, shop, at }: { trackingNumber: string | null; shop: ShopFacts; at: Date },
): Promise<void> {
  return tell(
    tx,
    order,
    shop,
    {
      kind: 'order-shipped',
      subject: `Your order ${order.order_number} is on its way`,
      heading: 'Your order is on its way',
      paragraphs: [
        `Order ${order.order_number} has left our house.`,
        ...(trackingNumber ? [`Tracking number: ${trackingNumber}`] : []),
      ],
    },
    at,
  );
}

/** Tells the customer of a refund that is not a cancellation. */
export function mailOrderRefunded(
  tx: Transaction,
  order: MailedOrder,
  { amount, shop, at }: { amount: Cents; shop: ShopFacts; at: Date },
): Promise<void> {
  return tell(
    tx,
    order,
    shop,
    {
      kind: 'order-refunded',
      subject: `A refund for your order ${order.order_number}`,
      heading: 'Money is on its way back',
      paragraphs: [
        `We are sending ${money(amount, order.currency, shop)} of your order ${order.order_number} back to you. It can take a few days to arrive.`,
      ],
    },
    at,
  );
}
