import type { PaymentStatus } from '#domain/checkout/payment-status.ts';
import { addMoney, formatDecimal } from '#domain/money/money.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { pageOfAll } from '#domain/paging.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { centsOf, isShopCurrency } from '#web/shared/money.ts';
import { completeOrder } from '#web/shared/orders/complete-order.ts';

/** Filters of the list. */
export interface OrdersQuery {
  readonly page: number;
  readonly search: string;
  readonly status: OrderStatus | 'all';
  readonly payment: PaymentStatus | 'all';
}

export type AdminOrder = Data<'GET /admin/orders'>['data'][number];
export type OrdersPage = Data<'GET /admin/orders'>;
export type OrderStats = Data<'GET /admin/orders/stats'>;
type CustomerOrder = Data<'GET /orders'>['data'][number];

const MOST = 100;

/**
 * Back-office §7: if the back office calls answer 404, reads GET /orders and filters and counts in the browser. Other
 * failures are passed on.
 */
export const isMissingCall = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const readAll = async (): Promise<AdminOrder[]> =>
  (await call('GET /orders', { query: { per_page: MOST } })).data.map((order) => asAdminOrder(completeOrder(order)));

export async function readOrdersInstead(
  { page, status, payment, search }: OrdersQuery,
  limit: number,
): Promise<OrdersPage> {
  const wanted = search.toLowerCase();
  const orders = (await readAll()).filter(
    (order) =>
      (status === 'all' || order.status === status) &&
      (payment === 'all' || order.paymentStatus === payment) &&
      `${order.order_number} ${order.user.name} ${order.user.email}`.toLowerCase().includes(wanted),
  );
  return pageOfAll({ page, per_page: limit }, orders);
}

export async function countOrdersInstead(): Promise<OrderStats> {
  const orders = await readAll();
  const count = (status: AdminOrder['status']) => orders.filter((order) => order.status === status).length;
  const counted = orders
    .filter(({ status, currency }) => status !== 'cancelled' && isShopCurrency(currency))
    .map(({ total }) => centsOf(total));
  return {
    total: orders.length,
    pending: count('pending'),
    confirmed: count('confirmed'),
    processing: count('processing'),
    shipped: count('shipped'),
    delivered: count('delivered'),
    cancelled: count('cancelled'),
    totalValue: formatDecimal(addMoney(...counted)),
  };
}

function asAdminOrder(order: CustomerOrder): AdminOrder {
  const { id, order_number, status, payment_status, payment_method, user, created_at } = order;
  return {
    id,
    order_number,
    status,
    orderStatus: status,
    paymentStatus: payment_status,
    paymentMethod: payment_method,
    items: order.items.map(({ product_id, name, variant_name, line_total, ...item }) => ({
      ...item,
      productId: product_id,
      productName: name,
      variantName: variant_name,
      total: line_total,
    })),
    currency: order.currency,
    subtotal: order.subtotal,
    shippingCost: order.shipping,
    tax: order.tax,
    discount: order.discount,
    total: order.total,
    total_amount: order.total,
    refundedAmount: order.refunded,
    refundableAmount: formatDecimal(0),
    couponCode: order.coupon_code,
    trackingNumber: order.tracking_number,
    shippingMethod: order.shipping_method,
    shippingAddress: asAdminAddress(order.shipping_address),
    billingAddress: order.billing_address && asAdminAddress(order.billing_address),
    user: { id: null, ...user },
    created_at,
    createdAt: created_at,
    updatedAt: order.updated_at,
  };
}

const asAdminAddress = ({ postal_code, ...address }: CustomerOrder['shipping_address']) => ({
  ...address,
  postalCode: postal_code,
});
