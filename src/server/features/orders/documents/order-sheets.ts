import { describeCheckoutOption } from '#domain/checkout/checkout-options.ts';
import { paymentStatusLabel } from '#domain/checkout/payment-status.ts';
import { countryName } from '#domain/checkout/shipping.ts';
import { parseCurrency } from '#domain/money/currency.ts';
import { addMoney, type Cents } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { adjustedLineTotal, describeAdjustment, type PriceAdjustment } from '#domain/money/price-adjustments.ts';
import { formatCreditNoteNumber, formatInvoiceNumber } from '#domain/orders/invoice-number.ts';
import { type Branding, onWhitePaper } from '#server/features/branding/index.ts';
import type { SettingsOf } from '#server/features/settings/index.ts';
import type { OrderLineRow, OrderRow } from '../orders.store.ts';
import type { CreditNote } from './issue-credit-notes.ts';
import type { Sheet } from './sheet.ts';

/** An order with the fields that documents need. */
export interface DocumentedOrder {
  readonly order: OrderRow;
  readonly lines: readonly OrderLineRow[];
  readonly site: SettingsOf<'site'>;
  readonly branding: Branding;
  /** Undefined for orders of versions without invoice numbers: the order number stands for it. */
  readonly invoiceNumber: number | undefined;
  /** Undefined unless the order is cancelled. */
  readonly cancelledAt: Date | undefined;
}

/** Countries with US Letter paper. */
const LETTER_COUNTRIES: readonly string[] = ['US', 'CA'];

function addressLines(address: OrderRow['shipping_address']): string[] {
  const { name, line1, line2, city, state, postal_code: postalCode, country } = address;
  return [name, line1, line2 ?? '', `${city}, ${state} ${postalCode}`, countryName(country)].filter(
    (line) => line.trim() !== '',
  );
}

const billTo = (order: OrderRow) => ({
  heading: 'Bill to',
  lines: [...addressLines(order.billing_address ?? order.shipping_address), order.customer_email],
});

const dayFormat = ({ timezone: timeZone }: DocumentedOrder['site']) =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' });

function frame({ order, site, branding }: Pick<DocumentedOrder, 'order' | 'site' | 'branding'>, title: string) {
  const { accent, logo } = onWhitePaper(branding);
  return {
    title,
    shopName: site.siteName,
    accent,
    logo: logo && { png: Buffer.from(logo.png).toString('base64'), width: logo.width, height: logo.height },
    paper: LETTER_COUNTRIES.includes(order.shipping_address.country) ? 'LETTER' : 'A4',
    facts: [order.order_number, dayFormat(site).format(order.created_at)],
    closing: [[site.contactEmail, site.supportPhone].filter(Boolean).join(' · ')],
  } as const;
}

/** The checkout options of the order, such as a delivery note. */
function optionsBlock({ options }: OrderRow): Sheet['blocks'] {
  if (options.length === 0) return [];
  return [{ heading: 'Options', lines: options.flatMap((option) => describeCheckoutOption(option).split(/\r?\n/)) }];
}

/** @param describe how an adjustment reads. */
const descriptionOf = (line: OrderLineRow, describe: (adjustment: PriceAdjustment) => string): string =>
  [
    line.product_name,
    line.variant_name === null ? line.sku : `${line.variant_name} · ${line.sku}`,
    ...line.adjustments.map(describe),
  ].join('\n');

