import type { Order, OrderDetail, OrderTracking } from '#contract/storefront/orders.ts';
import type { KeptAddress } from '#contract/storefront/shipping-address.ts';
import type { ChosenCheckoutOption } from '#domain/checkout/checkout-options.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { adjustedLineTotal, decimalAdjustments } from '#domain/money/price-adjustments.ts';
import { carrierLink } from '#domain/orders/carrier.ts';
import { formatInvoiceNumber } from '#domain/orders/invoice-number.ts';
import { isCancellableByShopper, orderStatusLabel, upcomingStatuses } from '#domain/orders/order-status.ts';
import type { OrderLineRow, OrderRow, StatusChangeRow } from './orders.store.ts';

function addressView(address: Omit<KeptAddress, 'line2'> & { readonly line2?: string }): KeptAddress {
  return {
    name: address.name,
    line1: address.line1,
    line2: address.line2 ?? null,
    city: address.city,
    state: address.state,
    postal_code: address.postal_code,
    country: address.country,
  };
}

const expectedView = ({ expected_from: from, expected_to: to }: OrderRow): Order['expected_delivery'] =>
  from === null || to === null ? null : { from, to };

export const invoiceNumberView = ({ invoice_number: number }: OrderRow): string | null =>
  number === null ? null : formatInvoiceNumber(number);

/** A chosen checkout option of a plug-in. */
export const checkoutOptionView = ({ key, label, value, text }: ChosenCheckoutOption): ChosenCheckoutOption => ({
  key,
  label,
  value,
  text,
});

function itemView(line: OrderLineRow): Order['items'][number] {
  return {
    id: line.id,
    product_id: line.product_id,
    product_slug: line.product_slug,
    name: line.product_name,
    variant_name: line.variant_name,
    sku: line.sku,
    image: line.image,
    price: formatDecimal(line.unit_price_cents),
    quantity: line.quantity,
    ...(line.adjustments.length > 0 && { adjustments: decimalAdjustments(line.adjustments) }),
    line_total: formatDecimal(adjustedLineTotal(line.unit_price_cents, line.quantity, line.adjustment_cents)),
  };
}

/** An order as its customer sees it. */
export function orderView(row: OrderRow, lines: readonly OrderLineRow[]): Order {
  return {
    id: row.id,
    order_number: row.order_number,
    status: row.status,
    payment_status: row.payment_status,
    payment_method: row.payment_method,
    currency: row.currency,
    subtotal: formatDecimal(row.subtotal_cents),
    discount: formatDecimal(row.discount_cents),
    ...(row.adjustments.length > 0 && { adjustments: decimalAdjustments(row.adjustments) }),
    ...(row.options.length > 0 && { options: row.options.map(checkoutOptionView) }),
    tax: formatDecimal(row.tax_cents),
    shipping: formatDecimal(row.shipping_cents),
    total: formatDecimal(row.total_cents),
    total_amount: formatDecimal(row.total_cents),
    refunded: formatDecimal(row.refunded_cents),
    coupon_code: row.coupon_code,
    shipping_method: row.shipping_method,
    ...(row.shipping_label !== null && { shipping_label: row.shipping_label }),
    shipping_address: addressView(row.shipping_address),
    billing_address: row.billing_address && addressView(row.billing_address),
    tracking_number: row.tracking_number,
    expected_delivery: expectedView(row),
    can_cancel: isCancellableByShopper(row.status),
    items: lines.map(itemView),
    user: { name: row.customer_name, email: row.customer_email },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The payment texts of an order, from its provider. */
export interface PaymentTexts {
  readonly label: string;
  /** Empty for a paid order. */
  readonly instructions: string;
}

/** The order with its payment texts. */
export function orderDetailView(
  row: OrderRow,
  lines: readonly OrderLineRow[],
  { label, instructions }: PaymentTexts,
): OrderDetail {
  return {
    ...orderView(row, lines),
    payment_label: label,
    payment_instructions: instructions || null,
    invoice_number: invoiceNumberView(row),
  };
}

/** The history of an order, without internal notes. */
export function orderTrackingView(row: OrderRow, changes: readonly StatusChangeRow[]): OrderTracking {
  const link = row.tracking_number === null ? undefined : carrierLink(row.tracking_number);
  return {
    order_number: row.order_number,
    status: row.status,
    tracking_number: row.tracking_number,
    carrier: link ? { name: link.carrier, url: link.url } : null,
    expected_delivery: expectedView(row),
    steps: changes
      .filter((change) => change.from_status !== change.to_status)
      .map((change) => ({
        status: change.to_status,
        label: orderStatusLabel(change.to_status),
        at: change.created_at.toISOString(),
      })),
    upcoming: upcomingStatuses(row.status).map((status) => ({ status, label: orderStatusLabel(status) })),
  };
}
