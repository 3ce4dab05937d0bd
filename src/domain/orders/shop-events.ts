import type { Cents } from '../money/money.ts';
import type { OrderStatus } from './order-status.ts';

/** In every event about an order. */
interface OfOrder {
  readonly orderId: number;
  readonly orderNumber: string;
}

/** The prices of a product, before its variants' differences. */
export interface ProductPrices {
  readonly price: Cents;
  /** Null: not on sale. Otherwise the current price. */
  readonly salePrice: Cents | null;
}

/**
 * The payload of every event, by type. Payloads hold ids and figures but no personal data, so that the deletion of an
 * account need not search them: a subscriber reads what else it needs when it handles the event. Amounts are integer
 * cents. `docs/events.md` is the reference for subscribers.
 */
export interface EventPayloads {
  /** An order was placed, paid or not. */
  'order.placed': OfOrder & {
    readonly customerId: number;
    readonly currency: string;
    readonly total: Cents;
    readonly isPaid: boolean;
  };
  /** An order was paid in full: when it was placed, or later by offline payment. */
  'order.paid': OfOrder & { readonly currency: string; readonly amount: Cents; readonly provider: string };
  /**
   * Any change of status. Specific ones also have their own type: `order.cancelled`, `shipment.created`,
   * `order.delivered`.
   */
  'order.status_changed': OfOrder & { readonly from: OrderStatus; readonly to: OrderStatus };
  /** An order was cancelled and its stock returned. What was paid follows as `order.refunded`. */
  'order.cancelled': OfOrder & { readonly cancelledBy: 'customer' | 'merchant' };
  'order.delivered': OfOrder;
  /** The payment provider accepted a refund. */
  'order.refunded': OfOrder & { readonly refundId: number; readonly currency: string; readonly amount: Cents };
  /** A refund was declined, possibly days after it had succeeded: the customer does not get this money. */
  'order.refund_failed': OfOrder & { readonly refundId: number; readonly currency: string; readonly amount: Cents };
  /** An order was marked as shipped. */
  'shipment.created': OfOrder & { readonly trackingNumber: string | null };
  /** A shipped order got another tracking number, or none. */
  'shipment.updated': OfOrder & { readonly trackingNumber: string | null };
  /** Somebody created a customer account, or an admin did it for them. */
  'customer.registered': { readonly customerId: number; readonly registeredBy: 'customer' | 'merchant' };
  /** An account was deleted and its personal data removed: subscribers delete what they know of this customer. */
  'customer.deleted': { readonly customerId: number };
  'product.changed': {
    readonly productId: number;
    readonly change: 'created' | 'updated' | 'deleted';
    /** The fields of `product-fields.ts` that differ, or `slug`, `category` and `variants`. Empty unless updated. */
    readonly fields: readonly string[];
    /** Null when created. */
    readonly before: ProductPrices | null;
    /** Null when deleted. */
    readonly after: ProductPrices | null;
  };
  /** The available units of a product or variant changed: by a sale, a reservation, a cancellation or an admin. */
  'stock.changed': {
    readonly productId: number;
    readonly variantId: number | null;
    readonly before: number;
    readonly after: number;
  };
}

export type EventType = keyof EventPayloads;

/** What happened, not stored yet. */
export type ShopEvent = {
  readonly [T in EventType]: { readonly type: T; readonly payload: EventPayloads[T] };
}[EventType];

export type EventSubjectKind = 'order' | 'product' | 'customer';

/**
 * The subject of each event, which orders its deliveries, and the version of its payload. New properties do not change
 * the version; removed or redefined ones do.
 */
export const EVENT_TYPES = {
  'order.placed': { subject: 'order', version: 1 },
  'order.paid': { subject: 'order', version: 1 },
  'order.status_changed': { subject: 'order', version: 1 },
  'order.cancelled': { subject: 'order', version: 1 },
  'order.delivered': { subject: 'order', version: 1 },
  'order.refunded': { subject: 'order', version: 1 },
  'order.refund_failed': { subject: 'order', version: 1 },
  'shipment.created': { subject: 'order', version: 1 },
  'shipment.updated': { subject: 'order', version: 1 },
  'customer.registered': { subject: 'customer', version: 1 },
  'customer.deleted': { subject: 'customer', version: 1 },
  'product.changed': { subject: 'product', version: 1 },
  'stock.changed': { subject: 'product', version: 1 },
} as const satisfies Readonly<Record<EventType, { readonly subject: EventSubjectKind; readonly version: number }>>;

/** The id of the order, product or customer that an event is about. */
export function subjectIdOf({ payload }: ShopEvent): number {
  if ('orderId' in payload) return payload.orderId;
  if ('productId' in payload) return payload.productId;
  return payload.customerId;
}
