import { cutText } from '#domain/cut-text.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { retryOnBrokenConnection } from '#server/platform/database/database-unavailable.ts';
import type { Logger } from '#server/platform/log.ts';
import { TimeLimitError, withTimeLimit } from '../concurrency/with-time-limit.ts';
import { nextAttemptAt } from '../retries.ts';
import { traced } from '../telemetry/tracing.ts';
import {
  type ClaimedDelivery,
  deleteDelivery,
  type EventSubject,
  recordFailedAttempt,
  wakeBlocked,
} from './events.store.ts';

/** An event as a subscriber gets it. */
export interface DeliveredEvent {
  /** The same at every delivery of this event: handlers use it to recognise an event they have handled before. */
  readonly id: number;
  readonly type: string;
  readonly version: number;
  readonly subject: EventSubject;
  readonly payload: object;
  readonly createdAt: Date;
}

export interface EventSubscriber {
  /** Stored with its deliveries: unique, and the same after every start. */
  readonly name: string;
  /** The types of events it gets. Those that only another version handles are left to the nodes that run that version. */
  readonly on: readonly string[];
  /** Called at least once for each event. A rejection is a failed attempt, which is retried. */
  handle(event: DeliveredEvent): Promise<void>;
}

export interface FailedDelivery {
  readonly subscriber: string;
  readonly event: DeliveredEvent;
  readonly reason: string;
}

export interface DeliverOptions {
  readonly db: Database;
  readonly now: Clock;
  readonly log: Logger;
  /** Called for a delivery that failed for the last time. */
  readonly onFailed?: ((delivery: FailedDelivery) => Promise<void>) | undefined;
  /** How long a handler may take; a minute, or less in tests. */
  readonly handlerTimeoutMs?: number | undefined;
}

export const HANDLER_TIMEOUT_MS = 60_000;
const MAX_REASON_LENGTH = 500;

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof TimeLimitError) return `Not finished after ${timeoutMs / 1000} s`;
  return cutText(error instanceof Error ? error.message : String(error), MAX_REASON_LENGTH);
}

function eventOf({ eventId: id, subjectKind: kind, subjectId, ...claimed }: ClaimedDelivery): DeliveredEvent {
  const { type, version, payload, createdAt } = claimed;
  return { id, type, version, subject: { kind, id: subjectId }, payload, createdAt };
}

export type DeliverEvent = (subscriber: EventSubscriber, claimed: ClaimedDelivery) => Promise<void>;

/** Calls the handler of one subscriber with one event, and records whether it has handled it or when it is retried. */
export function createDeliverEvent({
  db,
  now,
  log,
  onFailed,
  handlerTimeoutMs = HANDLER_TIMEOUT_MS,
}: DeliverOptions): DeliverEvent {
  async function handle(subscriber: EventSubscriber, event: DeliveredEvent): Promise<void> {
    // Recorded for another version of the subscriber, which no node runs any more.
    if (!subscriber.on.includes(event.type)) return;
    const attributes = { 'stoa.event': event.type, 'stoa.subscriber': subscriber.name };
    await traced(
      () => ({ kind: 'event', name: `event ${event.type}`, attributes }),
      () => withTimeLimit(handlerTimeoutMs, () => subscriber.handle(event)),
    );
  }

  async function retryLater(
    subscriber: string,
    claimed: ClaimedDelivery,
    event: DeliveredEvent,
    reason: string,
  ): Promise<void> {
    const at = now();
    const retryAt = nextAttemptAt(claimed.attempts, at);
    const isNoted = await recordFailedAttempt(db, claimed, { reason, retryAt, at });
    const facts = { subscriber, eventId: event.id, type: event.type, attempt: claimed.attempts, reason };
    log.warn(facts, 'An event could not be delivered');
    if (isNoted && !retryAt) await onFailed?.({ subscriber, event, reason });
  }

  return async (subscriber, claimed) => {
    const event = eventOf(claimed);
    try {
      await handle(subscriber, event);
    } catch (error) {
      return retryLater(subscriber.name, claimed, event, reasonOf(error, handlerTimeoutMs));
    }
    // A crash before this line delivers the event again.
    await retryOnBrokenConnection(() => deleteDelivery(db, claimed.id));
    if (claimed.hasFailed) await wakeBlocked(db, subscriber.name, claimed);
  };
}
