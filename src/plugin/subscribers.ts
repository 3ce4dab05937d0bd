import type { EventType } from '#domain/orders/shop-events.ts';
import type { DeliveredShopEvent, Subscriber } from '#server/features/events/index.ts';
import type { PluginServices } from './services.ts';

export type { DeliveredShopEvent };

/**
 * A reaction to events of the shop, with `event` typed by the types in `on`. It is called at least once for each event, in
 * order for each order, product or customer; when it throws, it is called again after a pause, for a day.
 */
export function defineSubscriber<const T extends EventType, S = PluginServices>(
  subscriber: Subscriber<T, S>,
): Subscriber<T, S> {
  return subscriber;
}
