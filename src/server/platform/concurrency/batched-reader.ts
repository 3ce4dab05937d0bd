import {
  allowLaggingReplica,
  allowReplica,
  isReplicaAllowed,
  mayReplicaLag,
  stayOnPrimary,
  usesReservedConnections,
} from '../database/read-scope.ts';
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

interface Answer<R> {
  readonly rows: R;
  readonly isFromPrimary: boolean;
}

interface Batch<K, R> {
  readonly keys: Set<K>;
  readonly answer: Promise<Answer<ReadonlyMap<K, R>>>;
  readonly settle: (answer: Promise<Answer<ReadonlyMap<K, R>>>) => void;
}

interface Queue<K, R> {
  read(keys: readonly K[]): Promise<Answer<ReadonlyMap<K, R>>>;
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
  const read = async (keys: K[]): Promise<Answer<readonly R[]>> => {
    const rows = await readRows(keys);
    return { rows, isFromPrimary: !isReplicaAllowed() };
  };
  const primary = createQueue(read, keyOf);
  const reserved = createQueue(read, keyOf);
  // In a scope of their own: what the request that happens to send a batch has read on the primary does not concern the others.
  const replica = createQueue((keys: K[]) => allowReplica(() => read(keys)), keyOf);
  const laggingReplica = createQueue((keys: K[]) => allowLaggingReplica(() => read(keys)), keyOf);
  const current = () => {
    if (isReplicaAllowed()) return mayReplicaLag() ? laggingReplica : replica;
    return usesReservedConnections() ? reserved : primary;
  };
  return {
    async read(keys) {
      reportSecondConnection();
      if (keys.length === 0) return new Map();
      const { rows, isFromPrimary } = await current().read(keys);
      if (isFromPrimary) stayOnPrimary();
      return rows;
    },
  };
}

function createQueue<K, R>(readRows: (keys: K[]) => Promise<Answer<readonly R[]>>, keyOf: (row: R) => K): Queue<K, R> {
  const waiting: Batch<K, R>[] = [];
  let underWay = 0;
  let isPlanned = false;

  function open(): Batch<K, R> {
    const { promise, resolve } = Promise.withResolvers<Answer<ReadonlyMap<K, R>>>();
    const batch = { keys: new Set<K>(), answer: promise, settle: resolve };
    waiting.push(batch);
    return batch;
  }

  async function run(batch: Batch<K, R>): Promise<Answer<ReadonlyMap<K, R>>> {
    const { rows, isFromPrimary } = await readRows([...batch.keys]);
    return { rows: new Map(rows.map((row) => [keyOf(row), row])), isFromPrimary };
  }

  function send(): void {
    while (underWay < MAX_CONCURRENT) {
      const batch = waiting.shift();
      if (!batch) return;
      underWay += 1;
      const answer = run(batch).finally(() => {
        underWay -= 1;
        send();
      });
      batch.settle(answer);
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
      const last = waiting.at(-1);
      const batch = last && last.keys.size < MAX_KEYS ? last : open();
      for (const key of keys) batch.keys.add(key);
      plan();
      return batch.answer;
    },
  };
}
