import { isDatabaseUnavailable, logDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts';
import { isOnlyNode } from '#server/platform/database/node-lock.ts';
import { withTimeLimit } from '../concurrency/with-time-limit.ts';
import { createDeliverEvent, type DeliverOptions, type EventSubscriber, HANDLER_TIMEOUT_MS } from './deliver-event.ts';
import { claimDeliveries, findDueSubscribers, postponeBlocked, registerSubscribers } from './events.store.ts';

export type { DeliveredEvent, EventSubscriber, FailedDelivery } from './deliver-event.ts';

interface EventDeliveryOptions extends DeliverOptions {
  readonly subscribers: readonly EventSubscriber[];
  /** The advisory lock that this node holds; undefined while it is not connected. */
  readonly nodeLock: () => number | undefined;
}

/** Delivers events after the commit, at least once and in order for each subject, on any number of nodes. */
export interface EventDelivery {
  /** Registers the subscribers and polls for deliveries from now on. */
  start(): Promise<void>;
  /** Registers the subscribers, or renews their registrations: they get the events from now on. */
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
/** Longer than a handler may take; after it, the deliveries of a node that died are due again. */
const CLAIM_MS = 2 * HANDLER_TIMEOUT_MS;
/** How often deliveries behind a failed one are checked, besides when that one is handled or dismissed. */
const BLOCKED_MS = 5 * 60_000;
const REGISTER_EVERY_MS = 60_000;
/**
 * How long a type stays registered that no node handles any more: longer than the pauses between the starts of a node that crashes
 * again and again. Until then, its events hold back later ones of their subjects.
 */
const KEEP_TYPES_MS = 10 * 60_000;
/**
 * How long polls leave a subscriber alone whose due deliveries all belong to other nodes: those of types that only they handle would be
 * read in full every second.
 */
const REST_MS = 5_000;
const ALWAYS = new Date(0);
const STOP_TIMEOUT_MS = 8_000;

/** @throws Error when two subscribers have the same name. */
export function createEventDelivery({ subscribers, nodeLock, ...options }: EventDeliveryOptions): EventDelivery {
  const { db, now, log } = options;
  const deliver = createDeliverEvent(options);
  const byName = new Map(subscribers.map((subscriber) => [subscriber.name, subscriber]));
  if (byName.size < subscribers.length) throw new Error('Two event subscribers have the same name');
  const running = new Map<string, Promise<void>>();
  /** Until when polls leave subscribers alone, on the monotonic clock. */
  const restingUntil = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let registeredAt: Date | undefined;
  let isStopped = false;
  let stopping: Promise<unknown> | undefined;

  /** Types that were renewed before this moment are removed. */
  async function keepTypesSince(at: Date): Promise<Date> {
    // Other nodes could not renew theirs either, if this one could not.
    const sinceOthersRenewed = new Date(at.getTime() - KEEP_TYPES_MS);
    if (registeredAt) return registeredAt > sinceOthersRenewed ? sinceOthersRenewed : ALWAYS;
    const lock = nodeLock();
    return lock !== undefined && (await isOnlyNode(db, lock)) ? at : ALWAYS;
  }

  async function register(): Promise<void> {
    const at = now();
    await registerSubscribers(db, subscribers, { at, keepSince: await keepTypesSince(at) });
    registeredAt = at;
  }

  async function deliverAll(subscriber: EventSubscriber): Promise<void> {
    let hasDelivered = false;
    while (!isStopped) {
      const at = now();
      const until = new Date(at.getTime() + CLAIM_MS);
      const batch = { limit: AT_ONCE, at, until };
      const near = await claimDeliveries(db, subscriber, { ...batch, lookahead: LOOKAHEAD });
      const claimed = near.length > 0 ? near : await claimDeliveries(db, subscriber, batch);
      if (claimed.length === 0) {
        const postponed = await postponeBlocked(db, subscriber.name, at, new Date(at.getTime() + BLOCKED_MS));
        if (!hasDelivered && postponed === 0) restingUntil.set(subscriber.name, performance.now() + REST_MS);
        return;
      }
      hasDelivered = true;
      // Wait for all, even if one fails: no more are claimed meanwhile, and `stop` waits for those in progress.
      const delivered = await Promise.allSettled(claimed.map((delivery) => deliver(subscriber, delivery)));
      const failed = delivered.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
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
    if (!registeredAt || now().getTime() - registeredAt.getTime() > REGISTER_EVERY_MS) await register();
    const isResting = (name: string) => (restingUntil.get(name) ?? 0) > performance.now();
    const idle = [...byName.keys()].filter((name) => !running.has(name) && !isResting(name));
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
    register,
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
      // One limit for all calls.
      stopping ??= withTimeLimit(STOP_TIMEOUT_MS, () => Promise.allSettled(running.values())).catch(() => undefined);
      await stopping;
    },
  };
}
