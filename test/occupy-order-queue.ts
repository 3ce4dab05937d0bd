import pg from 'pg';
import { expect } from 'vitest';
import type { Services } from '#server/services/services.ts';

/** The order queue's statement that reads which products are in the carts of waiting customers. */
const CART_READ = 'array_agg(DISTINCT product_id)';

/** One set of customers for each queue that is occupied. */
const noted = new Set<Set<number>>();
let { query } = pg.Client.prototype;

function noting(this: pg.Client, ...args: unknown[]): unknown {
  const result: unknown = Reflect.apply(query, this, args);
  const [statement, values = []] = args as [string | pg.QueryConfig, unknown[]?];
  const { text, values: ids = values } = typeof statement === 'string' ? { text: statement } : statement;
  const note = () => {
    for (const customers of noted) for (const id of ids.flat()) customers.add(Number(id));
  };
  if (text.includes(CART_READ)) (result as Promise<unknown>).then(note, () => undefined);
  return result;
}

/** Notes whose carts the order queues have read, until `stop`. */
function noteCartReads() {
  const customers = new Set<number>();
  if (noted.size === 0) {
    query = pg.Client.prototype.query;
    Reflect.set(pg.Client.prototype, 'query', noting);
  }
  noted.add(customers);
  return {
    customers,
    stop() {
      if (noted.delete(customers) && noted.size === 0) Reflect.set(pg.Client.prototype, 'query', query);
    },
  };
}

/**
 * Occupies the only slot of the order queue until `serve`. Meanwhile, customers wait in line.
 * Not done with a database lock: transactions give up waiting for one after two seconds.
 */
export function occupyOrderQueue<Reply>({
  services: { orderQueue },
}: {
  readonly services: Pick<Services, 'orderQueue'>;
}) {
  const gate = Promise.withResolvers<void>();
  const running = orderQueue.take({ userId: 0, signal: undefined, since: performance.now() }, () => gate.promise);
  const replies: Promise<Reply>[] = [];
  const carts = noteCartReads();
  return {
    replies,
    /** Waits until the customer's request is in line, and the queue knows the products: only then can it start beside others. */
    async join(userId: number, request: () => Promise<Reply>) {
      replies.push(request());
      await expect.poll(() => orderQueue.placeOf(userId)).toBe(replies.length);
      await expect.poll(() => carts.customers.has(userId)).toBe(true);
    },
    async serve() {
      carts.stop();
      gate.resolve();
      await running;
      return Promise.all(replies);
    },
  };
}
