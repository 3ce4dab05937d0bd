import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isDatabaseUnavailable, logDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts';
import type { Logger } from '#server/platform/log.ts';
import { traced } from '../telemetry/tracing.ts';
import { TimeLimitError, withTimeLimit } from '../with-time-limit.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteDelivery,
  type EventSubject,
  findDueSubscribers,
  postponeBlocked,
  recordFailedAttempt,
  registerSubscribers,
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
  /** The types of events it gets. */
  readonly on: readonly string[];
  /** Called at least once for each event. A rejection is a failed attempt, which is retried. */
  handle(event: DeliveredEvent): Promise<void>;
}

export interface FailedDelivery {
  readonly subscriber: string;
  readonly event: DeliveredEvent;
  readonly reason: string;
}

interface EventDeliveryOptions {
  readonly db: Database;
  readonly now: Clock;
  readonly log: Logger;
  readonly subscribers: readonly EventSubscriber[];
  /** Called for a delivery that failed for the last time. */
  readonly onFailed?: (delivery: FailedDelivery) => Promise<void>;
  /** How long a handler may take; a minute, or less in tests. */
  readonly handlerTimeoutMs?: number;
}

/** Delivers events after the commit, at least once and in order for each subject, on any number of nodes. */
export interface EventDelivery {
  /** Registers the subscribers and polls for deliveries from now on. */
  start(): Promise<void>;
  /** Registers the subscribers: they get the events from now on. */
  register(): Promise<void>;
  /** Handles everything that is due now. */
  deliverDue(): Promise<void>;
  /** Waits for the handlers in progress. What they do not finish is delivered again by the next start. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
/** Subjects handled at once for each subscriber. */
const AT_ONCE = 10;
const LOOKAHEAD = 10 * AT_ONCE;
const HANDLER_TIMEOUT_MS = 60_000;
/** Longer than a handler may take; after it, the deliveries of a node that died are due again. */
const CLAIM_MS = 2 * HANDLER_TIMEOUT_MS;
/** How often deliveries behind a failed one are checked, besides when that one is handled or dismissed. */
const BLOCKED_MS = 5 * 60_000;
/** Pause after each failed attempt, in seconds: a day in total, then the delivery has failed. */
const PAUSES_SECONDS = [10, 60, 5 * 60, 15 * 60, 60 * 60, 4 * 60 * 60, 16 * 60 * 60] as const;
/** Well within the day after which an unused registration is removed. */
const REGISTER_EVERY_MS = 60 * 60_000;
const STOP_TIMEOUT_MS = 8_000;
const MAX_REASON_LENGTH = 500;

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof TimeLimitError) return `Not finished after ${timeoutMs / 1000} s`;
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON_LENGTH);
}

/** @throws Error when two subscribers have the same name. */
export function createEventDelivery({
  db,
  now,
  log,
  subscribers,
  onFailed,
  handlerTimeoutMs = HANDLER_TIMEOUT_MS,
}: EventDeliveryOptions): EventDelivery {
  const byName = new Map(subscribers.map((subscriber) => [subscriber.name, subscriber]));
  if (byName.size < subscribers.length) throw new Error('Two event subscribers have the same name');
  const running = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let registeredAt = 0;
  let isStopped = false;

  async function register(types: 'set' | 'keep' = 'set'): Promise<void> {
    await registerSubscribers(db, subscribers, now(), types);
    registeredAt = performance.now();
  }

  async function deliver(subscriber: EventSubscriber, claimed: ClaimedDelivery): Promise<void> {
    const { eventId: id, type, version, subjectKind: kind, subjectId, payload, createdAt } = claimed;
    const event = { id, type, version, subject: { kind, id: subjectId }, payload, createdAt };
    try {
      // Recorded for an earlier version of the subscriber, which wanted other types.
      if (subscriber.on.includes(type)) {
        const attributes = { 'stoa.event': type, 'stoa.subscriber': subscriber.name };
        await traced(
          () => ({ kind: 'event', name: `event ${type}`, attributes }),
          () => withTimeLimit(handlerTimeoutMs, () => subscriber.handle(event)),
        );
      }
    } catch (error) {
      await postpone(subscriber.name, claimed, event, reasonOf(error, handlerTimeoutMs));
      return;
    }
    // A crash before this line delivers the event again.
    await deleteDelivery(db, claimed.id);
    if (claimed.hasFailed) await wakeBlocked(db, subscriber.name, claimed);
  }

  async function postpone(
    subscriber: string,
    claimed: ClaimedDelivery,
    event: DeliveredEvent,
    reason: string,
  ): Promise<void> {
    const pause = PAUSES_SECONDS[claimed.attempts - 1];
    const at = now();
    const retryAt = pause === undefined ? undefined : new Date(at.getTime() + pause * 1000);
    const isNoted = await recordFailedAttempt(db, claimed, { reason, retryAt, at });
    const facts = { subscriber, eventId: event.id, type: event.type, attempt: claimed.attempts, reason };
    log.warn(facts, 'An event could not be delivered');
    if (isNoted && !retryAt) await onFailed?.({ subscriber, event, reason });
  }

  async function deliverAll(subscriber: EventSubscriber): Promise<void> {
    while (!isStopped) {
      const at = now();
      const until = new Date(at.getTime() + CLAIM_MS);
      const options = { limit: AT_ONCE, at, until };
      const near = await claimDeliveries(db, subscriber.name, { ...options, lookahead: LOOKAHEAD });
      const claimed = near.length > 0 ? near : await claimDeliveries(db, subscriber.name, options);
      if (claimed.length === 0) {
        await postponeBlocked(db, subscriber.name, at, new Date(at.getTime() + BLOCKED_MS));
        return;
      }
      await Promise.all(claimed.map((delivery) => deliver(subscriber, delivery)));
    }
  }

  /** One run at a time for each subscriber, so that a slow one delays no other. */
  function run(subscriber: EventSubscriber): Promise<void> {
    const inProgress = running.get(subscriber.name);
    if (inProgress) return inProgress;
    const work = deliverAll(subscriber).finally(() => running.delete(subscriber.name));
    running.set(subscriber.name, work);
    return work;
  }

  function logFailure(error: Error): void {
    if (isDatabaseUnavailable(error)) logDatabaseUnavailable(log, error);
    else log.error({ err: error }, 'Delivering events failed');
  }

  async function poll(): Promise<void> {
    if (performance.now() - registeredAt > REGISTER_EVERY_MS) await register('keep');
    const idle = [...byName.keys()].filter((name) => !running.has(name));
    if (idle.length === 0) return;
    for (const name of await findDueSubscribers(db, idle, now())) {
      const subscriber = byName.get(name);
      if (subscriber && !isStopped) run(subscriber).catch(logFailure);
    }
  }

  function pollAgain(): void {
    if (isStopped) return;
    timer = setTimeout(() => void poll().catch(logFailure).finally(pollAgain), POLL_MS);
    timer.unref();
  }

  return {
    register: () => register(),
    async start() {
      if (subscribers.length === 0) return;
      await register();
      pollAgain();
    },
    async deliverDue() {
      await Promise.all([...byName.values()].map(run));
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      let limit: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, STOP_TIMEOUT_MS);
      });
      await Promise.race([Promise.allSettled(running.values()), timeout]);
      clearTimeout(limit);
    },
  };
}
