import { EVENT_TYPES, type ShopEvent, subjectIdOf } from '#domain/orders/shop-events.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Writes } from '#server/platform/database/execute-together.ts';
import { eventWrites, insertEvents, type NewEvent } from '#server/platform/events/events.store.ts';

/**
 * Records what happened in the transaction that made it happen: subscribers get the events if, and only if, it commits.
 * Call it while the subject's row is locked, so that two changes of one order or product are recorded in their order.
 * One statement, whatever the number of events.
 */
export function recordEvents(tx: Transaction, events: readonly ShopEvent[], at: Date): Promise<void> {
  return insertEvents(tx, events.map(toRow), at);
}

/** The writes of {@link recordEvents}, to be executed together with others. */
export const shopEventWrites = (events: readonly ShopEvent[], at: Date): Writes => eventWrites(events.map(toRow), at);

function toRow(event: ShopEvent): NewEvent {
  const { subject: kind, version } = EVENT_TYPES[event.type];
  return { type: event.type, version, subject: { kind, id: subjectIdOf(event) }, payload: event.payload };
}
