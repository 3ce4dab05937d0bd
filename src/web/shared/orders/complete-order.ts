import type { Data } from '#web/api/calls.ts';
import { shop } from '#web/shared/shop/shop.ts';

type Order = Data<'GET /orders'>['data'][number];
/** The fields of an order in storefront §3; `total` may also be `total_amount`, `created_at` may be `createdAt`. */
type ListedOrder = Partial<Order> & Pick<Order, 'id'> & { readonly createdAt?: string };

const NOTHING = '0.00';

/** Fills in every field that the lists show, for responses with only the specified fields. */
export function completeOrder(order: ListedOrder): Order {
  const total = order.total ?? order.total_amount ?? NOTHING;
  const createdAt = order.created_at ?? order.createdAt ?? new Date(0).toISOString();
  return {
    order_number: String(order.id),
    status: 'pending',
    payment_status: 'pending',
    payment_method: 'card',
    currency: shop().currency,
    subtotal: total,
    discount: NOTHING,
    tax: NOTHING,
    shipping: NOTHING,
    refunded: NOTHING,
    coupon_code: null,
    shipping_method: '',
    shipping_address: NO_ADDRESS,
    billing_address: null,
    tracking_number: null,
    expected_delivery: null,
    can_cancel: false,
    items: [],
    user: { name: '', email: '' },
    updated_at: createdAt,
    ...order,
    total,
    total_amount: total,
    created_at: createdAt,
  };
}

const NO_ADDRESS = { name: '', line1: '', line2: null, city: '', state: '', postal_code: '', country: 'US' } as const;