/** Items and prices, for the customer's records. */
export function invoiceSheet(documented: DocumentedOrder): Sheet {
  const { order, lines, site, invoiceNumber, cancelledAt } = documented;
  const money = (amount: Cents) => formatMoney(amount, parseCurrency(order.currency));
  const signed = (amount: Cents) => (amount < 0 ? `−${money(-amount)}` : money(amount));
  const added = (adjustment: PriceAdjustment) =>
    adjustment.amount === 0
      ? describeAdjustment(adjustment)
      : `${describeAdjustment(adjustment)}, ${signed(adjustment.amount)}`;
  const { facts, ...rest } = frame(documented, 'Invoice');
  const shipping = order.shipping_label === null ? 'Shipping' : `Shipping (${order.shipping_label})`;
  const discount = order.coupon_code === null ? 'Discount' : `Discount (${order.coupon_code})`;
  return {
    ...rest,
    facts: [
      ...(invoiceNumber === undefined ? [] : [formatInvoiceNumber(invoiceNumber)]),
      ...facts,
      `Payment ${paymentStatusLabel(order.payment_status).toLowerCase()}`,
      ...(cancelledAt === undefined ? [] : [`Cancelled on ${dayFormat(site).format(cancelledAt)}`]),
    ],
    blocks: [
      billTo(order),
      { heading: 'Deliver to', lines: addressLines(order.shipping_address) },
      ...optionsBlock(order),
    ],
    columns: [
      { heading: 'Item', share: 0.52 },
      { heading: 'Quantity', share: 0.14, isFigure: true },
      { heading: 'Price', share: 0.16, isFigure: true },
      { heading: 'Total', share: 0.18, isFigure: true },
    ],
    rows: lines.map((line) => [
      descriptionOf(line, added),
      String(line.quantity),
      money(line.unit_price_cents),
      money(adjustedLineTotal(line.unit_price_cents, line.quantity, line.adjustment_cents)),
    ]),
    sums: [
      { label: 'Subtotal', amount: money(order.subtotal_cents) },
      ...(order.discount_cents > 0 ? [{ label: discount, amount: `−${money(order.discount_cents)}` }] : []),
      ...order.adjustments.map(({ label, amount }) => ({ label, amount: signed(amount) })),
      { label: 'Tax', amount: money(order.tax_cents) },
      { label: shipping, amount: order.shipping_cents === 0 ? 'FREE' : money(order.shipping_cents) },
      { label: 'Total', amount: money(order.total_cents), isTotal: true },
      ...(order.refunded_cents > 0 ? [{ label: 'Refunded', amount: `−${money(order.refunded_cents)}` }] : []),
    ],
  };
}

/** A refund of an order, with its tax in cents. */
interface CreditedOrder extends Omit<DocumentedOrder, 'lines' | 'cancelledAt'> {
  readonly note: CreditNote & { readonly tax: Cents };
}

/** A credit note: the refunded amount and its tax, for the records of customer and merchant. */
export function creditNoteSheet({ note, ...documented }: CreditedOrder): Sheet {
  const { order, invoiceNumber, site } = documented;
  const money = (amount: Cents) => formatMoney(amount, parseCurrency(order.currency));
  const { facts: _, ...rest } = frame(documented, 'Credit note');
  const invoice = invoiceNumber === undefined ? '' : `, invoice ${formatInvoiceNumber(invoiceNumber)}`;
  return {
    ...rest,
    facts: [
      formatCreditNoteNumber(note.number),
      dayFormat(site).format(note.issuedAt),
      ...(note.isVoid ? ['Void: the refund was returned by the bank'] : []),
    ],
    blocks: [billTo(order)],
    columns: [
      { heading: 'Refund', share: 0.8 },
      { heading: 'Amount', share: 0.2, isFigure: true },
    ],
    rows: [
      [[`Order ${order.order_number}${invoice}`, note.reason ?? ''].filter(Boolean).join('\n'), money(note.amount)],
    ],
    sums: [
      { label: 'Without tax', amount: money(addMoney(note.amount, -note.tax)) },
      { label: 'Tax', amount: money(note.tax) },
      { label: 'Total', amount: money(note.amount), isTotal: true },
    ],
  };
}

/** What belongs into the parcel, with the options that were ordered: no prices, for it may be a gift. */
export function packingSlipSheet(documented: DocumentedOrder): Sheet {
  const { order, lines } = documented;
  const { facts, ...rest } = frame(documented, 'Packing slip');
  return {
    ...rest,
    facts: [...facts, ...(order.tracking_number === null ? [] : [order.tracking_number])],
    blocks: [{ heading: 'Deliver to', lines: addressLines(order.shipping_address) }, ...optionsBlock(order)],
    columns: [
      { heading: 'Packed', share: 0.12 },
      { heading: 'Item', share: 0.7 },
      { heading: 'Quantity', share: 0.18, isFigure: true },
    ],
    rows: lines.map((line) => ['☐', descriptionOf(line, describeAdjustment), String(line.quantity)]),
    sums: [],
  };
}
