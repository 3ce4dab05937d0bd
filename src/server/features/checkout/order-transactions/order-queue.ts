import { limitConcurrency } from '#server/platform/concurrency/limit-concurrency.ts';
import type { YieldToReads } from '#server/platform/concurrency/yield-to-reads.ts';
import {
  createFairQueue,
  type JobOptions,
  QueueFullError,
  QueueTimeoutError,
  type Turn,
} from '#server/platform/fair-queue/fair-queue.ts';
import type { PlaceSharing } from '#server/platform/fair-queue/shared-places.ts';
import type { Priority } from '#server/platform/fair-queue/waiting-line.ts';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * Limits how many order transactions run on this node at a time. More would only wait for the same stock rows, while taking
 * database connections and event loop time from pages and lists.
 */
export interface OrderQueue {
  /**
   * Runs a transaction that takes stock when it is the customer's turn: first come, first served, one per customer.
   * If it throws, nothing has been changed, and the place in line is kept for some seconds.
   * @param customer with a `signal` that is aborted when the customer has left.
   * @throws Refusal `server.in_line` with the place after some seconds, `server.overloaded` when too many are waiting.
   */
  take<T>(customer: WaitingCustomer, work: SingleTransaction<T>): Promise<T>;
  /** Like `take`, for orders that are cheaper together: those next to each other in line are placed in one transaction. */
  takeTogether<Order, T>(customer: WaitingCustomer, order: Order, placing: OrderPlacement<Order, T>): Promise<T>;
  /** Runs a transaction that applies a payment. There is no time limit, because the customer has paid. */
  apply<T>(work: () => Promise<T>): Promise<T>;
  /** The customer's place in line, among those of all nodes. 1: next. Undefined: not waiting on this node. */
  placeOf(userId: number): number | undefined;
  /** The customer's place in line on any node. */
  findPlace(userId: number): Promise<number | undefined>;
  /** Number of waiting customers. */
  waiting(): number;
  /** Rejects all waiting customers, so that they retry on another node, where they keep their places. */
  close(): Promise<void>;
}

/** If `hasWaited`, earlier reads must be repeated. */
export interface OrderPlacement<Order, T> {
  /** Orders of the same kind are placed by the same `together`. */
  readonly kind: 'order' | 'payment';
  /** Places these orders, in their order. @returns a result for each; undefined: not placed, it needs `alone`. */
  readonly together: (orders: readonly Order[], hasWaited: boolean) => Promise<readonly Promise<T | undefined>[]>;
  /** Places one order, as soon as a slot is free. */
  readonly alone: SingleTransaction<T>;
}

/**
 * @param hasWaited earlier reads must be repeated.
 * @param deadline no new attempt begins after this time, by `performance.now()`.
 */
export type SingleTransaction<T> = (hasWaited: boolean, deadline: number) => Promise<T>;

export interface WaitingCustomer {
  readonly userId: number;
  readonly signal: AbortSignal | undefined;
  /** When the request arrived, by `performance.now()`: all its waits together are limited. */
  readonly since: number;
}

export interface OrderQueueLimits {
  /** Transactions that take stock. */
  readonly taking: number;
  /** Those of them that take the same product. */
  readonly takingPerProduct: number;
  /** Transactions that place several orders of the same product. */
  readonly placingPerProduct: number;
  /** Orders that are placed in one transaction. */
  readonly ordersPerTransaction: number;
  /** Transactions that apply payments. */
  readonly applying: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  readonly keepPlaceMs: number;
}

/** Shares of the pool: the rest is for short statements, such as those of sessions and carts. */
const TAKING_SHARE = 0.4;
const APPLYING_SHARE = 0.2;
/** Share of `taking`, so that a flash sale does not hold up buyers of other products. */
const SAME_PRODUCT_SHARE = 0.75;
/** While one transaction commits, the other is prepared. More would take the node's time away from pages and lists. */
const PLACING_PER_PRODUCT = 2;
/** More would hardly be cheaper, and the first of them would wait longer. */
const ORDERS_PER_TRANSACTION = 10;
const MAX_WAITING = 2_000;
/** Several windows, and impatient clicks. */
const MAX_WAITING_PER_CUSTOMER = 10;
/**
 * Shorter than the browser's timeout (storefront §9), which also has to cover a transaction that waits for locks: see
 * `retryWhileLocked`.
 */
const MAX_WAIT_MS = 6_000;
/**
 * For an order that comes late into the line because plug-ins were asked about it: otherwise it would be sent back at once, each
 * time, while there is a line.
 */
const MIN_WAIT_MS = 1_000;
/** Long enough to press the button again. */
const KEEP_PLACE_MS = 15_000;
/** The checkout page repeats the request after a second. */
const EXPECT_BACK_MS = 3_000;
/** Those far behind retry later: each attempt takes time from pages and orders. Shorter than a place is kept. */
const MAX_RETRY_SECONDS = 10;
/** Rather less than are served in a second. */
const PLACES_PER_SECOND = 50;
const FULL_RETRY_SECONDS = 5;

