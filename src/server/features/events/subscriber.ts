import type { EventPayloads, EventSubjectKind, EventType } from '#domain/orders/shop-events.ts';
import type { EventSubscriber } from '#server/platform/events/event-delivery.ts';

/** An event as a subscriber gets it. For several types it is a union: check `event.type` to narrow the payload. */
export type DeliveredShopEvent<T extends EventType = EventType> = {
  readonly [K in T]: {
    /** The same at every delivery of this event: use it to detect duplicates. */
    readonly id: number;
    readonly type: K;
    /** Version of the payload. */
    readonly version: number;
    readonly subject: { readonly kind: EventSubjectKind; readonly id: number };
    readonly payload: EventPayloads[K];
    readonly createdAt: Date;
  };
}[T];

/** Reacts to events after the commit of their cause. */
export interface Subscriber<T extends EventType = EventType, S = void> {
  /** Lower case, such as `review-request`. Stored with its deliveries: do not change it. */
  readonly name: string;
  /** The types of events it gets. */
  readonly on: readonly T[];
  /**
   * Called at least once for each event, and for each order, product or customer in order. When it throws or takes more
   * than a minute, it is called again after a pause, for a day; meanwhile the subscriber gets no later event of the same
   * order, product or customer.
   */
  handle(event: DeliveredShopEvent<T>, services: S): Promise<void>;
}

/**
 * Gives a subscriber its services for `createEventDelivery`.
 * @param prefix the name of the plug-in that declares it, for a name that is unique in the shop.
 */
export function bindSubscriber<T extends EventType, S>(
  subscriber: Subscriber<T, S>,
  services: S,
  prefix?: string,
): EventSubscriber {
  const { name, on } = subscriber;
  return {
    name: prefix === undefined ? name : `${prefix}.${name}`,
    on,
    // The outbox stores only what `recordEvents` and the trigger on stock wrote, by the types of `EventPayloads`.
    handle: (event) => subscriber.handle(event as DeliveredShopEvent<T>, services),
  };
}
