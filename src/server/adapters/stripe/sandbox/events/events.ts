import type { Connection } from '../database.ts';
import { type OperationContext, seconds } from '../operation-context.ts';
import { newId } from '../requests/ids.ts';
import { insertDelivery, insertEvent } from './events.store.ts';

/** API version of these objects: that of the `stripe` package. */
export const API_VERSION = '2026-10-28.endive';

export type EventType =
  | `payment_intent.${'created' | 'processing' | 'requires_action' | 'succeeded' | 'payment_failed' | 'canceled'}`
  | `customer.${'created' | 'deleted'}`
  | `payment_method.${'attached' | 'detached'}`
  | `charge.${'succeeded' | 'failed' | 'refunded' | 'updated'}`
  | `refund.${'created' | 'updated' | 'failed'}`;

/** Records an event about `object`, and queues the webhook in the same transaction. */
export async function emit(tx: Connection, context: OperationContext, type: EventType, object: object): Promise<void> {
  const { at, faults } = context;
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(at),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: context.request,
    type,
  };
  await insertEvent(tx, { id: event.id, type, event, created: at });
  if (faults.take('webhook', 'drop')) return;
  const copies = faults.take('webhook', 'duplicate') ? 2 : 1;
  const delay = faults.take('webhook', 'delay');
  const reverse = faults.take('webhook', 'reverse');
  const dueAt = new Date(at.getTime() + (delay?.ms ?? 0) + (reverse?.ms ?? 0));
  for (let copy = 0; copy < copies; copy += 1) {
    await insertDelivery(tx, { eventId: event.id, dueAt, isReversed: reverse !== undefined });
  }
}
