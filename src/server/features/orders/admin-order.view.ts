import type { AdminOrder, AdminOrderDetail } from '#contract/admin/order-fields.ts';
import type { KeptAddress } from '#contract/storefront/shipping-address.ts';
import { refundable } from '#domain/checkout/refund.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { adjustedLineTotal, decimalAdjustments } from '#domain/money/price-adjustments.ts';
import { type PaymentRow, refundView } from '#server/features/payments/index.ts';
import { checkoutOptionView, invoiceNumberView } from './order.view.ts';
import type { OrderLineRow, OrderRow, StatusChangeRow } from './orders.store.ts';

function addressView(address: Omit<KeptAddress, 'line2'> & { readonly line2?: string }): AdminOrder['shippingAddress'] {
  return {
    name: address.name,
    line1: address.line1,
    line2: address.line2 ?? null,
    city: address.city,
    state: address.state,
    postalCode: address.postal_code,
    country: address.country,
  };
}

function itemView(line: OrderLineRow): AdminOrder['items'][number] {
  return {
    id: line.id,
    productId: line.product_id,
    productName: line.product_name,
    variantName: line.variant_name,
    sku: line.sku,
    image: line.image,
    price: formatDecimal(line.unit_price_cents),
    quantity: line.quantity,
    ...(line.adjustments.length > 0 && { adjustments: decimalAdjustments(line.adjustments) }),
    total: formatDecimal(adjustedLineTotal(line.unit_price_cents, line.quantity, line.adjustment_cents)),
  };
}

/** An order in the back office's list. */
export function adminOrderView(row: OrderRow, lines: readonly OrderLineRow[]): AdminOrder {
  const money = { captured: row.captured_cents, refunded: row.refunded_cents };
  return {
    id: row.id,
    order_number: row.order_number,
    status: row.status,
    orderStatus: row.status,
    paymentStatus: row.payment_status,
    paymentMethod: row.payment_method,
    items: lines.map(itemView),
    currency: row.currency,
    subtotal: formatDecimal(row.subtotal_cents),
    shippingCost: formatDecimal(row.shipping_cents),
    tax: formatDecimal(row.tax_cents),
    discount: formatDecimal(row.discount_cents),
    ...(row.adjustments.length > 0 && { adjustments: decimalAdjustments(row.adjustments) }),
    ...(row.options.length > 0 && { options: row.options.map(checkoutOptionView) }),
    total: formatDecimal(row.total_cents),
    total_amount: formatDecimal(row.total_cents),
    refundedAmount: formatDecimal(row.refunded_cents),
    refundableAmount: formatDecimal(refundable(money)),
    couponCode: row.coupon_code,
    trackingNumber: row.tracking_number,
    shippingMethod: row.shipping_method,
    ...(row.shipping_label !== null && { shippingLabel: row.shipping_label }),
    shippingAddress: addressView(row.shipping_address),
    billingAddress: row.billing_address && addressView(row.billing_address),
    user: { id: row.user_id, name: row.customer_name, email: row.customer_email },
    created_at: row.created_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export interface OrderRecords {
  readonly paymentLabel: string;
  readonly lines: readonly OrderLineRow[];
  readonly payment: PaymentRow | undefined;
  readonly refunds: readonly Parameters<typeof refundView>[0][];
  readonly history: readonly StatusChangeRow[];
}

/** An order with all details. */
export function adminOrderDetailView(
  row: OrderRow,
  { lines, paymentLabel, payment, refunds, history }: OrderRecords,
): AdminOrderDetail {
  return {
    ...adminOrderView(row, lines),
    paymentLabel,
    invoiceNumber: invoiceNumberView(row),
    payment: payment
      ? {
          provider: payment.provider,
          intentId: payment.intent_id,
          captured: formatDecimal(payment.captured_cents),
          cardBrand: payment.card_brand,
          cardLast4: payment.card_last4,
          problem: payment.problem,
        }
      : null,
    refunds: refunds.map(refundView),
    history: history.map((change) => ({
      from: change.from_status,
      to: change.to_status,
      note: change.note,
      actor: change.actor_name,
      at: change.created_at.toISOString(),
    })),
  };
}
