import { createFairQueue, QueueFullError, QueueTimeoutError } from '#server/platform/fair-queue.ts';
import { limitConcurrency } from '#server/platform/limit-concurrency.ts';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * Limits how many order transactions run on this node at a time. More would only wait for the same stock rows, while taking
 * database connections and event loop time from pages and lists.
 */
export interface OrderQueue {
  /**
   * Runs a transaction that takes stock when it is the customer's turn: first come, first served, one per customer.
   * If it throws, nothing has been changed, and the place in line is kept for some seconds.
   * @param work if `hasWaited`, it must repeat earlier reads.
   * @param signal aborted when the customer has left.
   * @throws Refusal `server.in_line` with the place after some seconds, `server.overloaded` when too many are waiting.
   */
  take<T>(customer: Waiting, work: (hasWaited: boolean) => Promise<T>): Promise<T>;
  /** Runs a transaction that applies a payment. There is no time limit, because the customer has paid. */
  apply<T>(work: () => Promise<T>): Promise<T>;
  /** The customer's place in line. 1: next. Undefined: not waiting on this node. */
  placeOf(userId: number): number | undefined;
  /** Number of waiting customers. */
  waiting(): number;
  /** Rejects all waiting customers, so that they retry on another node. */
  close(): void;
}

export interface Waiting {
  readonly userId: number;
  readonly signal: AbortSignal | undefined;
}

export interface OrderQueueLimits {
  /** Transactions that take stock. */
  readonly taking: number;
  /** Those of them that take the same product. */
  readonly takingPerProduct: number;
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
const MAX_WAITING = 2_000;
/** Several windows, and impatient clicks. */
const MAX_WAITING_PER_CUSTOMER = 10;
/** Shorter than the browser's timeout (storefront §9). */
const MAX_WAIT_MS = 6_000;
/** Long enough to press the button again. */
const KEEP_PLACE_MS = 15_000;
const IN_LINE_RETRY_SECONDS = 1;
const FULL_RETRY_SECONDS = 5;

/** @param poolSize database connections of this node. */
export function limitsOf(poolSize: number): OrderQueueLimits {
  const shareOf = (share: number) => Math.max(1, Math.floor(poolSize * share));
  const taking = shareOf(TAKING_SHARE);
  return {
    taking,
    takingPerProduct: Math.max(1, Math.floor(taking * SAME_PRODUCT_SHARE)),
    applying: shareOf(APPLYING_SHARE),
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    keepPlaceMs: KEEP_PLACE_MS,
  };
}

/** @param readProducts the products in a customer's cart; called only when there is a line. */
export function createOrderQueue(
  limits: OrderQueueLimits,
  readProducts: (userId: number) => Promise<readonly number[]>,
): OrderQueue {
  const queue = createFairQueue({
    concurrency: limits.taking,
    concurrencyPerResource: limits.takingPerProduct,
    maxWaiting: limits.maxWaiting,
    maxWaitingPerOwner: MAX_WAITING_PER_CUSTOMER,
    maxWaitMs: limits.maxWaitMs,
    keepPlaceMs: limits.keepPlaceMs,
  });

  return {
    async take({ userId, signal }, work) {
      let hasStarted = false;
      const start = ({ hasWaited }: { readonly hasWaited: boolean }) => {
        hasStarted = true;
        return work(hasWaited);
      };
      try {
        return await queue.run(userId, 'normal', start, { resources: () => readProducts(userId), signal });
      } catch (error) {
        if (hasStarted) throw error;
        if (error instanceof QueueTimeoutError) throw inLine(error.place);
        if (error instanceof QueueFullError) {
          throw new Refusal('server.overloaded', { retryAfterSeconds: FULL_RETRY_SECONDS });
        }
        throw signal?.aborted ? inLine(undefined) : error;
      }
    },
    apply: limitConcurrency(limits.applying),
    placeOf: queue.placeOf,
    waiting: queue.waiting,
    close: queue.close,
  };
}

function inLine(place: number | undefined): Refusal {
  return new Refusal('server.in_line', {
    retryAfterSeconds: IN_LINE_RETRY_SECONDS,
    ...(place !== undefined && {
      message: `You are number ${place} in line. We are holding your place. Please try again in a moment.`,
      data: { place },
    }),
  });
}
