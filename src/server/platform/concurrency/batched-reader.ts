import { isReplicaAllowed, mayReplicaLag, usesReservedConnections } from '../database/read-scope.ts';
import { reportSecondConnection } from '../database/transaction-scope.ts';

/**
 * Batches reads by key across requests: keys requested while a statement is running go into the next one. A statement
 * for fifty keys costs PostgreSQL and this process little more than one for a single key, and a lone request does not
 * wait. A failed statement fails all requests in its batch.
 */
export interface BatchedReader<K, R> {
  /** The existing rows by key. */
  read(keys: readonly K[]): Promise<ReadonlyMap<K, R>>;
}

/** Concurrent statements; more would only make the batches smaller. */
const MAX_CONCURRENT = 2;
/** Keys per statement. */
const MAX_KEYS = 600;

interface Batch<K, R> {
  readonly keys: Set<K>;
  readonly rows: Promise<ReadonlyMap<K, R>>;
  readonly settle: (rows: Promise<ReadonlyMap<K, R>>) => void;
}

/**
 * Reads that a replica may answer are batched separately from those that need the primary, by whether it may lag. So are
 * reads with reserved connections, which must not wait for others.
 * @param readRows reads the rows of distinct keys in one statement.
 */
export function createBatchedReader<K, R>(
  readRows: (keys: K[]) => Promise<readonly R[]>,
  keyOf: (row: R) => K,
): BatchedReader<K, R> {
  const primary = createQueue(readRows, keyOf);
  const reserved = createQueue(readRows, keyOf);
  const replica = createQueue(readRows, keyOf);
  const laggingReplica = createQueue(readRows, keyOf);
  const current = () => {
    if (isReplicaAllowed()) return mayReplicaLag() ? laggingReplica : replica;
    return usesReservedConnections() ? reserved : primary;
  };
  return { read: (keys) => current().read(keys) };
}

function createQueue<K, R>(readRows: (keys: K[]) => Promise<readonly R[]>, keyOf: (row: R) => K): BatchedReader<K, R> {
  const waiting: Batch<K, R>[] = [];
  let underWay = 0;
  let isPlanned = false;

  function open(): Batch<K, R> {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<K, R>>();
    const batch = { keys: new Set<K>(), rows: promise, settle: resolve };
    waiting.push(batch);
    return batch;
  }

  async function run(batch: Batch<K, R>): Promise<ReadonlyMap<K, R>> {
    const rows = await readRows([...batch.keys]);
    return new Map(rows.map((row) => [keyOf(row), row]));
  }

  function send(): void {
    while (underWay < MAX_CONCURRENT) {
      const batch = waiting.shift();
      if (!batch) return;
      underWay += 1;
      const rows = run(batch).finally(() => {
        underWay -= 1;
        send();
      });
      batch.settle(rows);
    }
  }

  /** After all requests of this turn of the event loop have added their keys. */
  function plan(): void {
    if (isPlanned || underWay >= MAX_CONCURRENT) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      send();
    });
  }

  return {
    read(keys) {
      reportSecondConnection();
      if (keys.length === 0) return Promise.resolve(new Map());
      const last = waiting.at(-1);
      const batch = last && last.keys.size < MAX_KEYS ? last : open();
      for (const key of keys) batch.keys.add(key);
      plan();
      return batch.rows;
    },
  };
}