/** @param poolSize database connections of this node. */
export function limitsOf(poolSize: number): OrderQueueLimits {
  const shareOf = (share: number) => Math.max(1, Math.floor(poolSize * share));
  const taking = shareOf(TAKING_SHARE);
  return {
    taking,
    takingPerProduct: Math.max(1, Math.floor(taking * SAME_PRODUCT_SHARE)),
    placingPerProduct: PLACING_PER_PRODUCT,
    ordersPerTransaction: ORDERS_PER_TRANSACTION,
    applying: shareOf(APPLYING_SHARE),
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    keepPlaceMs: KEEP_PLACE_MS,
  };
}

/**
 * @param readProducts the products in a customer's cart; called only when there is a line.
 * @param yieldToReads paces the orders while pages are being asked for.
 * @param sharing undefined: this is the only node.
 */
export function createOrderQueue(
  limits: OrderQueueLimits,
  readProducts: (userId: number) => Promise<readonly number[]>,
  yieldToReads: YieldToReads,
  sharing?: PlaceSharing,
): OrderQueue {
  const queue = createFairQueue({
    concurrency: limits.taking,
    concurrencyPerResource: limits.takingPerProduct,
    jobsPerSlot: limits.ordersPerTransaction,
    sharedSlotsPerResource: Math.min(limits.placingPerProduct, limits.takingPerProduct),
    maxWaiting: limits.maxWaiting,
    maxWaitingPerOwner: MAX_WAITING_PER_CUSTOMER,
    maxWaitMs: limits.maxWaitMs,
    keepPlaceMs: limits.keepPlaceMs,
    expectBackMs: EXPECT_BACK_MS,
    pace: yieldToReads,
    sharing,
  });

  /** @param enter enters the queue, and calls `onStart` at the customer's turn. */
  async function orRefuse<T>(
    { userId, signal, since }: WaitingCustomer,
    enter: (options: JobOptions, onStart: () => void) => Promise<T>,
    resources = () => readProducts(userId),
  ): Promise<T> {
    let hasStarted = false;
    const onStart = () => {
      hasStarted = true;
    };
    try {
      return await enter({ resources, signal, since }, onStart);
    } catch (error) {
      if (hasStarted) throw error;
      if (error instanceof QueueTimeoutError) throw inLine(error.place);
      if (error instanceof QueueFullError) {
        throw new Refusal('server.overloaded', { retryAfterSeconds: FULL_RETRY_SECONDS });
      }
      throw signal?.aborted ? inLine(undefined) : error;
    }
  }

  const takeAlone = <T>(
    customer: WaitingCustomer,
    priority: Priority,
    work: SingleTransaction<T>,
    resources?: () => Promise<readonly number[]>,
  ): Promise<T> =>
    orRefuse(
      customer,
      (options, onStart) => {
        const start = ({ hasWaited }: Turn) => {
          onStart();
          return work(hasWaited, customer.since + limits.maxWaitMs);
        };
        // At the second turn, a transaction has already waited for locks.
        const minWaitMs = priority === 'normal' ? MIN_WAIT_MS : 0;
        return queue.run(customer.userId, priority, start, { ...options, minWaitMs });
      },
      resources,
    );

  return {
    take: (customer, work) => takeAlone(customer, 'normal', work),
    async takeTogether(customer, order, { kind, together, alone }) {
      // Once for both turns.
      let read: Promise<readonly number[]> | undefined;
      const resources = () => (read ??= readProducts(customer.userId));
      const placed = await orRefuse(
        customer,
        (options, onStart) => {
          const entry = { order, onStart };
          const start = (entries: readonly (typeof entry)[], { hasWaited }: Turn) => {
            for (const each of entries) each.onStart();
            return together(
              entries.map((each) => each.order),
              hasWaited,
            );
          };
          return queue.runTogether(customer.userId, 'normal', entry, start, {
            ...options,
            kind,
            minWaitMs: MIN_WAIT_MS,
          });
        },
        resources,
      );
      // In a slot of its own, so that only those who want the same products wait if it has to wait for a lock.
      return placed ?? takeAlone(customer, 'urgent', alone, resources);
    },
    apply: limitConcurrency(limits.applying),
    placeOf: queue.placeOf,
    findPlace: queue.findPlace,
    waiting: queue.waiting,
    close: queue.close,
  };
}

function inLine(place: number | undefined): Refusal {
  return new Refusal('server.in_line', {
    retryAfterSeconds: Math.min(MAX_RETRY_SECONDS, 1 + Math.floor((place ?? 0) / PLACES_PER_SECOND)),
    ...(place !== undefined && {
      message: `You are number ${place} in line. We are holding your place. Please try again in a moment.`,
      data: { place },
    }),
  });
}
