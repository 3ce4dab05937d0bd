import { readMailShop } from '../features/mail/index.ts';
import { notifyFailedEvent } from '../features/notifications/index.ts';
import { createEventDelivery, type EventDelivery, type EventSubscriber } from '../platform/events/event-delivery.ts';
import type { Services } from './services.ts';

/** The delivery of the shop's events to these subscribers. Nothing is delivered before `start`. */
export function openEventDelivery(services: Services, subscribers: readonly EventSubscriber[]): EventDelivery {
  const { db, now, changes } = services;
  return createEventDelivery({
    ...services,
    subscribers,
    nodeLock: changes.nodeLock,
    onFailed: async (failed) => notifyFailedEvent(db, failed, await readMailShop(services), now()),
  });
}
