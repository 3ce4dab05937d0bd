/**
 * Reads rows by key for many requests at once: what is asked for while a statement is under way goes into the next
 * one. A statement for fifty keys costs PostgreSQL and this process little more than one for a single key; a lone
 * request does not wait. A statement that fails fails all who asked in it.
 */
export interface BatchedReader<K, R> {
  /** The rows of those keys that exist, by key. */
  read(keys: readonly K[]): Promise<ReadonlyMap<K, R>>;
}

/** Statements under way at the same time; more would only make the batches smaller. */
const MAX_UNDER_WAY = 2;
/** Keys in one statement. */
const MAX_KEYS = 600;

interface Batch<K, R> {
  readonly keys: Set<K>;
  readonly rows: Promise<ReadonlyMap<K, R>>;
  readonly settle: (rows: Promise<ReadonlyMap<K, R>>) => void;
}

/** @param readRows reads the rows of different keys in one statement. */
export function createBatchedReader<K, R>(
  readRows: (keys: K[]) => Promise<readonly R[]>,
  keyOf: (row: R) => K,
): BatchedReader<K, R> {
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
    while (underWay < MAX_UNDER_WAY) {
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

  /** Once all requests that have arrived in this turn of the event loop have said what they need. */
  function plan(): void {
    if (isPlanned || underWay >= MAX_UNDER_WAY) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      send();
    });
  }

  return {
    read(keys) {
      if (keys.length === 0) return Promise.resolve(new Map());
      const last = waiting.at(-1);
      const batch = last && last.keys.size < MAX_KEYS ? last : open();
      for (const key of keys) batch.keys.add(key);
      plan();
      return batch.rows;
    },
  };
}
